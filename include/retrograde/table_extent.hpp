// How large a table is, without its index, which takes a walk through all keys to build.
//
// Blocks are orbits of keys, so by Burnside's lemma their number is the mean, over the symmetries g, of the keys that g
// leaves as they are. In such a key every group of men stands on whole orbits of squares under the powers of g. Orbits
// of one length that are open to the same groups are of one *kind*. How many of each kind every group takes says how
// many keys there are, a product of binomials, and how many squares they leave to the moving men, which is the size of
// their blocks. The keys of a table of billions of blocks fall into a few hundred such classes at the most.
//
// Which blocks are left out is a matter of the waiting men. The placements of theirs that hold none of the sets are
// counted in one walk through the orbits in the order of the board; it remembers of a placement no more than what it
// holds of the sets that have been entered and may still be completed, so that most placements fall together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "retrograde/bits.hpp"
#include "retrograde/index.hpp"
#include "retrograde/symmetry.hpp"

namespace retrograde {

/// Doubles, because they may be beyond all integers.
struct TableExtent {
    double entries = 0;          ///< Index::size()
    double blocks = 0;           ///< Index::blocks(), stored or not
    double outers = 0;           ///< shared patterns up to symmetry
    double shared_patterns = 0;  ///< all of them that the index has room for

    /// No shared pattern has more under it, bounds from above. Quiet moves never change the pattern, so that what is
    /// under one, with the same in the partner, can be solved on its own.
    double largest_outer_entries = 0;
    double largest_outer_blocks = 0;

    double index_bytes = 0;  ///< Index::memory_bytes(), within a few per cent
    bool exact = true;       ///< `entries`, `blocks`, `outers`; false where rounded, beyond 2^53
};

/// Counts the tables of a game; what they have in common is worked out once.
class ExtentCounter {
public:
    /// `symmetries` must outlive the counter. As for an index, they must keep the squares of every group and the sets
    /// of what is left out.
    explicit ExtentCounter(const SymmetryGroup& symmetries);
    ~ExtentCounter();
    ExtentCounter(const ExtentCounter&) = delete;
    ExtentCounter& operator=(const ExtentCounter&) = delete;

    template <std::size_t kGroups>
    [[nodiscard]] TableExtent extent_of(const TableShape<kGroups>& shape, const LeftOut<kGroups>& left_out = {}) {
        return extent_of(std::span<const GroupShape>(shape), left_out.sets, Index<kGroups>::outer_bytes());
    }

private:
    struct KeyCounts;
    class Layout;

    [[nodiscard]] TableExtent extent_of(std::span<const GroupShape> shape, const std::vector<Bits>& left_out,
                                        std::size_t outer_bytes);
    [[nodiscard]] Layout& layout_of(std::span<const GroupShape> shape, const std::vector<Bits>& left_out);

    const SymmetryGroup* symmetries_;
    std::vector<Layout> layouts_;
};

}  // namespace retrograde
