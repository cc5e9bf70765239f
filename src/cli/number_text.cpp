#include "cli/number_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace retrograde::cli {
namespace {

/// Three digits and a unit, each unit being a thousand times the one before.
std::string scaled(double number, std::string_view suffix) {
    constexpr std::array<std::string_view, 5> kUnits{"", "k", "M", "G", "T"};
    std::size_t unit = 0;
    while (number >= 999.5 && unit + 1 < kUnits.size()) {
        number /= 1000;
        ++unit;
    }
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    const bool has_unit = unit > 0 || !suffix.empty();
    return fmt::format("{:.{}f}{}{}{}", number, decimals, has_unit ? " " : "", kUnits[unit], suffix);
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    return bytes < 1000 ? fmt::format("{} bytes", bytes) : scaled(static_cast<double>(bytes), "B");
}

std::string rate_text(double per_second) {
    return std::isfinite(per_second) && per_second > 0 ? scaled(per_second, "") : "-";
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

std::string estimate_text(const SolveEstimate& estimate) {
    return fmt::format("{}{} positions to store; {} {} of memory and {} of disk", estimate.is_bound ? "at least " : "",
                       count_text(estimate.positions), estimate.is_bound ? "at least" : "up to",
                       bytes_text(estimate.memory_bytes), bytes_text(estimate.disk_bytes));
}

}  // namespace retrograde::cli
