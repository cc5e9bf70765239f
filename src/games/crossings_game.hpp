// Crossings as a game of the registry.
#pragma once

#include "games/crossings_rules.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

[[nodiscard]] GameInfo crossings();

/// What a rule set with all options stands for. Throws Error(usage) that names the option, the value and what is
/// allowed.
[[nodiscard]] CrossingsSetup crossings_setup(const RuleSet& rules);

}  // namespace retrograde
