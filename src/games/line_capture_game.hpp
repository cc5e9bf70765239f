// Pangki and Cinc camins as games of the registry.
#pragma once

#include "retrograde/game.hpp"

namespace retrograde {

[[nodiscard]] GameInfo pangki();
[[nodiscard]] GameInfo cinc_camins();

}  // namespace retrograde
