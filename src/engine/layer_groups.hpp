// The parts of a layer that can be solved one after the other.
//
// A quiet move changes the men of the side to move alone, so the shared groups of men (neutral men, crossed stones)
// stay where they are: no quiet move leads from the blocks of one shared pattern to those of another, but for its
// exchanged form in the partner. Such a *component* of a layer is solved by itself; and so is any group of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "retrograde/index.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// The shared patterns of one component: one, or two that are exchanged forms of each other.
struct Component {
    struct Pattern {
        std::uint32_t part = 0;   ///< which of the layer's tables
        std::uint32_t outer = 0;  ///< number of the shared pattern in that table's index
    };
    std::array<Pattern, 2> patterns;
    std::uint32_t count = 1;
    std::uint64_t entries = 0;

    [[nodiscard]] std::span<const Pattern> all() const noexcept { return std::span(patterns).first(count); }
};

/// A range of consecutive blocks of a table.
struct BlockRange {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

/// The components of a layer of one or two tables in a fixed order. `indices` are those of its tables.
template <Solvable G>
[[nodiscard]] std::vector<Component> components_of(const G& game, std::span<const std::size_t> layer,
                                                   std::span<const Index<G::kGroups>* const> indices) {
    std::vector<Component> components;
    const bool reaches_partner = !game.tables()[layer.front()].converts_only;
    const auto last = static_cast<std::uint32_t>(layer.size() - 1);
    const auto entries = [&](const Component::Pattern& pattern) {
        const auto& index = *indices[pattern.part];
        return index.first_entry_of(pattern.outer + 1) - index.first_entry_of(pattern.outer);
    };
    for (std::uint32_t outer = 0; outer < indices.front()->outers(); ++outer) {
        Component component;
        component.patterns[0] = {0, outer};
        if (reaches_partner) {
            const auto exchanged = game.exchange(indices.front()->shared_men(outer));
            component.patterns[1] = {last, indices.back()->locate_shared(exchanged).block};
            const bool is_its_own = last == 0 && component.patterns[1].outer == outer;
            if (last == 0 && component.patterns[1].outer < outer) continue;  // it was there before
            component.count = is_its_own ? 1 : 2;
        }
        for (const Component::Pattern& pattern : component.all())
            component.entries += entries(pattern);
        components.push_back(component);
    }
    return components;
}

/// By part of the layer, the blocks of some components, in order.
template <std::size_t kGroups>
[[nodiscard]] std::vector<std::vector<BlockRange>> blocks_of(std::span<const Component> components,
                                                             std::span<const Index<kGroups>* const> indices) {
    std::vector<std::vector<BlockRange>> ranges(indices.size());
    for (const Component& component : components) {
        for (const auto& [part, outer] : component.all()) {
            const auto& index = *indices[part];
            ranges[part].push_back({index.first_block_of(outer), index.first_block_of(outer + 1)});
        }
    }
    for (std::vector<BlockRange>& of_part : ranges) {
        std::ranges::sort(of_part, {}, &BlockRange::first);
        std::vector<BlockRange> joined;
        for (const BlockRange& range : of_part) {
            if (range.first == range.end) continue;
            if (!joined.empty() && joined.back().end == range.first) {
                joined.back().end = range.end;
            } else {
                joined.push_back(range);
            }
        }
        of_part = std::move(joined);
    }
    return ranges;
}

}  // namespace retrograde
