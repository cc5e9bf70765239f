// Values of positions and of moves, from the rules where the game is over and from a database elsewhere, and the choice
// of a move.
#pragma once

#include <optional>
#include <vector>

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// Value for the side to move, and distance to win in plies; none for a draw, for a game that has ended otherwise
/// than by a loss, and where the database holds values alone.
struct Evaluation {
    Value value = Value::draw;
    std::optional<unsigned> dtw;

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// A move as the side that makes it sees it; dtw counts from the position before the move.
struct EvaluatedMove {
    Move move;
    Evaluation evaluation;
};

/// Throws Error(database) where the database is missing a layer or is damaged.
[[nodiscard]] Evaluation evaluate(const Game& game, const Database& database, const Position& position);

/// The same where it is known already how the game is over in the position, or that it is not.
[[nodiscard]] Evaluation evaluate(const Game& game, const Database& database, const Position& position,
                                  const std::optional<Value>& over);

/// The same for the start of the game; none where the database, one of endings, does not reach up to it.
[[nodiscard]] std::optional<Evaluation> evaluate_start(const Game& game, const Database& database);

/// All legal moves, best first: shortest win, draws, longest loss; equal ones by their text. Throws as evaluate.
[[nodiscard]] std::vector<EvaluatedMove> evaluate_moves(const Game& game, const Database& database,
                                                        const Position& position);

/// The moves of a list made by evaluate_moves that are as good as the first of it.
[[nodiscard]] std::vector<EvaluatedMove> best_of(const std::vector<EvaluatedMove>& moves);

/// The best move against an opponent who errs, of a list made by evaluate_moves that is not empty: of those that are
/// best by value and distance the one after which most replies are worth less than the best one; then the one with the
/// fewest other replies. So a lost position is defended as long as possible, and a drawn one by the move after which
/// most replies lose. Throws as evaluate.
[[nodiscard]] EvaluatedMove choose_move(const Game& game, const Database& database,
                                        const std::vector<EvaluatedMove>& moves);

}  // namespace retrograde
