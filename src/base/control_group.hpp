// What the control group of the process leaves it of the machine's memory. Linux has two versions of control groups;
// both give a group limits of its own and those of all groups that it lies in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

namespace retrograde {

/// Bytes; the largest number where nothing is known, or where there is no limit.
struct GroupMemory {
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  ///< the least of the group and its parents
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();   ///< likewise, with what can be freed
};

/// Of the control group of this process; `root` is where `proc` and `sys` are looked for.
[[nodiscard]] GroupMemory memory_of_control_group(const std::filesystem::path& root = "/");

}  // namespace retrograde
