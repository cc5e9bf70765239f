// How the positions of a block stand before the first step of their layer: by the rules alone, or by their conversions,
// which lead to positions of finished layers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "retrograde/solvable.hpp"
#include "retrograde/solved_table.hpp"

namespace retrograde {

/// Everything a layer needs to know of the game's other tables: indices, and codes where they are finished.
template <std::size_t kGroups>
struct Tables {
    std::vector<const Index<kGroups>*> indices;
    std::vector<const SolvedTable*> solved;

    [[nodiscard]] std::vector<const Index<kGroups>*> indices_of(std::span<const std::size_t> tables) const {
        std::vector<const Index<kGroups>*> some;
        for (const std::size_t table : tables)
            some.push_back(indices[table]);
        return some;
    }
};

/// What is known of a position from its number of moves and its conversions.
struct Start {
    Code win = kNoCode;        ///< least code that a winning conversion promises
    Code loss = 0;             ///< code of the longest of the losing conversions
    std::uint16_t moves = 0;   ///< legal moves
    std::uint16_t losing = 0;  ///< conversions that lose
    Standing standing = Standing::open;
    bool draws = false;  ///< whether a conversion draws

    /// Code that the conversions of an open position promise; kNoCode if none.
    [[nodiscard]] Code promise() const noexcept {
        if (standing != Standing::open) return kNoCode;
        if (win != kNoCode) return win;
        return losing == moves ? loss : kNoCode;
    }
};

/// A losing conversion of the position with this rank: refuted once the opponent's win in `distance` plies is reached.
struct LosingConversion {
    Code distance;
    std::uint32_t inner;
};

/// Works out one block after the other, in memory that it keeps.
template <Solvable G>
class BlockStart {
public:
    static constexpr std::size_t kGroups = G::kGroups;

    /// Both must outlive this object; the tables of all conversions must be solved. Where the codes of some of their
    /// positions are not to be had (SolvedTable::find), the conversions to these are left out.
    BlockStart(const G& game, const Tables<kGroups>& tables) : game_(game), tables_(tables) {}

    /// Works out the block of a table. In a later pass over the same block, made for the children that were not to be
    /// had before, what is known without a table is left out.
    void find(std::size_t table, const Index<kGroups>& index, std::uint32_t number, bool is_first_pass = true);

    /// Of the block worked out last, by rank.
    [[nodiscard]] std::span<const Start> starts() const noexcept { return starts_; }
    [[nodiscard]] std::span<const LosingConversion> losing_conversions() const noexcept { return losing_; }

private:
    /// Children of one block that differ in their waiting men alone.
    struct Family {
        const SolvedTable* table = nullptr;
        const Index<kGroups>* index = nullptr;
        Route route;
    };
    using Families = std::array<Family, 64>;

    /// A child of a conversion: an entry of a finished table, or a code known at once, or the waiting men of a child
    /// whose entry is worked out later, when that can be done for many of its family without a branch between them. In
    /// the end the address of its code takes the place of an entry.
    struct Child {
        const SolvedTable* table = nullptr;
        std::uint64_t entry_code_or_men = 0;

        [[nodiscard]] const std::uint8_t* address() const noexcept {
            return reinterpret_cast<const std::uint8_t*>(entry_code_or_men);
        }
        const Family* family = nullptr;
        bool left_out = false;  ///< of this pass
    };

    struct Conversion {
        std::uint32_t parent;
        Child child;
    };

    /// Collects the conversions that the game reports.
    struct Sink {
        const Tables<kGroups>* tables;
        const Block* block;
        const Ranking* ranking;
        std::vector<Conversion>* conversions;
        Families* families;
        Bits known_families = 0;
        Bits asked = 0;  ///< placement that the game is asked about, and its entry
        std::uint32_t inner = 0;

        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men) const {
            const Index<kGroups>& index = *tables->indices[table];
            return {tables->solved[table], index.entry(index.locate(men))};
        }
        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men, int number) {
            Family& family = (*families)[static_cast<std::size_t>(number)];
            if ((known_families & bit(number)) == 0) {
                known_families |= bit(number);
                family = {tables->solved[table], tables->indices[table], tables->indices[table]->route_to(men)};
            }
            return {family.table, men[kGroups - 2], &family};
        }
        [[nodiscard]] Child ended(Value value) const { return {nullptr, code_of_end(value)}; }
        void move(Bits parent, const Child& child) const {
            const std::uint32_t entry = parent == asked ? inner : ranking->rank(extract(parent, block->free));
            conversions->push_back({entry, child});
        }
    };

    void find_children(bool is_first_pass);
    void apply_conversions();

    const G& game_;
    const Tables<kGroups>& tables_;
    std::vector<Start> starts_;
    std::vector<LosingConversion> losing_;
    std::vector<Conversion> conversions_;
    Families families_;
};

template <Solvable G>
void BlockStart<G>::find(std::size_t table, const Index<kGroups>& index, std::uint32_t number, bool is_first_pass) {
    const Block& block = index.block(number);
    const std::span<const Bits> subsets = index.subsets(block);
    const auto moves = game_.moves_in(table, index.key(block));
    starts_.assign(subsets.size(), {});
    losing_.clear();
    conversions_.clear();
    Sink sink{&tables_, &block, &index.ranking(block), &conversions_, &families_};
    for (std::uint32_t inner = 0; inner < subsets.size(); ++inner) {
        const Bits men = deposit(subsets[inner], block.free);
        const unsigned number_of_moves = moves.number(men);
        sink.asked = men;
        sink.inner = inner;
        starts_[inner].moves = static_cast<std::uint16_t>(number_of_moves);
        starts_[inner].standing = moves.standing(men, number_of_moves);
        moves.conversions(men, sink);
    }
    find_children(is_first_pass);
    apply_conversions();
}

/// Works out the entries of children given by their families, and asks for their codes before they are used.
template <Solvable G>
void BlockStart<G>::find_children(bool is_first_pass) {
    for (auto& [parent, child] : conversions_) {
        if (child.family != nullptr) {
            const Index<kGroups>& index = *child.family->index;
            child.entry_code_or_men = index.entry(index.locate(child.family->route, child.entry_code_or_men));
        }
        if (child.table == nullptr) {
            if (!is_first_pass) child.left_out = true;
            continue;
        }
        const std::uint8_t* const address = child.table->find(child.entry_code_or_men);
        child.entry_code_or_men = reinterpret_cast<std::uintptr_t>(address);
        child.left_out = address == nullptr;
        __builtin_prefetch(address);
    }
}

/// Notes what each conversion is worth to its parent.
template <Solvable G>
void BlockStart<G>::apply_conversions() {
    for (const auto& [parent, child] : conversions_) {
        Start& start = starts_[parent];
        if (start.standing != Standing::open || child.left_out) continue;
        const Code code =
            child.table != nullptr ? child.table->code_at(child.address()) : static_cast<Code>(child.entry_code_or_men);
        const auto parents_code = static_cast<Code>(code + 1);
        switch (value_of(code)) {
            case Value::draw: start.draws = true; break;
            case Value::loss: start.win = std::min(start.win, parents_code); break;
            case Value::win:  // stays one of the counted moves until it is refuted
                ++start.losing;
                start.loss = std::max(start.loss, parents_code);
                losing_.push_back({static_cast<Code>(code - 1), parent});
                break;
        }
    }
}

}  // namespace retrograde
