// Tables of an open database in memory, those that the work on one layer needs at a time.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/plan.hpp"
#include "retrograde/database.hpp"
#include "retrograde/error.hpp"
#include "retrograde/position.hpp"
#include "retrograde/solved_table.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

/// `Model` joins the plain rules of a game with its solver class; see solvable_game.hpp. Tables have the numbers of the
/// solver class. Reading members may be called by several threads at a time, but not while tables are loaded or freed.
template <class Model>
class LoadedTables {
public:
    using G = typename Model::Fast;
    static constexpr std::size_t kGroups = G::kGroups;

    LoadedTables(const Model& model, const IndexSet<G>& indices, const Database& database)
        : model_(model), indices_(indices), database_(database), codes_(model.fast().tables().size()) {}

    /// Tables of the database's layers with these names, of all layers where there are no names. Throws Error(usage)
    /// for a layer that the database does not have, Error(database) where a table is not one of the game's.
    [[nodiscard]] std::vector<std::size_t> tables_of(std::span<const std::string> names = {}) const;

    /// What the manifest says of a table; throws Error(database) where the database does not have it.
    [[nodiscard]] const TableInfo& info(std::size_t table) const;

    /// Throws Error(database) where the layer is missing or damaged.
    void load(const PlannedLayer& layer);
    void free(std::span<const std::size_t> tables) {
        for (const std::size_t table : tables)
            codes_[table] = SolvedTable{};
    }

    /// The codes of a table that is loaded.
    [[nodiscard]] const SolvedTable& operator[](std::size_t table) const noexcept { return codes_[table]; }

    /// Code of the position with these men in a table that is loaded.
    [[nodiscard]] Code code_at(std::size_t table, const Men<kGroups>& men) const noexcept {
        return codes_[table].code(indices_[table].entry(indices_[table].locate(men)));
    }

    /// Code of a position whose table is loaded, or which is known without one; as the database would have it.
    [[nodiscard]] Code code_of(const Position& position) const;

    /// For each entry of a stored block the code of the same men with the other side to move, which is the position
    /// that arises when a quiet move has just led there; kNoCode where that is in no table. The table has quiet moves,
    /// its partner is loaded.
    void gather_quiet_children(std::size_t table, std::uint32_t block, std::vector<Code>& codes) const;

    /// What a database of this kind holds in place of a code with a distance.
    [[nodiscard]] Code as_stored(Code code) const noexcept {
        if (database_.identity().kind == TableKind::distances || code == kDrawCode) return code;
        return code % 2 == 1 ? kLossCode : kWinCode;
    }

private:
    const Model& model_;
    const IndexSet<G>& indices_;
    const Database& database_;
    std::vector<SolvedTable> codes_;
};

template <class Model>
std::vector<std::size_t> LoadedTables<Model>::tables_of(std::span<const std::string> names) const {
    std::vector<std::string> missing(names.begin(), names.end());
    std::vector<std::size_t> numbers;
    const auto& specs = model_.fast().tables();
    for (const LayerInfo& layer : database_.layers()) {
        if (!names.empty() && std::ranges::find(names, layer.name) == names.end()) continue;
        std::erase(missing, layer.name);
        for (const TableInfo& table : layer.tables) {
            const auto spec =
                std::ranges::find_if(specs, [&](const auto& candidate) { return candidate.name == table.name; });
            const auto number = static_cast<std::size_t>(spec - specs.begin());
            if (spec == specs.end() || spec->layer != layer.name || indices_[number].size() != table.size) {
                throw Error(ErrorKind::database, fmt::format("{}: table {} is not one of this game's",
                                                             database_.folder().string(), table.name));
            }
            numbers.push_back(number);
        }
    }
    if (!missing.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("no layer of the database is named '{}'", printable(missing.front())));
    }
    return numbers;
}

template <class Model>
const TableInfo& LoadedTables<Model>::info(std::size_t table) const {
    const auto& spec = model_.fast().tables()[table];
    for (const LayerInfo& layer : database_.layers()) {
        const auto found = std::ranges::find(layer.tables, spec.name, &TableInfo::name);
        if (found != layer.tables.end()) return *found;
    }
    (void)database_.table(spec.name, spec.layer);  // says which file is missing
    throw Error(ErrorKind::database, "table " + spec.name + " is missing");
}

template <class Model>
void LoadedTables<Model>::load(const PlannedLayer& layer) {
    for (const std::size_t table : layer.tables) {
        const TableInfo& what = info(table);
        codes_[table] = SolvedTable(what.size, what.entry_bytes);
        database_.read_table(database_.table(what.name, layer.name), codes_[table].bytes());
    }
}

template <class Model>
Code LoadedTables<Model>::code_of(const Position& position) const {
    const auto seat = model_.seat(position);
    return seat ? code_at(seat->table, seat->men) : as_stored(model_.known_code(position));
}

template <class Model>
void LoadedTables<Model>::gather_quiet_children(std::size_t table, std::uint32_t block,
                                                std::vector<Code>& codes) const {
    const std::size_t partner = model_.fast().tables()[table].partner;
    const Index<kGroups>& index = indices_[table];
    const Index<kGroups>& child_index = indices_[partner];
    const std::uint32_t size = index.block_size(block);
    codes.resize(size);
    constexpr std::uint32_t kAhead = 16;
    std::array<std::uint64_t, kAhead> entries{};
    constexpr std::uint64_t kNoEntry = ~std::uint64_t{0};
    for (std::uint32_t i = 0; i < size + kAhead; ++i) {
        std::uint64_t& entry = entries[i % kAhead];
        if (i >= kAhead) codes[i - kAhead] = entry == kNoEntry ? kNoCode : codes_[partner].code(entry);
        if (i >= size) continue;
        const Location child = child_index.locate(model_.fast().exchange(index.men(block, i)));
        entry = child_index.block(child.block).stored ? child_index.entry(child) : kNoEntry;
        if (entry != kNoEntry) __builtin_prefetch(codes_[partner].find(entry));
    }
}

}  // namespace retrograde
