// Sets of squares as 64-bit words, and the few operations the solver needs on them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace retrograde {

/// A set of squares: bit i stands for square i.
using Bits = std::uint64_t;

[[nodiscard]] constexpr Bits bit(int square) noexcept { return Bits{1} << square; }

/// All squares 0 .. n-1, n from 0 to 64.
[[nodiscard]] constexpr Bits first_squares(int n) noexcept { return n >= 64 ? ~Bits{0} : bit(n) - 1; }

[[nodiscard]] constexpr int count(Bits set) noexcept { return std::popcount(set); }

/// Lowest square of a set that is not empty.
[[nodiscard]] constexpr int lowest(Bits set) noexcept { return std::countr_zero(set); }

/// Calls visit(square) for each square, lowest first.
template <class Visitor>
constexpr void for_each_square(Bits set, Visitor&& visit) {
    for (; set != 0; set &= set - 1)
        visit(lowest(set));
}

/// Versions without special instructions; the tests hold them against the fast ones.
namespace portable {

[[nodiscard]] constexpr Bits extract(Bits value, Bits mask) noexcept {
    Bits result = 0;
    for (Bits target = 1; mask != 0; mask &= mask - 1, target <<= 1) {
        if ((value & mask & (~mask + 1)) != 0) result |= target;
    }
    return result;
}

[[nodiscard]] constexpr Bits deposit(Bits value, Bits mask) noexcept {
    Bits result = 0;
    for (; mask != 0; mask &= mask - 1, value >>= 1) {
        if ((value & 1) != 0) result |= mask & (~mask + 1);
    }
    return result;
}

}  // namespace portable

/// Squares of `value` renumbered by their order within `mask` (PEXT).
[[nodiscard]] inline Bits extract(Bits value, Bits mask) noexcept {
#if defined(__BMI2__)
    return _pext_u64(value, mask);
#else
    return portable::extract(value, mask);
#endif
}

/// The inverse: bit i of `value` goes to the i-th square of `mask` (PDEP).
[[nodiscard]] inline Bits deposit(Bits value, Bits mask) noexcept {
#if defined(__BMI2__)
    return _pdep_u64(value, mask);
#else
    return portable::deposit(value, mask);
#endif
}

/// The next larger word with as many bits set (Gosper); colex order of subsets. The empty set follows itself.
[[nodiscard]] constexpr Bits next_subset(Bits set) noexcept {
    if (set == 0) return 0;
    const Bits low = set & (~set + 1);
    const Bits ripple = set + low;
    return ripple | (((set ^ ripple) >> 2) >> std::countr_zero(low));
}

namespace detail {
consteval auto make_binomials() {
    std::array<std::array<std::uint64_t, 66>, 66> table{};
    for (std::size_t n = 0; n < 66; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k)
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
    }
    return table;
}
inline constexpr auto kBinomials = make_binomials();
}  // namespace detail

/// Number of subsets of k of n things, n up to 65; 0 where k > n.
[[nodiscard]] constexpr std::uint64_t binomial(int n, int k) noexcept {
    return detail::kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

}  // namespace retrograde
