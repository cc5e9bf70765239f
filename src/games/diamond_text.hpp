// The rules of Diamond as text for people.
#pragma once

#include <string>
#include <string_view>

#include "games/conventions_text.hpp"

namespace retrograde {

inline constexpr std::string_view kDiamondText = R"(DIAMOND

  Two players place and then move men on the crossing points of a net of squares
  and triangles; captured men are replaced by neutral ones. Black (b) moves
  first, White (w) second; neutral men are n.

The net
  It is written as a grid of 2s+2 by 2s+2 points for size s, with the top-left
  and the bottom-right point missing. Number columns and rows from 1. Points
  next to each other in a row or a column are joined by a line. Each cell of the
  grid, named by its lower-left point (c, r), is

  - a square when c + r is odd;
  - cut by the diagonal (c, r)-(c+1, r+1) into two triangles when c and r are
    both odd;
  - cut by the diagonal (c+1, r)-(c, r+1) into two triangles when c and r are
    both even.

  The two cells at the missing points have one triangle only. Diagonals are
  lines too. Every inner point has five neighbours.

      size                   grid  points  lines  squares  triangles
      1                      4x4       14     25        4          8
      2                      6x6       34     69       12         24
      3 (the game as sold)   8x8       62    133       24         48

  With columns a to h and rows 1 to 8, e3-e4, f3-f4, g3-f3, f4-e3 and g4-f4 are
  moves along lines, and b5, b6, c5, c6 is a square.

Placement phase
  Starting with Black, the players in turn put one of their men on an empty
  point until both have placed all of theirs. Nothing is captured. A player
  whose men stand on all four corners of a square wins at once. The pie rule
  (White may change sides after Black's first man) is a matter of the first move
  only.

Movement phase
  Black moves first. In turn, a player either

  - moves one of their men along a line to an empty neighbouring point, or
  - removes a neutral man that has no black or white man next to it.

  Passing is not allowed.

Capture
  After a man has moved to a point, look at the triangles that have the point as
  a corner. If the other two corners hold one man of the mover and one of the
  enemy, that enemy man is cornered. If exactly one enemy man is cornered in all
  (on one triangle or on two at once), it is captured: a neutral man takes its
  place. If two different ones are cornered, none is captured. A man that moves
  in between two enemy men is safe.

End
  A player whose men stand on all four corners of a square wins (after any
  capture). It is a draw when the player to move cannot move a man, even if a
  neutral man could be removed, and on repetition. The rule that 50 plies
  without a capture or a removal of a neutral man make a draw is left out of the
  values.

Options
  size=1|2|3  (default 3) size of the net
  pieces=K    men a side, from 4 to as many as fit on the net
              (default 4 for size 1, 8 for size 2, 12 for size 3)

Position text
  After the side to move comes the phase: p for placement, m for movement.
  The empty board of size 3 is .7/8/8/8/8/8/8/7. b p

Move text
  b2      a man is placed
  b1-b2   a man moves
  b1-b2*  a man moves and captures
  (b3)    a neutral man is removed

Layers
  Black men, white men, neutral men, and the phase. A capture turns a man into a
  neutral one, a removal takes a neutral man away, a placement adds a man;
  nothing goes back. The number of neutral men never exceeds the men lost. A
  side with fewer than four men cannot win.

Symmetry
  The identity, the half turn, and the two reflections in the diagonals of the
  grid; exchange of colours together with the side to move.

Source
  The article on Diamond (L. Back, 1994).
)";

/// The rules in full, conventions included.
[[nodiscard]] inline std::string diamond_rules_text() { return std::string(kDiamondText).append(kConventionsText); }

}  // namespace retrograde
