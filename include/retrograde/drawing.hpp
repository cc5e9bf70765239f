// Pictures as files in the SVG format: positions with their moves, and the values of a database by distance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "retrograde/game.hpp"

namespace retrograde {

/// The squares that the text of a move names.
struct MoveSquares {
    std::optional<int> from = {};    ///< none where a man is placed or removed
    int to = 0;                      ///< where the man, or the front man, ends; the square of a man that is removed
    std::vector<int> captured = {};  ///< but for `to`
    bool is_removal = false;
};

/// Reads the text of a move. Throws Error(usage) where it names no squares of the board.
[[nodiscard]] MoveSquares squares_of_move(const Board& board, std::string_view move);

/// Throws Error(usage) where a position cannot be what the move led to: the other side's man is not where it ended, or
/// a square that it emptied is not empty.
void check_last_move(const Board& board, const Position& position, std::string_view move);

/// What a picture shows beside the men.
struct BoardMarks {
    struct Hint {
        MoveSquares move;
        Value value = Value::draw;  ///< for the side to move
    };
    std::optional<MoveSquares> last;
    std::vector<Hint> hints;
    std::string remark;  ///< under the board, after the side to move
};

/// A position as a file.
[[nodiscard]] std::string draw_board(const Game& game, const Position& position, const BoardMarks& marks);

/// Counts of positions to be shown as bars.
struct DistanceChart {
    std::string title;
    std::vector<std::uint64_t> by_distance;  ///< positions decided in so many plies: wins where odd, else losses
    std::uint64_t draws = 0;
};

/// A chart as a file; the scale of the counts is logarithmic.
[[nodiscard]] std::string draw_chart(const DistanceChart& chart);

}  // namespace retrograde
