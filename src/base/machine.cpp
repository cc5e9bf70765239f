#include "retrograde/machine.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/control_group.hpp"

namespace retrograde {

namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// A line of /proc/meminfo such as `MemAvailable:  12345 kB`, in bytes.
std::uint64_t memory_line(std::string_view wanted) {
    std::ifstream file("/proc/meminfo");
    for (std::string name; file >> name;) {
        std::uint64_t kilobytes = 0;
        if (name == wanted && file >> kilobytes) return kilobytes * 1024;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return kUnknown;
}

std::uint64_t address_space() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnknown;
    return limit.rlim_cur;
}

}  // namespace

std::uint64_t available_memory() {
    return std::min({memory_line("MemAvailable:"), memory_of_control_group().left, address_space()});
}

std::uint64_t working_memory(std::uint64_t limit) { return limit != 0 ? limit : available_memory() / 5 * 4; }

std::uint64_t whole_memory() { return std::min(memory_line("MemTotal:"), memory_of_control_group().limit); }

std::uint64_t available_disk(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path existing = std::filesystem::absolute(path, error);
    while (!error && !std::filesystem::exists(existing, error) && existing.has_relative_path()) {
        existing = existing.parent_path();
        error.clear();
    }
    const std::filesystem::space_info space = std::filesystem::space(existing, error);
    const bool is_disk = !error && space.capacity != 0;  // /proc, for one, is none
    return is_disk ? space.available : kUnknown;
}

unsigned threads_or_all(unsigned asked) {
    return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

void prefer_large_pages(void* begin, std::size_t bytes) noexcept {
    constexpr std::uintptr_t kPage = 4096;  // madvise() takes whole pages
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kPage - 1) / kPage * kPage;
    const auto end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / kPage * kPage;
    if (first < end) (void)::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace retrograde
