// What the rules of all games have in common, as text for people: the end of every game's rules text.
#pragma once

#include <string_view>

namespace retrograde {

inline constexpr std::string_view kConventionsText = R"(
Squares
  Columns are letters from a at the left, rows are numbers from 1 at the bottom,
  as the player sees them who moves first.

Position text
  ROWS SIDE [PHASE], in the manner of chess FEN. Rows from the top, joined by
  "/"; a digit stands for that many empty squares, a letter for a man, "." for a
  point that the board does not have. SIDE is the letter of the side to move.
  "_" may stand for a space, so that a position can be one shell word. Letters
  may be typed in either case; they are printed in lower case.

Value and distance
  value  that of the side to move with best play by both: win, draw or loss. A
         position that neither side can win because play can go round for ever
         is a draw.
  dtw    distance to win in plies, one ply being one move of one side: the
         winner plays to shorten it, the loser to lengthen it. A position that
         is lost already has dtw 0; a win has an odd number, a loss an even one.
         A draw has none.
  layer  all positions with the same numbers of men. Counts are of positions as
         they stand on the board, not reduced by symmetry.
)";

}  // namespace retrograde
