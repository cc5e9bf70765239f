// The rules of Crossings as text for people.
#pragma once

#include <string>
#include <string_view>

#include "games/conventions_text.hpp"

namespace retrograde {

inline constexpr std::string_view kCrossingsText = R"(CROSSINGS

Board and start
  8x8 squares. Red (r) moves first and sits at the bottom, Blue (b) at the top;
  each fills its two nearest rows with stones.

      8  b b b b b b b b
      7  b b b b b b b b
      6  . . . . . . . .
      5  . . . . . . . .
      4  . . . . . . . .
      3  . . . . . . . .
      2  r r r r r r r r
      1  r r r r r r r r
         a b c d e f g h

      bbbbbbbb/bbbbbbbb/8/8/8/8/rrrrrrrr/rrrrrrrr r

Groups and moves
  A group is an unbroken run of stones of one colour in a straight line: row,
  column or diagonal. A single stone is a group of one. A move takes a stone, a
  whole group or a part of a group that includes one of its end stones, and
  shifts it along its own line:

  - Take a direction (one of eight) and a front stone whose next square in that
    direction holds no stone of its own colour.
  - The moving part is that stone and the k-1 stones of its colour straight
    behind it, for any k up to the length of that run. Locked stones (see below)
    never move: one of them ends the run.
  - It may move 1 to k squares. Every square entered by the front stone must be
    empty, but for the last, which may hold an enemy stone that can be captured;
    the move ends there.
  - A single stone may always be moved alone, one square, in any direction in
    which it is a front stone.

Capture
  The front stone may capture the enemy stone it meets if the enemy's unbroken
  run in the line of the move, counted from that stone onwards, is shorter than
  k. So a single stone never captures, and a pair captures a single one. Locked
  stones count in such a run, and can themselves not be captured.

Crossing, locked stones and the end
  - A stone that reaches the row farthest from its own side has crossed.
  - The opponent must answer at once by getting a stone of its own to its
    farthest row. If it cannot, it has lost. Capturing the stone that crossed is
    no answer. While it must answer, only crossing moves are legal.
  - If it does answer, both stones are locked: they cannot be moved or captured.
    The game goes on, and the next crossing that is not answered at once wins.
    Every stone that stands on its farthest row is such a stone.
  - With x stones of the side to move on its farthest row and y of the
    opponent's, play is normal when x = y, and the side to move must answer when
    y = x + 1. Any other difference is no legal position.
  - A side to move that has no legal move has lost; but in normal play, where
    neither side has a stone that is not locked, it is a draw. Repetition is a
    draw.

Options
  board=WxH    (default 8x8) columns and rows, 3 to 8 each way
  ranks=N      (default 2) rows that each side fills at the start, at most half
               of the rows
  shift=up-to  (default) a part of k stones moves 1 to k squares
  shift=exact  it moves exactly k squares, less only when a capture ends the
               move

Move text
  The square of the rearmost moving stone, "-" (or "x" for a capture), and the
  square where the front stone ends: b1-b4, a1xc3, d2-d3. The two squares give
  k and the distance, because the part includes the front end of its run.

Symmetry
  The left-right mirror; exchange of colours together with a top-bottom flip and
  the side to move.

Layers
  Red stones and blue stones, or finer: captures only take stones away, and
  locked stones never come back.

Source
  The article on Crossings (R. Abbott, in S. Sackson's "A Gamut of Games",
  1969).
)";

/// The rules in full, conventions included.
[[nodiscard]] inline std::string crossings_rules_text() { return std::string(kCrossingsText).append(kConventionsText); }

}  // namespace retrograde
