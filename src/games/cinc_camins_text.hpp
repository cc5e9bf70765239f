// The rules of Cinc camins as text for people.
#pragma once

#include <string>
#include <string_view>

#include "games/conventions_text.hpp"

namespace retrograde {

inline constexpr std::string_view kCincCaminsText = R"(CINC CAMINS

Board and start
  5x5 squares, five men a side on the first row. Black (b) moves first and sits
  at the bottom, White (w) at the top.

      5  w w w w w
      4  . . . . .
      3  . . . . .
      2  . . . . .
      1  b b b b b      wwwww/5/5/5/bbbbb b
         a b c d e

Move
  One man of the side to move goes to an empty square next to it, along a row or
  a column.

Capture
  After the move, a line (a row or a column) captures when it holds exactly two
  men of the mover, next to each other, exactly one enemy man, next to that
  pair, and nothing else. With b the mover:

      captures:     bbw..  .bbw.  ..bbw  ..wbb  .wbb.  wbb..

  The enemy man is removed. All lines are judged on the board as it stands right
  after the move, and all their captures are made together. A man may make the
  pair by entering the line or by leaving a triplet. A man that walks into such
  a line by its own move is safe. Which lines can capture is an option.

End
  A side that has lost all its men has lost. A side to move that has no legal
  move has lost, or the game is drawn, by option. Repetition is a draw. A
  position in which the side not to move has no man is over.

Options
  capture=touched      (default) the rows and columns of the square left and of
                       the square entered, three lines in all; up to three
                       captures in one move
  capture=destination  the row and the column of the square entered; up to two
                       captures
  capture=any          all ten lines: a formation that stood before may capture
                       at the mover's next turn
  stalemate=loss       (default) a side that cannot move has lost; the sources
                       do not say, and Pangki, the descendant of this game,
                       counts it so
  stalemate=draw       a side that cannot move has drawn

Move text
  b1-b2; with captures b1-b2xc3 and b1-b2xb4xc3, the captured squares in
  ascending order (a1, b1, ... e5).

Symmetry
  The eight symmetries of the square, and exchange of colours together with the
  side to move.

Size
  With 1 to 5 men a side there are 1,602,007,870 positions with a given side to
  move.

Source
  The article on Cinc camins.
)";

/// The rules in full, conventions included.
[[nodiscard]] inline std::string cinc_camins_rules_text() {
    return std::string(kCincCaminsText).append(kConventionsText);
}

}  // namespace retrograde
