#include "cli/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace retrograde::cli {
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

}  // namespace

Evaluation evaluate(const Game& game, const Database& database, const Position& position) {
    if (const auto result = game.over(position)) {
        return {*result, *result == Value::loss ? std::optional(0U) : std::nullopt};
    }
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

std::string evaluation_text(const Evaluation& evaluation) {
    if (!evaluation.dtw) return name_of(evaluation.value);
    return fmt::format("{} in {} {}", name_of(evaluation.value), *evaluation.dtw,
                       evaluation.dtw == 1U ? "ply" : "plies");
}

std::string evaluation_text(const std::optional<Evaluation>& evaluation) {
    return evaluation ? evaluation_text(*evaluation) : "not in this database";
}

}  // namespace retrograde::cli
