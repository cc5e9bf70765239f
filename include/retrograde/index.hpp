// The index of a table: from the men of a position to the number of its entry, and back.
//
// A position is given from the point of view of the side to move, as groups of men, outermost first:
//
//     [shared groups ...] [men of the waiting side] [men of the side to move]
//
// All groups but the last make the *key*. Keys are reduced by the symmetries of the board: the keys of an orbit
// share one block, that of the first of them in colex order. Within its block a position is ranked by the men of
// the side to move among the squares that the key leaves free, so that a quiet move never leaves the block, and a
// block lies contiguous in memory:
//
//     entry = first entry of the block + rank of the moving men
//
// The key of a block can be left as it is by some symmetries, its stabiliser. Such a block has an entry for each image
// of a position. locate() gives the first of them; the others repeat it while a layer is being solved, and are of no
// meaning afterwards (repeat_previous() makes them cost next to nothing on disk). This keeps every block dense.
//
// Shared groups (neutral men, crossed stones) are reduced first, by a table over their patterns. What keeps a
// shared pattern in place then reduces the waiting men, by a table of its own, kept only where it is not the
// identity alone. So a table look-up or two replace all search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "retrograde/bits.hpp"
#include "retrograde/ranking.hpp"
#include "retrograde/symmetry.hpp"

namespace retrograde {

/// One group of men: how many, and the squares they may stand on.
struct GroupShape {
    int men = 0;
    Bits squares = 0;
};

template <std::size_t kGroups>
using TableShape = std::array<GroupShape, kGroups>;

/// The squares of each group of a position.
template <std::size_t kGroups>
using Men = std::array<Bits, kGroups>;

/// Which blocks of a table need no entries: those whose waiting men stand on all squares of one of these sets. The
/// empty set leaves out all blocks, no set leaves out none. Sets and not a function, so that the blocks can be counted
/// without a look at each (table_extent.hpp).
template <std::size_t kGroups>
struct LeftOut {
    std::vector<Bits> sets;

    [[nodiscard]] explicit operator bool() const noexcept { return !sets.empty(); }

    /// Whether the block of a key is left out.
    [[nodiscard]] bool operator()(const Men<kGroups>& key) const noexcept {
        const Bits waiting = key[kGroups - 2];
        return std::any_of(sets.begin(), sets.end(), [=](Bits set) { return (set & ~waiting) == 0; });
    }
};

/// Placements of the first groups of a table, one of each orbit: exactly or at the least, where groups share squares or
/// a placement has symmetries. A double, because it may be beyond all integers.
template <std::size_t kGroups>
[[nodiscard]] double least_placements(const TableShape<kGroups>& shape, std::size_t groups, unsigned symmetries) {
    double placements = 1.0 / symmetries;
    int taken = 0;
    for (std::size_t i = 0; i < groups; ++i) {
        const int free = std::max(0, count(shape[i].squares) - taken);
        placements *= static_cast<double>(binomial(free, shape[i].men));
        taken += shape[i].men;
    }
    return placements;
}

/// One block of a table.
struct Block {
    Bits waiting = 0;  ///< men of the waiting side
    Bits free = 0;     ///< squares on which the men of the side to move are ranked
    std::uint64_t first_entry = 0;
    std::uint32_t outer = 0;      ///< number of the shared pattern
    std::uint8_t stabiliser = 1;  ///< set of the symmetries that leave the key as it is
    std::uint8_t images = 1;      ///< keys this block stands for
    std::uint8_t free_squares = 0;
    bool stored = true;  ///< false: left out, the block has no entries
};

/// Where a key is found: its block, and the symmetry that takes the key there.
struct KeyLocation {
    std::uint32_t block;
    unsigned transform;
};

struct Location {
    std::uint32_t block;
    std::uint32_t inner;  ///< entry within the block
};

/// What is the same for all positions of a table that differ in their waiting men alone.
struct Route {
    std::uint32_t outer = 0;          ///< number of the shared pattern
    unsigned transform = 0;           ///< the symmetry that takes the shared men there
    std::array<Bits, 8> moving = {};  ///< images of the moving men, by symmetry
};

template <std::size_t kGroups>
class Index {
public:
    static_assert(kGroups >= 2);
    static constexpr std::size_t kShared = kGroups - 2;
    static constexpr std::size_t kWaiting = kGroups - 2;
    static constexpr std::size_t kMoving = kGroups - 1;

    /// `symmetries` must outlive the index. Throws Error(resources) where a group cannot be ranked.
    Index(const SymmetryGroup& symmetries, const TableShape<kGroups>& shape, const LeftOut<kGroups>& left_out = {});

    /// Shared patterns up to symmetry. Each has blocks of its own, one after the other; `outer` may be outers() for the
    /// end of all.
    [[nodiscard]] std::uint32_t outers() const noexcept { return static_cast<std::uint32_t>(outers_.size()); }
    [[nodiscard]] std::uint32_t first_block_of(std::uint32_t outer) const noexcept {
        return outer < outers() ? outers_[outer].first_block : blocks();
    }
    /// The men of a shared pattern, without the waiting and the moving ones.
    [[nodiscard]] Men<kGroups> shared_men(std::uint32_t outer) const noexcept {
        Men<kGroups> men{};
        if constexpr (kShared > 0) {
            for (std::size_t i = 0; i < kShared; ++i)
                men[i] = outers_[outer].shared[i];
        }
        return men;
    }
    [[nodiscard]] std::uint64_t first_entry_of(std::uint32_t outer) const noexcept {
        return first_entry_at(first_block_of(outer));
    }
    /// First entry of a block; of blocks() it is size().
    [[nodiscard]] std::uint64_t first_entry_at(std::uint32_t block) const noexcept {
        return block < blocks() ? blocks_[block].first_entry : size_;
    }

    [[nodiscard]] std::uint32_t blocks() const noexcept { return static_cast<std::uint32_t>(blocks_.size()); }
    [[nodiscard]] const Block& block(std::uint32_t number) const noexcept { return blocks_[number]; }

    /// Entries of the table.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    /// Entries of a block, and of the largest one.
    [[nodiscard]] std::uint32_t block_size(std::uint32_t number) const noexcept {
        const Block& block = blocks_[number];
        return block.stored ? rankings_[block.free_squares].size() : 0;
    }
    [[nodiscard]] std::uint32_t largest_block() const noexcept { return largest_block_; }

    /// Squares open to the moving men in the block that has most of them.
    [[nodiscard]] int most_free_squares() const noexcept { return most_free_squares_; }

    [[nodiscard]] const Ranking& ranking(const Block& block) const noexcept { return rankings_[block.free_squares]; }

    /// The moving men of all positions of a block, stored or not, in order, as subsets of its free squares; deposit()
    /// puts them there.
    [[nodiscard]] std::span<const Bits> subsets(const Block& block) const noexcept {
        return subsets_[block.free_squares];
    }

    /// The men of one entry.
    [[nodiscard]] Men<kGroups> men(std::uint32_t block_number, std::uint32_t inner) const noexcept {
        const Block& block = blocks_[block_number];
        Men<kGroups> men = key(block);
        men[kMoving] = deposit(subsets(block)[inner], block.free);
        return men;
    }

    /// The men of a block without the moving ones.
    [[nodiscard]] Men<kGroups> key(const Block& block) const noexcept {
        Men<kGroups> men = shared_men(block.outer);
        men[kWaiting] = block.waiting;
        return men;
    }

    /// Number of the shared pattern of a position up to symmetry, and the symmetry that takes it there
    /// (`block` of the result is that number).
    [[nodiscard]] KeyLocation locate_shared(const Men<kGroups>& men) const noexcept {
        if constexpr (kShared == 0) {
            return {0, 0};
        } else {
            return unpack(outer_table_[shared_rank(men)]);
        }
    }

    /// Block of the waiting men, given in the frame of a shared pattern.
    [[nodiscard]] KeyLocation locate_waiting(std::uint32_t outer_number, Bits waiting) const noexcept {
        const Outer& outer = outers_[outer_number];
        const std::uint32_t rank = waiting_ranking(outer).rank(extract(waiting, outer.free));
        if (outer.table.empty()) return {outer.first_block + rank, 0};
        const KeyLocation found = unpack(outer.table[rank]);
        return {outer.first_block + found.block, found.transform};
    }

    /// Whether an entry is the first of its images in its block; true for all entries of a block without symmetries.
    [[nodiscard]] bool is_first_image(const Block& block, std::uint32_t inner) const noexcept {
        if (block.stabiliser == 1) return true;
        const Bits men = deposit(subsets(block)[inner], block.free);
        return first_image(block, men) == inner;
    }

    /// Number of entries of the block that are images of this one, itself included.
    [[nodiscard]] std::uint32_t images_in_block(const Block& block, std::uint32_t inner) const noexcept {
        if (block.stabiliser == 1) return 1;
        const Bits men = deposit(subsets(block)[inner], block.free);
        int fixed = 0;
        for_each_square(block.stabiliser,
                        [&](int g) { fixed += symmetries_->apply(static_cast<unsigned>(g), men) == men ? 1 : 0; });
        return static_cast<std::uint32_t>(count(block.stabiliser) / fixed);
    }

    /// Gives each entry of a block that is not the first of its images the code of the entry before it, which costs
    /// little on disk. The first entry of a block is always a first image.
    template <class Cell>
    void repeat_previous(const Block& block, std::span<Cell> cells) const noexcept {
        if (block.stabiliser == 1) return;
        for (std::uint32_t inner = 1; inner < cells.size(); ++inner) {
            if (!is_first_image(block, inner)) cells[inner] = cells[inner - 1];
        }
    }

    /// Entry of any position of the table's shape; the first of its images.
    [[nodiscard]] Location locate(const Men<kGroups>& men) const noexcept {
        const KeyLocation shared = locate_shared(men);
        const KeyLocation found = locate_waiting(shared.block, symmetries_->apply(shared.transform, men[kWaiting]));
        const unsigned transform = symmetries_->compose(found.transform, shared.transform);
        const Block& block = blocks_[found.block];
        return {found.block, first_image(block, symmetries_->apply(transform, men[kMoving]))};
    }

    /// The way to positions with these shared and moving men; the waiting ones may be any.
    [[nodiscard]] Route route_to(const Men<kGroups>& men) const noexcept {
        const KeyLocation shared = locate_shared(men);
        Route route{shared.block, shared.transform, {}};
        for (unsigned g = 0; g < symmetries_->size(); ++g)
            route.moving[g] = symmetries_->apply(g, men[kMoving]);
        return route;
    }

    /// Block of a position by its route, and the symmetry that takes its key there.
    [[nodiscard]] KeyLocation locate_key(const Route& route, Bits waiting) const noexcept {
        if (route.transform != 0) waiting = symmetries_->apply(route.transform, waiting);
        const KeyLocation found = locate_waiting(route.outer, waiting);
        return {found.block, symmetries_->compose(found.transform, route.transform)};
    }

    /// Entry of a position by its route; the first of its images.
    [[nodiscard]] Location locate(const Route& route, Bits waiting) const noexcept {
        const KeyLocation key = locate_key(route, waiting);
        return {key.block, first_image(blocks_[key.block], route.moving[key.transform])};
    }

    [[nodiscard]] std::uint64_t entry(const Location& location) const noexcept {
        return blocks_[location.block].first_entry + location.inner;
    }

    [[nodiscard]] const SymmetryGroup& symmetries() const noexcept { return *symmetries_; }

    /// Bytes this index takes in memory.
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;

    /// Those of them that each shared pattern takes, up to symmetry, but for its table.
    [[nodiscard]] static constexpr std::size_t outer_bytes() noexcept { return sizeof(Outer); }

private:
    /// A shared pattern (one of each orbit), and how the waiting men are numbered under it.
    struct Outer {
        std::array<Bits, kShared> shared{};
        Bits free = 0;  ///< squares for the waiting men
        std::uint32_t first_block = 0;
        std::vector<std::uint32_t> table;  ///< packed KeyLocation by rank; empty where only the identity is left
    };

    [[nodiscard]] const Ranking& waiting_ranking(const Outer& outer) const noexcept {
        return waiting_rankings_[static_cast<std::size_t>(count(outer.free))];
    }

    /// Entry of the first image of men that stand in the block.
    [[nodiscard]] std::uint32_t first_image(const Block& block, Bits men) const noexcept {
        // Colex order is the order of the sets as numbers.
        Bits first = men;
        if (block.stabiliser != 1) {
            for_each_square(block.stabiliser & ~1,
                            [&](int g) { first = std::min(first, symmetries_->apply(static_cast<unsigned>(g), men)); });
        }
        return ranking(block).rank(extract(first, block.free));
    }

    static constexpr int kTransformShift = 29;
    [[nodiscard]] static std::uint32_t pack(std::uint32_t number, unsigned transform) noexcept {
        return transform << kTransformShift | number;
    }
    [[nodiscard]] static KeyLocation unpack(std::uint32_t packed) noexcept {
        return {packed & ((1U << kTransformShift) - 1), packed >> kTransformShift};
    }

    [[nodiscard]] std::uint64_t shared_rank(const Men<kGroups>& men) const noexcept {
        std::uint64_t rank = 0;
        Bits taken = 0;
        for (std::size_t i = 0; i < kShared; ++i) {
            rank = rank * shared_rankings_[i].size() +
                   shared_rankings_[i].rank(extract(men[i], shape_[i].squares & ~taken));
            taken |= men[i];
        }
        return rank;
    }

    void add_outers(std::size_t group, Men<kGroups>& men, Bits taken);
    void add_outer(const Men<kGroups>& men, Bits taken);
    void add_blocks(std::uint32_t outer_number, Bits taken, std::uint8_t stabiliser);
    void add_block(std::uint32_t outer_number, Bits taken, Bits waiting, std::uint8_t stabiliser);

    const SymmetryGroup* symmetries_;
    TableShape<kGroups> shape_;
    LeftOut<kGroups> left_out_;
    std::vector<Outer> outers_;
    std::vector<std::uint32_t> outer_table_;  ///< packed KeyLocation by shared_rank()
    std::array<Ranking, kShared> shared_rankings_;
    std::vector<Block> blocks_;
    std::array<Ranking, 65> waiting_rankings_;   ///< of the waiting men, by number of free squares
    std::array<Ranking, 65> rankings_;           ///< of the moving men, by number of free squares
    std::array<std::vector<Bits>, 65> subsets_;  ///< likewise
    std::uint64_t size_ = 0;
    std::uint32_t largest_block_ = 0;
    int most_free_squares_ = 0;
};

template <std::size_t kGroups>
Index<kGroups>::Index(const SymmetryGroup& symmetries, const TableShape<kGroups>& shape,
                      const LeftOut<kGroups>& left_out)
    : symmetries_(&symmetries), shape_(shape), left_out_(left_out) {
    std::uint64_t shared_patterns = 1;
    for (std::size_t i = 0; i < kShared; ++i) {
        shared_rankings_[i] = Ranking(count(shape[i].squares), shape[i].men);
        shared_patterns *= shared_rankings_[i].size();
    }
    outer_table_.assign(shared_patterns, ~std::uint32_t{0});
    Men<kGroups> men{};
    add_outers(0, men, 0);
}

/// Walks through all patterns of the shared groups, outermost first.
template <std::size_t kGroups>
void Index<kGroups>::add_outers(std::size_t group, Men<kGroups>& men, Bits taken) {
    if (group == kShared) {
        add_outer(men, taken);
        return;
    }
    const Bits free = shape_[group].squares & ~taken;
    for (const Bits subset : all_subsets(count(free), shape_[group].men)) {
        men[group] = deposit(subset, free);
        add_outers(group + 1, men, taken | men[group]);
    }
}

template <std::size_t kGroups>
void Index<kGroups>::add_outer(const Men<kGroups>& men, Bits taken) {
    if (outer_table_[shared_rank(men)] != ~std::uint32_t{0}) return;
    const auto number = static_cast<std::uint32_t>(outers_.size());
    std::uint8_t stabiliser = 0;
    for (unsigned g = 0; g < symmetries_->size(); ++g) {
        Men<kGroups> image{};
        for (std::size_t i = 0; i < kShared; ++i)
            image[i] = symmetries_->apply(g, men[i]);
        if (image == men) stabiliser = static_cast<std::uint8_t>(stabiliser | 1U << g);
        std::uint32_t& packed = outer_table_[shared_rank(image)];
        if (packed == ~std::uint32_t{0}) packed = pack(number, symmetries_->inverse(g));
    }
    Outer outer;
    for (std::size_t i = 0; i < kShared; ++i)
        outer.shared[i] = men[i];
    outer.free = shape_[kWaiting].squares & ~taken;
    outer.first_block = blocks();
    Ranking& ranking = waiting_rankings_[static_cast<std::size_t>(count(outer.free))];
    if (ranking.size() == 0) ranking = Ranking(count(outer.free), shape_[kWaiting].men);
    outers_.push_back(std::move(outer));
    add_blocks(number, taken, stabiliser);
}

/// One block for each orbit of the waiting men under what keeps the shared pattern in place.
template <std::size_t kGroups>
void Index<kGroups>::add_blocks(std::uint32_t outer_number, Bits taken, std::uint8_t stabiliser) {
    Outer& outer = outers_[outer_number];
    const bool reduce = stabiliser != 1;
    const Ranking& ranking = waiting_ranking(outer);
    if (reduce) outer.table.assign(ranking.size(), ~std::uint32_t{0});
    Bits subset = first_squares(shape_[kWaiting].men);
    for (std::uint32_t rank = 0; rank < ranking.size(); ++rank, subset = next_subset(subset)) {
        if (reduce && outer.table[rank] != ~std::uint32_t{0}) continue;
        const Bits waiting = deposit(subset, outer.free);
        std::uint8_t left = 0;
        for_each_square(stabiliser, [&](int element) {
            const auto g = static_cast<unsigned>(element);
            const Bits image = symmetries_->apply(g, waiting);
            if (image == waiting) left = static_cast<std::uint8_t>(left | 1U << g);
            if (!reduce) return;
            std::uint32_t& packed = outer.table[ranking.rank(extract(image, outer.free))];
            if (packed == ~std::uint32_t{0}) packed = pack(blocks() - outer.first_block, symmetries_->inverse(g));
        });
        add_block(outer_number, taken, waiting, left);
    }
}

template <std::size_t kGroups>
void Index<kGroups>::add_block(std::uint32_t outer_number, Bits taken, Bits waiting, std::uint8_t stabiliser) {
    Block block;
    block.waiting = waiting;
    block.free = shape_[kMoving].squares & ~(taken | waiting);
    block.first_entry = size_;
    block.outer = outer_number;
    block.stabiliser = stabiliser;
    block.images = static_cast<std::uint8_t>(symmetries_->size() / static_cast<unsigned>(count(stabiliser)));
    block.free_squares = static_cast<std::uint8_t>(count(block.free));
    most_free_squares_ = std::max(most_free_squares_, count(block.free));
    const int men = shape_[kMoving].men;
    if (rankings_[block.free_squares].size() == 0 && men <= block.free_squares) {
        rankings_[block.free_squares] = Ranking(block.free_squares, men);
        subsets_[block.free_squares] = all_subsets(block.free_squares, men);
        largest_block_ = std::max(largest_block_, rankings_[block.free_squares].size());
    }
    if (left_out_) block.stored = !left_out_(key(block));
    blocks_.push_back(block);
    size_ += block_size(blocks() - 1);
}

template <std::size_t kGroups>
std::uint64_t Index<kGroups>::memory_bytes() const noexcept {
    std::uint64_t bytes = blocks_.capacity() * sizeof(Block) + outer_table_.capacity() * sizeof(std::uint32_t);
    for (const Outer& outer : outers_)
        bytes += sizeof(Outer) + outer.table.capacity() * sizeof(std::uint32_t);
    for (const auto& subsets : subsets_)
        bytes += subsets.capacity() * sizeof(Bits);
    for (std::size_t i = 0; i < kShared; ++i)
        bytes += Ranking::memory_bytes(count(shape_[i].squares), shape_[i].men);
    for (std::size_t free = 0; free < rankings_.size(); ++free) {
        const auto squares = static_cast<int>(free);
        if (waiting_rankings_[free].size() != 0) bytes += Ranking::memory_bytes(squares, shape_[kWaiting].men);
        if (rankings_[free].size() != 0) bytes += Ranking::memory_bytes(squares, shape_[kMoving].men);
    }
    return bytes;
}

}  // namespace retrograde
