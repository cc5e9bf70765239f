// Best play from a position.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "retrograde/evaluation.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

/// A ply of a line.
struct LineMove {
    EvaluatedMove chosen;
    std::vector<EvaluatedMove> equal;  ///< the other moves that are as good
};

/// Why a line goes no farther.
enum class LineEnd : std::uint8_t {
    over,      ///< the game has ended
    repeated,  ///< a position of the line has come again
    cut        ///< it is as long as was asked for
};

struct BestLine {
    Position start;
    Evaluation evaluation;  ///< of the start
    std::vector<LineMove> moves;
    LineEnd end = LineEnd::over;
    std::size_t repeats = 0;      ///< where it ends by repetition: the ply after which the last position stood before
    std::optional<Value> result;  ///< where the game has ended: for the side that would move next

    [[nodiscard]] const Position& last() const { return moves.empty() ? start : moves.back().chosen.move.after; }
};

/// Best play by both, each move that of choose_move(), for at most `most_plies` plies. It ends sooner where the game
/// does, and where a position comes again. Throws as evaluate.
[[nodiscard]] BestLine best_line(const Game& game, const Database& database, const Position& start,
                                 std::size_t most_plies);

}  // namespace retrograde
