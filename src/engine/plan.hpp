// The order in which layers are solved: every layer after those that its conversions lead to.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "retrograde/solvable.hpp"

namespace retrograde {

/// A layer to be solved or checked.
struct PlannedLayer {
    std::string name;
    std::vector<std::size_t> tables;   ///< a table and its partner, or one table that is its own partner
    std::vector<std::size_t> needed;   ///< tables of earlier layers that its conversions lead to
    std::vector<std::size_t> to_free;  ///< tables that no later layer of the plan needs
};

/// What the planner needs to know of a table.
struct TableLinks {
    std::string layer;
    std::size_t partner = 0;
    std::vector<std::size_t> conversions;
};

/// Orders the chosen tables, their partners, and all tables that play can reach from them. The order depends on the
/// tables alone. Throws Error(usage) that names the layers of a cycle, should conversions lead around one.
[[nodiscard]] std::vector<PlannedLayer> plan_layers(std::span<const TableLinks> tables,
                                                    std::span<const std::size_t> chosen);

template <std::size_t kGroups>
[[nodiscard]] std::vector<TableLinks> links_of(std::span<const TableSpec<kGroups>> tables) {
    std::vector<TableLinks> links;
    for (const auto& table : tables)
        links.push_back({table.layer, table.partner, table.conversions});
    return links;
}

}  // namespace retrograde
