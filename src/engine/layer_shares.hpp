// How the memory for one layer is shared out.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/table_pages.hpp"

namespace retrograde {

/// All in bytes but for the entries.
struct LayerShares {
    std::uint64_t pages = 0;    ///< of finished tables
    std::uint64_t mail = 0;     ///< for letters
    std::uint64_t entries = 0;  ///< that can be solved at a time with their cells in memory

    /// Conversions to be refuted, and letters: measured to stay below two bytes each an entry that is being solved.
    static constexpr std::uint64_t kRefutationBytes = 2;
    static constexpr std::uint64_t kMailBytes = 2;
    /// Groups of components of about that many entries are solved at a time even where there is room for more: then
    /// what they work on stays in the caches, and not much is lost when a run is stopped.
    static constexpr std::uint64_t kGroupEntries = std::uint64_t{1} << 26;

    /// `room` bytes for a layer whose conversions lead to tables of `needed` bytes.
    LayerShares(std::uint64_t room, std::uint64_t needed, unsigned cell_bytes, unsigned threads) {
        const std::uint64_t least = TablePages::least_bytes(cell_bytes, threads);
        pages = std::clamp(needed, least, std::max(least, room / 2));
        const std::uint64_t rest = room - std::min(room, pages);
        entries = rest / (cell_bytes + kRefutationBytes + kMailBytes);
        mail = rest;
    }

    /// For letters, where so many entries are in memory.
    [[nodiscard]] std::uint64_t mail_beside(std::uint64_t in_memory, unsigned cell_bytes) const noexcept {
        return mail - std::min(mail, in_memory * (cell_bytes + kRefutationBytes));
    }
};

}  // namespace retrograde
