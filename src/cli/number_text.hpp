// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

#include "retrograde/game.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {

/// `7.81 M`: a number per second, without its unit; `-` where it is not known.
[[nodiscard]] std::string rate_text(double per_second);

/// `0:05`, `2:04:05`
[[nodiscard]] std::string clock_text(double seconds);

/// `0.214 s`, `12.3 s`, `4:05`, `2:04:05`
[[nodiscard]] std::string duration_text(double seconds);

/// `in memory`, `by groups`, `in scratch files`
[[nodiscard]] const char* name_of(SolveWay way);

/// `2,794,684 positions to store; in memory, up to 38 MB of memory and 2.2 MB of disk`, with the scratch files between
/// the two where there are any.
[[nodiscard]] std::string estimate_text(const SolveEstimate& estimate);

}  // namespace retrograde::cli
