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

/// `the game is over: loss for w`; the value is that of the side to move in the last position.
[[nodiscard]] std::string over_text(const Board& board, const Position& position, Value value);

}  // namespace retrograde::cli
