#include "cli/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace retrograde::cli {
namespace {

/// Letters to insert, leave out or replace to make one text of the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t i = 1; i < row.size(); ++i) {
            const std::size_t replaced = diagonal + (letter == to[i - 1] ? 0 : 1);
            diagonal = row[i];
            row[i] = std::min({row[i] + 1, row[i - 1] + 1, replaced});
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> names) {
    return *std::ranges::min_element(names, {}, [name](std::string_view one) { return edit_distance(name, one); });
}

}  // namespace retrograde::cli
