// Evaluations as text for people.
#pragma once

#include <optional>
#include <string>

#include "retrograde/evaluation.hpp"

namespace retrograde::cli {

/// `win in 25 plies`, `draw`, `loss`
[[nodiscard]] std::string evaluation_text(const Evaluation& evaluation);

/// The same, or that the database does not have the position.
[[nodiscard]] std::string evaluation_text(const std::optional<Evaluation>& evaluation);

}  // namespace retrograde::cli
