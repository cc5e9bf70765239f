// The rules of Pangki as text for people.
#pragma once

#include <string>
#include <string_view>

#include "games/conventions_text.hpp"

namespace retrograde {

inline constexpr std::string_view kPangkiText = R"(PANGKI

Board and start
  4x4 squares, six men a side. Black (b) moves first and sits at the bottom: the
  four squares of row 1, a2 and d2. White (w) mirrors it.

      4  w w w w
      3  w . . w
      2  b . . b
      1  b b b b        wwww/w2w/b2b/bbbb b
         a b c d

Move
  One man of the side to move goes to an empty square next to it, along a row or
  a column.

Capture
  After the move, a line (a row or a column) captures when it holds exactly two
  men of the mover, next to each other, exactly one enemy man, next to that
  pair, and one empty square. With b the mover:

      captures:     bbw.  .bbw  wbb.  .wbb
      does not:     bbbw  bwbw  wbbw  bb.w  b.bw

  The enemy man is removed. All lines are judged on the board as it stands right
  after the move, and all their captures are made together. A man that walks
  into such a line by its own move is safe. Which lines can capture is an
  option.

End
  A side with one man or none has lost. A side to move that has no legal move
  has lost. Repetition is a draw. A position in which the side not to move has
  at most one man is over.

Options
  capture=touched      (default) the rows and columns of the square left and of
                       the square entered, three lines in all: a man may make a
                       pair by leaving a triplet, and up to three men may fall
                       in one move
  capture=destination  the row and the column of the square entered; up to two
                       captures
  capture=any          all eight lines: a formation that stood before may
                       capture at the mover's next turn

Move text
  b1-b2; with captures b1-b2xc3 and b1-b2xb4xc3, the captured squares in
  ascending order (a1, b1, ... d4).

Symmetry
  The eight symmetries of the square, and exchange of colours together with the
  side to move.

Sources
  The article on Cinc camins, section on Pangki; J. Doucette's page on Pangki
  God (2001). Doucette solved the game: it is a draw; of the two first moves
  that differ under mirroring one draws, and the other loses in 15 moves. That
  is the game under capture=destination: a2-b2 draws, and after b1-b2 White wins
  in 29 plies, which is White's 15th move. It is also a draw under the other two
  options, b1-b2 losing to a win in 33 plies (touched) or 25 plies (any).
)";

/// The rules in full, conventions included.
[[nodiscard]] inline std::string pangki_rules_text() { return std::string(kPangkiText).append(kConventionsText); }

}  // namespace retrograde
