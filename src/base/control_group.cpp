#include "base/control_group.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace retrograde {

namespace {

namespace fs = std::filesystem;

/// Where a version keeps its numbers. A group's file that is missing, or says `max`, sets no limit.
struct Version {
    const char* controller;  ///< in the line of /proc/self/cgroup that names the group; the second version has none
    const char* mount;
    const char* limit;
    const char* used;  ///< also by files that are cached, which can be dropped
    std::array<const char*, 2> cached;
};

constexpr std::array kVersions{
    Version{"", "sys/fs/cgroup", "memory.max", "memory.current", {"active_file", "inactive_file"}},
    Version{"memory",
            "sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            {"total_active_file", "total_inactive_file"}}};

/// The group in which a version has this process, from a line such as `4:memory:/system.slice/job`; empty where none.
std::string group_of(const fs::path& root, std::string_view controller) {
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        if (std::string_view(line).substr(first + 1, second - first - 1) == controller) return line.substr(second + 1);
    }
    return {};
}

std::optional<std::uint64_t> number_in(const fs::path& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// Bytes of cached files in a group, from the lines `NAME BYTES` of its statistics.
std::uint64_t cached_bytes(const fs::path& statistics, const std::array<const char*, 2>& names) {
    std::ifstream file(statistics);
    std::uint64_t sum = 0;
    std::string name;
    for (std::uint64_t bytes = 0; file >> name >> bytes;) {
        if (std::ranges::find(names, name) != names.end()) sum += bytes;
    }
    return sum;
}

GroupMemory memory_of(const fs::path& group, const Version& version) {
    GroupMemory memory;
    const auto limit = number_in(group / version.limit);
    if (!limit) return memory;
    memory.limit = memory.left = *limit;
    if (const auto used = number_in(group / version.used)) {
        const std::uint64_t cached = cached_bytes(group / "memory.stat", version.cached);
        memory.left -= std::min(*limit, *used - std::min(*used, cached));
    }
    return memory;
}

}  // namespace

GroupMemory memory_of_control_group(const fs::path& root) {
    GroupMemory least;
    for (const Version& version : kVersions) {
        // In a container the mount may begin at a group below the one that is named: then only the top is there.
        fs::path group = fs::path(group_of(root, version.controller)).relative_path().lexically_normal();
        for (bool is_top = false; !is_top; group = group.parent_path()) {
            is_top = group.empty();
            const GroupMemory memory = memory_of(root / version.mount / group, version);
            least.limit = std::min(least.limit, memory.limit);
            least.left = std::min(least.left, memory.left);
        }
    }
    return least;
}

}  // namespace retrograde
