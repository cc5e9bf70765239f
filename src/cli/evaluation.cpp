#include "cli/evaluation.hpp"

#include <fmt/format.h>

namespace retrograde::cli {

std::string evaluation_text(const Evaluation& evaluation) {
    if (!evaluation.dtw) return name_of(evaluation.value);
    return fmt::format("{} in {} {}", name_of(evaluation.value), *evaluation.dtw,
                       evaluation.dtw == 1U ? "ply" : "plies");
}

std::string evaluation_text(const std::optional<Evaluation>& evaluation) {
    return evaluation ? evaluation_text(*evaluation) : "not in this database";
}

}  // namespace retrograde::cli
