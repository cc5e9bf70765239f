#include "games/crossings_rules.hpp"

#include "retrograde/error.hpp"

namespace retrograde {

CrossingsRules::CrossingsRules(const CrossingsSetup& setup)
    : board_{.width = setup.width, .height = setup.height, .first_letter = 'r', .second_letter = 'b'},
      men_at_start_(setup.ranks * setup.width),
      shift_(setup.shift) {
    for (int man = 0; man < men_at_start_; ++man) {
        start_.squares[static_cast<std::size_t>(man)] = Piece::first;
        start_.squares[static_cast<std::size_t>(board_.squares() - 1 - man)] = Piece::second;
    }
    auto direction = directions_.begin();
    for (const int up : {-1, 0, 1}) {
        for (const int right : {-1, 0, 1}) {
            if (up != 0 || right != 0) *direction++ = {steps(right, up), steps(-right, -up)};
        }
    }
}

CrossingsRules::Steps CrossingsRules::steps(int right, int up) const {
    Steps next{};
    for (int square = 0; square < board_.squares(); ++square) {
        const int column = board_.column(square) + right;
        const int row = board_.row(square) + up;
        const bool inside = column >= 0 && column < board_.width && row >= 0 && row < board_.height;
        next[static_cast<std::size_t>(square)] =
            static_cast<std::int8_t>(inside ? board_.square(column, row) : kOutside);
    }
    return next;
}

void CrossingsRules::check(const Position& position) const {
    check_men(board_, position, {men_at_start_, men_at_start_});
    const int own = crossed_stones(position, position.to_move);
    const int opponent = crossed_stones(position, other(position.to_move));
    if (opponent == own || opponent == own + 1) return;
    throw Error(ErrorKind::usage, "position: of the side to move " + std::to_string(own) +
                                      " stones have crossed, of its opponent " + std::to_string(opponent) +
                                      "; it must be as many, or one more of the opponent's");
}

int CrossingsRules::crossed_stones(const Position& position, Side side) const {
    int stones = 0;
    for (int square = 0; square < board_.squares(); ++square) {
        stones += piece_on(position, square) == man_of(side) && is_farthest_row(square, side) ? 1 : 0;
    }
    return stones;
}

bool CrossingsRules::has_unlocked(const Position& position) const {
    for (int square = 0; square < board_.squares(); ++square) {
        if (is_unlocked(position, square, Side::first) || is_unlocked(position, square, Side::second)) return true;
    }
    return false;
}

bool CrossingsRules::can_capture(const Position& position, int square, const Direction& direction, int stones) const {
    const Side enemy = other(position.to_move);
    if (!is_unlocked(position, square, enemy)) return false;
    int run = 0;
    for (; square != kOutside && piece_on(position, square) == man_of(enemy); square = step(direction.ahead, square)) {
        ++run;
    }
    return run < stones;
}

std::optional<Value> CrossingsRules::over(const Position& position) const {
    bool can_move = false;
    for_each_move(position, [&](const CrossingsMove&, const Position&) { can_move = true; });
    if (can_move) return std::nullopt;
    return must_answer(position) || has_unlocked(position) ? Value::loss : Value::draw;
}

std::string CrossingsRules::move_text(const CrossingsMove& move) const {
    return square_name(board_, move.rear) + (move.captures ? 'x' : '-') + square_name(board_, move.end);
}

}  // namespace retrograde
