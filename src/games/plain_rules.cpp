#include "games/plain_rules.hpp"

#include "retrograde/error.hpp"

namespace retrograde {

int count_men(const Position& position, Side side) {
    return static_cast<int>(std::ranges::count(position.squares, man_of(side)));
}

void check_men(const Board& board, const Position& position, const std::array<int, 2>& men_at_start) {
    const auto fail = [](const std::string& what) { throw Error(ErrorKind::usage, "position: " + what); };
    if (position.phase != Phase::none) fail("this game has no phases");
    for (std::size_t square = 0; square < position.squares.size(); ++square) {
        const Piece piece = position.squares[square];
        if (piece == Piece::none) continue;
        if (static_cast<int>(square) >= board.squares()) fail("a man stands outside the board");
        if (piece != Piece::first && piece != Piece::second) fail("this game has no neutral men");
    }
    for (const Side side : {Side::first, Side::second}) {
        const int men = count_men(position, side);
        const int most = men_at_start[static_cast<std::size_t>(side)];
        if (men <= most) continue;
        const char letter = side == Side::first ? board.first_letter : board.second_letter;
        fail(std::to_string(men) + " men `" + letter + "`, but a side starts with " + std::to_string(most));
    }
}

}  // namespace retrograde
