// The boards of the four games, for tests of positions.
#pragma once

#include "retrograde/position.hpp"

namespace retrograde::test {

inline Board pangki_board() { return {.width = 4, .height = 4}; }
inline Board cinc_camins_board() { return {.width = 5, .height = 5}; }
inline Board crossings_board() { return {.width = 8, .height = 8, .first_letter = 'r', .second_letter = 'b'}; }

/// The net of Diamond of size 1 to 3.
inline Board diamond_board(int size) {
    const int width = 2 * size + 2;
    Board board{.width = width, .height = width, .neutral_letter = 'n', .has_phases = true};
    board.missing = std::uint64_t{1} << board.square(0, width - 1) | std::uint64_t{1} << board.square(width - 1, 0);
    return board;
}

}  // namespace retrograde::test
