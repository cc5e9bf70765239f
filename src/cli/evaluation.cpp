#include "cli/evaluation.hpp"

#include <fmt/format.h>

#include "cli/json.hpp"

namespace retrograde::cli {

std::string evaluation_text(const Evaluation& evaluation) {
    if (!evaluation.dtw) return name_of(evaluation.value);
    return fmt::format("{} in {} {}", name_of(evaluation.value), *evaluation.dtw,
                       evaluation.dtw == 1U ? "ply" : "plies");
}

std::string evaluation_text(const std::optional<Evaluation>& evaluation) {
    return evaluation ? evaluation_text(*evaluation) : "not in this database";
}

std::string over_text(const Board& board, const Position& position, Value value) {
    return fmt::format("the game is over: {} for {}", name_of(value), to_move_text(board, position));
}

}  // namespace retrograde::cli
