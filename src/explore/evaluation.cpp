#include "retrograde/evaluation.hpp"

#include <algorithm>
#include <tuple>

namespace retrograde {
namespace {

/// What a move into a position of this value is worth to the side that makes it.
Evaluation before_move(const Evaluation& after) {
    Evaluation before{opposite(after.value), after.dtw};
    if (before.dtw) ++*before.dtw;
    return before;
}

/// Smaller for better moves.
std::tuple<int, int> rank_of(const Evaluation& evaluation) {
    const int plies = static_cast<int>(evaluation.dtw.value_or(0));
    switch (evaluation.value) {
        case Value::win: return {0, plies};
        case Value::loss: return {2, -plies};
        default: return {1, 0};
    }
}

/// How hard a position is for the side to move, smaller for harder ones: its replies that are worth less than the best
/// one, and the others.
std::tuple<std::ptrdiff_t, std::ptrdiff_t> rank_of_replies(const Game& game, const Database& database,
                                                           const Position& position) {
    const std::vector<EvaluatedMove> replies = evaluate_moves(game, database, position);
    const auto errors = std::ranges::count_if(replies, [&](const EvaluatedMove& reply) {
        return reply.evaluation.value != replies.front().evaluation.value;
    });
    return {-errors, std::ssize(replies) - errors};
}

}  // namespace

Evaluation evaluate(const Game& game, const Database& database, const Position& position) {
    return evaluate(game, database, position, game.over(position));
}

Evaluation evaluate(const Game& game, const Database& database, const Position& position,
                    const std::optional<Value>& over) {
    if (over) return {*over, *over == Value::loss ? std::optional(0U) : std::nullopt};
    const Code code = game.probe(database, position);
    const bool has_distance = database.identity().kind == TableKind::distances;
    return {value_of(code), has_distance ? distance_of(code) : std::nullopt};
}

std::optional<Evaluation> evaluate_start(const Game& game, const Database& database) {
    if (!game.holds(database, game.start())) return std::nullopt;
    return evaluate(game, database, game.start());
}

std::vector<EvaluatedMove> evaluate_moves(const Game& game, const Database& database, const Position& position) {
    std::vector<EvaluatedMove> result;
    for (Move& move : game.moves(position)) {
        const Evaluation evaluation = before_move(evaluate(game, database, move.after));
        result.push_back({std::move(move), evaluation});
    }
    std::ranges::stable_sort(result, {}, [](const EvaluatedMove& one) { return rank_of(one.evaluation); });
    return result;
}

std::vector<EvaluatedMove> best_of(const std::vector<EvaluatedMove>& moves) {
    const auto end = std::ranges::find_if(
        moves, [&](const EvaluatedMove& move) { return move.evaluation != moves.front().evaluation; });
    return {moves.begin(), end};
}

EvaluatedMove choose_move(const Game& game, const Database& database, const std::vector<EvaluatedMove>& moves) {
    const std::vector<EvaluatedMove> best = best_of(moves);
    return std::ranges::min(best, {},
                            [&](const EvaluatedMove& one) { return rank_of_replies(game, database, one.move.after); });
}

}  // namespace retrograde
