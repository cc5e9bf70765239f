#include "cli/number_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace retrograde::cli {

std::string rate_text(double per_second) {
    return std::isfinite(per_second) && per_second > 0 ? scaled_text(per_second) : "-";
}

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(seconds);
    const auto hours = whole / 3600;
    const auto minutes = whole / 60 % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                     : fmt::format("{}:{:02}", minutes, whole % 60);
}

std::string duration_text(double seconds) {
    if (seconds < 10) return fmt::format("{:.3f} s", seconds);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    return clock_text(seconds);
}

const char* name_of(SolveWay way) {
    switch (way) {
        case SolveWay::in_memory: return "in memory";
        case SolveWay::by_groups: return "by groups";
        default: return "in scratch files";
    }
}

std::string estimate_text(const SolveEstimate& estimate) {
    const std::string scratch =
        estimate.scratch_bytes > 0 ? fmt::format(", {} of scratch", bytes_text(estimate.scratch_bytes)) : "";
    return fmt::format("{}{} positions to store; {}, up to {} of memory{} and {} of disk",
                       estimate.is_bound ? "more than " : "", count_text(estimate.positions), name_of(estimate.way),
                       bytes_text(estimate.memory_bytes), scratch, bytes_text(estimate.disk_bytes));
}

}  // namespace retrograde::cli
