// What a solve will take: positions, memory, disk and time, from the sizes of its tables alone (table_extent.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/layer_shares.hpp"
#include "engine/plan.hpp"
#include "engine/program_memory.hpp"
#include "retrograde/game.hpp"
#include "retrograde/solvable.hpp"
#include "retrograde/table_extent.hpp"

namespace retrograde {

/// Not thread-safe: sizes are worked out when they are first asked for.
template <Solvable G>
class SolveSizes {
public:
    /// `plan` must outlive this object; `memory`: bytes that the run may take.
    SolveSizes(const G& game, const std::vector<PlannedLayer>& plan, std::uint64_t memory, unsigned threads)
        : game_(game),
          plan_(plan),
          memory_(memory),
          threads_(threads),
          counter_(game.symmetries()),
          extents_(game.tables().size()) {}

    /// Entries of a layer.
    [[nodiscard]] std::uint64_t entries(const PlannedLayer& layer) const;

    /// The whole plan, where nothing of it is on disk yet.
    [[nodiscard]] SolveEstimate estimate() const;

private:
    /// Size of a layer, in doubles because it may be beyond all integers.
    struct LayerSize {
        double entries = 0;
        double blocks = 0;
        double largest_component = 0;  ///< entries, a bound from above
        double index_bytes = 0;        ///< of its own tables and of those that its conversions lead to
        double needed_bytes = 0;       ///< of the latter

        /// What is in memory for each block and bucket, and the least that pages and letters need.
        [[nodiscard]] double least_beside_indices(unsigned threads) const {
            constexpr double kBlockBytes = sizeof(Code);
            constexpr double kBucketBytes = 400;
            constexpr double kBuckets = 1.0 / (1 << 18);  // an entry
            constexpr double kLetterBytes = 1 << 18;
            return static_cast<double>(TablePages::least_bytes(1, threads)) + blocks * kBlockBytes +
                   largest_component * kBuckets * kBucketBytes + kLetterBytes;
        }
    };

    [[nodiscard]] const TableExtent& extent_of(std::size_t table) const;
    [[nodiscard]] LayerSize size_of(const PlannedLayer& layer) const;
    [[nodiscard]] bool fits_in_groups(const LayerSize& size) const;

    const G& game_;
    const std::vector<PlannedLayer>& plan_;
    std::uint64_t memory_;
    unsigned threads_;
    mutable ExtentCounter counter_;
    mutable std::vector<std::optional<TableExtent>> extents_;  ///< by table, of those that were asked for
};

template <Solvable G>
std::uint64_t SolveSizes<G>::entries(const PlannedLayer& layer) const {
    double sum = 0;
    for (const std::size_t table : layer.tables)
        sum += extent_of(table).entries;
    return static_cast<std::uint64_t>(std::min(sum, 0x1p62));
}

template <Solvable G>
const TableExtent& SolveSizes<G>::extent_of(std::size_t table) const {
    const auto& spec = game_.tables()[table];
    if (!extents_[table]) extents_[table] = counter_.extent_of(spec.shape, spec.left_out);
    return *extents_[table];
}

/// What a layer takes.
template <Solvable G>
auto SolveSizes<G>::size_of(const PlannedLayer& layer) const -> LayerSize {
    LayerSize size;
    for (const std::size_t table : layer.tables) {
        const TableExtent& extent = extent_of(table);
        size.entries += extent.entries;
        size.blocks += extent.blocks;
        size.largest_component += extent.largest_outer_entries;
        size.index_bytes += extent.index_bytes;
    }
    // Where a table is its own partner, a component may have two shared patterns in it.
    if (layer.tables.size() == 1) size.largest_component = std::min(2 * size.largest_component, size.entries);
    for (const std::size_t table : layer.needed) {
        size.index_bytes += extent_of(table).index_bytes;
        size.needed_bytes += extent_of(table).entries;
    }
    return size;
}

template <Solvable G>
SolveEstimate SolveSizes<G>::estimate() const {
    // Files: below six bits an entry.
    constexpr double kFileBytes = 0.75;
    constexpr double kManifestBytes = 1 << 16;
    // Of a component in scratch files: two places for its cells, its refutations, and letters of three steps.
    constexpr double kScratchBytes = 2 + LayerShares::kRefutationBytes + 3 * LayerShares::kMailBytes;
    constexpr double kEntriesASecond = 6e6;  // a core, of the four games, with all in memory
    SolveEstimate result;
    const auto whole = [&](double size) {
        result.is_bound = result.is_bound || size > 0x1p62;
        return static_cast<std::uint64_t>(std::min(size, 0x1p62));
    };
    const double program = static_cast<double>(program_bytes(threads_));
    double positions = 0;
    double fastest = 0;
    double least = 0;
    double live = 0;  // bytes of tables and indices that are in memory, where all is
    double component = 0;
    double image = 0;
    for (const PlannedLayer& layer : plan_) {
        const LayerSize size = size_of(layer);
        positions += size.entries;
        const bool converts_only = game_.tables()[layer.tables.front()].converts_only;
        const double beside = converts_only ? 0 : LayerShares::kMailBytes + LayerShares::kRefutationBytes;
        for (const std::size_t table : layer.tables)
            live += extent_of(table).entries + extent_of(table).index_bytes;
        fastest = std::max(fastest, live + size.entries * beside);
        for (const std::size_t table : layer.to_free)
            live -= extent_of(table).entries;
        least = std::max(least, size.index_bytes + size.least_beside_indices(threads_));
        component = std::max(component, size.largest_component);
        image = std::max(image, size.entries);
        if (!fits_in_groups(size)) result.way = SolveWay::in_scratch;
    }
    result.positions = whole(positions);
    result.fastest_bytes = whole(program + fastest);
    result.least_bytes = whole(program + least);
    result.memory_bytes = std::min(result.fastest_bytes, memory_);
    result.disk_bytes = whole(positions * kFileBytes + kManifestBytes);
    result.seconds = positions / (kEntriesASecond * threads_);
    if (result.fastest_bytes <= memory_) {
        result.way = SolveWay::in_memory;
    } else if (result.way == SolveWay::in_scratch) {
        result.scratch_bytes = whole(image + component * kScratchBytes);
        result.seconds *= 2;
    } else {
        result.way = SolveWay::by_groups;
        result.scratch_bytes = whole(image);
    }
    return result;
}

/// Whether each component of a layer can be solved with its cells in memory.
template <Solvable G>
bool SolveSizes<G>::fits_in_groups(const LayerSize& size) const {
    const double beside = static_cast<double>(program_bytes(threads_)) + size.index_bytes;
    const double room = std::max(static_cast<double>(memory_) - beside, 0.0);
    const double most = 0x1p62;
    const LayerShares shares(static_cast<std::uint64_t>(room),
                             static_cast<std::uint64_t>(std::min(size.needed_bytes, most)), 1, threads_);
    return size.largest_component <= static_cast<double>(shares.entries);
}

}  // namespace retrograde
