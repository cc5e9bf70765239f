// Symmetries of a board as permutations of its squares, applied to sets of squares eight squares at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "retrograde/bits.hpp"

namespace retrograde {

/// Where each square goes; squares beyond the board stay.
using Permutation = std::array<std::uint8_t, 64>;

/// A permutation prepared for sets: one table of 256 sets for every eight squares.
class SetMap {
public:
    SetMap(const Permutation& permutation, int squares);

    [[nodiscard]] Bits operator()(Bits set) const noexcept {
        Bits image = 0;
        for (const auto& table : tables_) {
            image |= table[set & 0xFF];
            set >>= 8;
        }
        return image;
    }

private:
    std::vector<std::array<Bits, 256>> tables_;
};

/// Symmetries of a grid of width x height squares, in this order where present: identity, half turn,
/// left-right mirror, top-bottom mirror, then for square grids both diagonals and the quarter turns.
enum class GridSymmetry : std::uint8_t {
    identity,
    half_turn,
    mirror_columns,
    mirror_rows,
    main_diagonal,  ///< exchanges columns and rows
    anti_diagonal,
    quarter_turn,
    three_quarter_turn
};

[[nodiscard]] Permutation permutation_of(GridSymmetry symmetry, int width, int height);

/// A group of symmetries; number 0 is the identity.
class SymmetryGroup {
public:
    /// `elements` must be closed under composition and start with the identity; at most 8.
    SymmetryGroup(std::span<const Permutation> elements, int squares);

    [[nodiscard]] unsigned size() const noexcept { return static_cast<unsigned>(maps_.size()); }

    /// Image of a set under element g.
    [[nodiscard]] Bits apply(unsigned g, Bits set) const noexcept { return maps_[g](set); }

    [[nodiscard]] unsigned inverse(unsigned g) const noexcept { return inverse_[g]; }

    /// The element that does `first`, then `second`.
    [[nodiscard]] unsigned compose(unsigned second, unsigned first) const noexcept { return compose_[second][first]; }

private:
    std::vector<SetMap> maps_;
    std::array<std::uint8_t, 8> inverse_{};
    std::array<std::array<std::uint8_t, 8>, 8> compose_{};
};

/// All eight symmetries of a square grid, or the four of any other.
[[nodiscard]] SymmetryGroup grid_group(int width, int height);

}  // namespace retrograde
