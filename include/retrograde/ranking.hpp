// Ranking of subsets in colex order: the k-subsets of n squares are numbered 0 .. C(n,k)-1 by
//     rank {p1 < p2 < ... < pk} = C(p1,1) + C(p2,2) + ... + C(pk,k),
// the order of the words as numbers, so that next_subset() walks through it. On boards of up to 32 squares the
// sum is split at the middle: the men in the lower half are looked up in one table, those in the upper half in
// a table for the number of men below them.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograde/bits.hpp"

namespace retrograde {

class Ranking {
public:
    Ranking() = default;

    /// Subsets of `men` of `squares` squares; `men` may exceed `squares`, then there are none.
    /// C(squares, men) must be below 2^32.
    Ranking(int squares, int men);

    /// Number of subsets.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

    /// Bytes that a ranking takes in memory.
    [[nodiscard]] static std::uint64_t memory_bytes(int squares, int men) noexcept;

    /// Rank of a set of `men` squares out of 0 .. squares-1.
    [[nodiscard, gnu::always_inline]] std::uint32_t rank(Bits set) const noexcept {
        if (low_.empty()) return rank_by_sum(set);
        const Bits low = set & low_mask_;
        const auto below = static_cast<std::size_t>(count(low));
        return low_[low] + high_[(below << high_bits_) + (set >> low_bits_)];
    }

    /// The sum of the definition, man by man; for large boards, and to test the tables.
    [[nodiscard]] static std::uint32_t rank_by_sum(Bits set) noexcept {
        std::uint64_t sum = 0;
        int man = 1;
        for_each_square(set, [&](int square) { sum += binomial(square, man++); });
        return static_cast<std::uint32_t>(sum);
    }

private:
    static constexpr int kLargestTable = 32;  ///< squares; two tables of 2^16 words at the most

    std::uint32_t size_ = 0;
    int low_bits_ = 0;
    int high_bits_ = 0;
    Bits low_mask_ = 0;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> high_;  ///< [men below << high_bits | upper half]
};

/// All k-subsets of n squares in rank order: unranking by one look-up.
[[nodiscard]] std::vector<Bits> all_subsets(int squares, int men);

}  // namespace retrograde
