// Tables of an open database in memory, those that the work on one layer needs at a time.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/plan.hpp"
#include "engine/program_memory.hpp"
#include "engine/table_pages.hpp"
#include "retrograde/database.hpp"
#include "retrograde/error.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/position.hpp"
#include "retrograde/solved_table.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

/// `Model` joins the plain rules of a game with its solver class; see solvable_game.hpp. Tables have the numbers of the
/// solver class. Codes are read page by page as they are asked for, within a limit of memory. Reading members may be
/// called by several threads at a time, but not while a layer or a pass begins.
template <class Model>
class LoadedTables {
public:
    using G = typename Model::Fast;
    static constexpr std::size_t kGroups = G::kGroups;

    /// In place of a code that is not in memory, because there is no room for its page in this pass (table_pages.hpp).
    static constexpr Code kNotLoaded = kNoCode - 1;

    /// What becomes of a code whose page finds no room: it is left for another pass, or read through the cache of the
    /// database, one by one.
    enum class WithoutRoom { left, read_singly };

    LoadedTables(const Model& model, const IndexSet<G>& indices, const Database& database, std::uint64_t memory_limit,
                 unsigned threads, WithoutRoom without_room)
        : model_(model),
          indices_(indices),
          database_(database),
          memory_(working_memory(memory_limit)),
          threads_(threads),
          without_room_(without_room),
          codes_(model.fast().tables().size()),
          numbers_(codes_.size()) {
        for (const LayerInfo& layer : database.layers()) {
            for (const TableInfo& table : layer.tables) {
                all_bytes_ += (table.size + SolvedTable::kPageEntries) * table.entry_bytes;
                widest_ = std::max(widest_, table.entry_bytes);
            }
        }
    }

    /// Tables of the database's layers with these names, of all layers where there are no names. Throws Error(usage)
    /// for a layer that the database does not have, Error(database) where a table is not one of the game's.
    [[nodiscard]] std::vector<std::size_t> tables_of(std::span<const std::string> names = {}) const;

    /// What the manifest says of a table; throws Error(database) where the database does not have it.
    [[nodiscard]] const TableInfo& info(std::size_t table) const;

    /// The tables of the layer and those that it needs can be read from now on. Throws Error(database) where a layer is
    /// missing, Error(resources) where there is no room.
    void begin(const PlannedLayer& layer);
    /// Work on the layer is over.
    void end(const PlannedLayer& layer);

    /// Whether there may be no room for a page of the layer that has begun.
    [[nodiscard]] bool may_refuse() const noexcept { return !has_room_for_all_; }
    /// Bytes that the process may take.
    [[nodiscard]] std::uint64_t memory() const noexcept { return memory_; }

    /// See TablePages.
    void begin_first_pass() { pages_->begin_first_pass(); }
    void begin_next_pass() { pages_->begin_next_pass(); }
    [[nodiscard]] bool has_refused() const noexcept { return pages_->has_refused(); }

    /// Code of the position with these men in a table that can be read, or kNotLoaded.
    [[nodiscard]] Code code_at(std::size_t table, const Men<kGroups>& men) const {
        return code(table, indices_[table].entry(indices_[table].locate(men)));
    }
    [[nodiscard]] Code code(std::size_t table, std::uint64_t entry) const {
        const std::uint8_t* const address = codes_[table]->find(entry);
        if (address != nullptr) return codes_[table]->code_at(address);
        return without_room_ == WithoutRoom::left ? kNotLoaded : database_.code(numbers_[table], entry);
    }

    /// Reads entry after entry of a table; a thread's own.
    class Reader {
    public:
        explicit Reader(const LoadedTables& tables) : tables_(&tables) {}

        [[nodiscard]] Code code(std::size_t table, std::uint64_t entry) {
            const std::uint64_t page = entry >> SolvedTable::kPageShift;
            if (table != table_ || page != page_) read(table, page);
            const std::size_t i = entry & (SolvedTable::kPageEntries - 1);
            return width_ == 1 ? bytes_[i] : static_cast<Code>(bytes_[2 * i] | bytes_[2 * i + 1] << 8U);
        }

    private:
        void read(std::size_t table, std::uint64_t page) {
            const TableInfo& info = tables_->info(table);
            width_ = info.entry_bytes;
            bytes_.resize(std::min(SolvedTable::kPageEntries, info.size - (page << SolvedTable::kPageShift)) * width_);
            tables_->database_.read_block(tables_->database_.table(info.name), page, bytes_);
            table_ = table;
            page_ = page;
        }

        const LoadedTables* tables_;
        std::size_t table_ = ~std::size_t{0};
        std::uint64_t page_ = 0;
        unsigned width_ = 1;
        std::vector<std::uint8_t> bytes_;
    };

    /// Code of a position whose table can be read, or which is known without one; as the database would have it.
    [[nodiscard]] Code code_of(const Position& position) const;

    /// For each entry of a stored block the code of the same men with the other side to move, which is the position
    /// that arises when a quiet move has just led there; kNoCode where that is in no table. The table has quiet moves.
    void gather_quiet_children(std::size_t table, std::uint32_t block, std::vector<Code>& codes) const;

    /// What a database of this kind holds in place of a code with a distance.
    [[nodiscard]] Code as_stored(Code code) const noexcept {
        if (database_.identity().kind == TableKind::distances || code == kDrawCode) return code;
        return code % 2 == 1 ? kLossCode : kWinCode;
    }

private:
    void open(std::size_t table);

    const Model& model_;
    const IndexSet<G>& indices_;
    const Database& database_;
    std::uint64_t memory_;  ///< bytes that the process may take
    unsigned threads_;
    WithoutRoom without_room_;
    std::uint64_t all_bytes_ = 0;  ///< of the pages of all tables
    unsigned widest_ = 1;
    bool has_room_for_all_ = false;
    std::unique_ptr<TablePages> pages_;
    std::vector<std::unique_ptr<SolvedTable>> codes_;
    std::vector<std::size_t> numbers_;  ///< in the database, of the tables that can be read
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
void LoadedTables<Model>::begin(const PlannedLayer& layer) {
    std::uint64_t taken = program_bytes(threads_);
    if (without_room_ == WithoutRoom::read_singly) taken += std::min(kDefaultCacheBytes, memory_ / 4);
    for (const auto& tables : {layer.tables, layer.needed}) {
        for (const std::size_t table : tables)
            taken += indices_[table].memory_bytes();
    }
    const std::uint64_t least = TablePages::least_bytes(widest_, threads_);
    if (taken + least > memory_) {
        throw Error(ErrorKind::resources, fmt::format("not enough memory for layer {}: {} are needed, {} are there",
                                                      layer.name, bytes_text(taken + least), bytes_text(memory_)));
    }
    // Where there is room for all of them, pages stay from layer to layer.
    has_room_for_all_ = memory_ - taken >= all_bytes_;
    if (!pages_ || !has_room_for_all_) {
        std::ranges::for_each(codes_, [](auto& codes) { codes.reset(); });
        pages_ = std::make_unique<TablePages>(std::min(all_bytes_, memory_ - taken), widest_, threads_);
    }
    for (const auto& tables : {layer.tables, layer.needed})
        std::ranges::for_each(tables, [&](std::size_t table) { open(table); });
}

template <class Model>
void LoadedTables<Model>::end(const PlannedLayer& layer) {
    if (memory_ / 2 >= all_bytes_) return;  // then indices are small, too, and will be needed again
    for (const auto& tables : {layer.tables, layer.needed})
        std::ranges::for_each(tables, [&](std::size_t table) { indices_.release(table); });
}

template <class Model>
void LoadedTables<Model>::open(std::size_t table) {
    if (codes_[table]) return;
    const TableInfo& what = info(table);
    const std::size_t number = database_.table(what.name, model_.fast().tables()[table].layer);
    numbers_[table] = number;
    codes_[table] = pages_->add(what.size, what.entry_bytes, [this, number](std::uint64_t page, auto out) {
        database_.read_block(number, page, out);
    });
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
        if (i >= kAhead) codes[i - kAhead] = entry == kNoEntry ? kNoCode : code(partner, entry);
        if (i >= size) continue;
        const Location child = child_index.locate(model_.fast().exchange(index.men(block, i)));
        entry = child_index.block(child.block).stored ? child_index.entry(child) : kNoEntry;
        if (entry != kNoEntry) __builtin_prefetch(codes_[partner]->find(entry));
    }
}

}  // namespace retrograde
