// Diamond as a game of the registry.
#pragma once

#include "games/diamond_rules.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

/// Throws Error(usage) that names the option, the value and what is allowed.
[[nodiscard]] DiamondSetup diamond_setup(const RuleSet& rules);

[[nodiscard]] GameInfo diamond();

}  // namespace retrograde
