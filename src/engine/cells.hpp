// Work on all cells of a block at once. A cell is a byte or two; codes are smaller than a limit, see layer_solver.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>

#include "retrograde/value.hpp"

namespace retrograde {

/// Asks for cells before they are used: each step comes back to a block with cold caches.
template <class Cell>
void fetch_ahead(std::span<Cell> cells) {
    constexpr std::size_t kLine = 64 / sizeof(Cell);
    for (std::size_t i = 0; i < cells.size(); i += kLine)
        __builtin_prefetch(cells.data() + i, 1);
}

/// Index of the first cell with the code, not before `from`; cells.size() if there is none. For bytes by the C library,
/// which knows the fastest way.
template <class Cell>
[[nodiscard]] std::size_t find_code(std::span<const Cell> cells, std::size_t from, Cell code) {
    if (from == cells.size()) return from;
    if constexpr (sizeof(Cell) == 1) {
        const void* const found = std::memchr(&cells[from], code, cells.size() - from);
        if (found == nullptr) return cells.size();
        return static_cast<std::size_t>(static_cast<const Cell*>(found) - cells.data());
    } else {
        return static_cast<std::size_t>(
            std::find(cells.begin() + static_cast<std::ptrdiff_t>(from), cells.end(), code) - cells.begin());
    }
}

/// Smallest code beyond the one reached; kNoCode if there is none.
template <class Cell>
[[nodiscard]] Code least_code_beyond(std::span<const Cell> cells, Code reached, Cell limit) {
    // Codes up to the one reached wrap around to large numbers, undecided cells are large as they are.
    const auto first = static_cast<Cell>(reached + 1);
    Cell least = std::numeric_limits<Cell>::max();
    for (const Cell cell : cells)
        least = std::min(least, static_cast<Cell>(cell - first));
    return least < static_cast<Cell>(limit - first) ? static_cast<Code>(first + least) : kNoCode;
}

}  // namespace retrograde
