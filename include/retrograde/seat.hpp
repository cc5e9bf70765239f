// Between positions as the plain rules see them and positions as tables store them.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>

#include "retrograde/bits.hpp"
#include "retrograde/index.hpp"
#include "retrograde/position.hpp"

namespace retrograde {

/// Where a position is stored: the table, and its men as seen by the side to move.
template <std::size_t kGroups>
struct Seat {
    std::size_t table = 0;
    Men<kGroups> men{};
};

/// Squares on which a piece stands, eight squares at a time.
[[nodiscard]] inline Bits squares_of(const Position& position, Piece piece, int squares) noexcept {
    constexpr Bits kLowestOfBytes = 0x0101'0101'0101'0101;
    static_assert(sizeof(Piece) == 1 && std::endian::native == std::endian::little);
    const int shift = std::countr_zero(static_cast<unsigned>(piece));
    Bits found = 0;
    for (int first = 0; first < squares; first += 8) {
        Bits eight = 0;
        std::memcpy(&eight, position.squares.data() + first, sizeof(eight));
        found |= extract(eight >> shift, kLowestOfBytes) << first;
    }
    return found;
}

/// Puts a piece on each square of a set.
inline void put(Position& position, Bits squares, Piece piece) noexcept {
    for_each_square(squares, [&](int square) { position.squares[static_cast<std::size_t>(square)] = piece; });
}

}  // namespace retrograde
