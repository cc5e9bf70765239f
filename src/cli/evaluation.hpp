// Values of positions and of moves, from the rules where the game is over and from a database elsewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/value.hpp"

namespace retrograde::cli {

/// Value for the side to move, and distance to win in plies; none for a draw, for a game that has ended otherwise
/// than by a loss, and where the database holds values alone.
struct Evaluation {
    Value value = Value::draw;
    std::optional<unsigned> dtw;
};

/// A move as the side that makes it sees it; dtw counts from the position before the move.
struct EvaluatedMove {
    Move move;
    Evaluation evaluation;
};

/// Throws Error(database) where the database is missing a layer or is damaged.
[[nodiscard]] Evaluation evaluate(const Game& game, const Database& database, const Position& position);

/// The same for the start of the game; none where the database, one of endings, does not reach up to it.
[[nodiscard]] std::optional<Evaluation> evaluate_start(const Game& game, const Database& database);

/// All legal moves, best first: shortest win, draws, longest loss; equal ones by their text. Throws as evaluate.
[[nodiscard]] std::vector<EvaluatedMove> evaluate_moves(const Game& game, const Database& database,
                                                        const Position& position);

/// `win in 25 plies`, `draw`, `loss`
[[nodiscard]] std::string evaluation_text(const Evaluation& evaluation);

/// The same, or that the database does not have the position.
[[nodiscard]] std::string evaluation_text(const std::optional<Evaluation>& evaluation);

}  // namespace retrograde::cli
