#include "games/diamond_rules.hpp"

#include <algorithm>

#include "retrograde/error.hpp"

namespace retrograde {

namespace {

[[noreturn]] void fail(const std::string& what) { throw Error(ErrorKind::usage, "position: " + what); }

}  // namespace

Position DiamondRules::start() const {
    Position position;
    position.phase = Phase::placement;
    return position;
}

void DiamondRules::check(const Position& position) const {
    check_men(position);
    check_numbers(position);
}

void DiamondRules::check_men(const Position& position) const {
    for (int point = 0; point < kMaxSquares; ++point) {
        const Piece piece = at(position, point);
        if (piece == Piece::none) continue;
        if (point >= board().squares() || !board().exists(point)) fail("a man stands outside the net");
        if (piece != Piece::first && piece != Piece::second && piece != Piece::neutral) fail("an unknown man");
    }
    for (const Side side : {Side::first, Side::second}) {
        const int men = count_men(position, side);
        if (men <= pieces_) continue;
        const char letter = side == Side::first ? board().first_letter : board().second_letter;
        fail(std::to_string(men) + " men `" + letter + "`, but a side has " + std::to_string(pieces_));
    }
}

void DiamondRules::check_numbers(const Position& position) const {
    const int black = count_men(position, Side::first);
    const int white = count_men(position, Side::second);
    const auto neutral = static_cast<int>(std::ranges::count(position.squares, Piece::neutral));
    const std::string numbers = std::to_string(black) + " men `b` and " + std::to_string(white) + " men `w`";
    switch (position.phase) {
        case Phase::placement:
            if (neutral != 0) fail("there are no neutral men while men are placed");
            if (position.to_move == Side::first && black != white) fail(numbers + " placed, but it is Black's turn");
            if (position.to_move == Side::second && black != white + 1)
                fail(numbers + " placed, but it is White's turn");
            if (black + white == 2 * pieces_) fail("all men are placed, so the phase is `m`");
            break;
        case Phase::movement:
            if (neutral > 2 * pieces_ - black - white) {
                fail(numbers + " leave at most " + std::to_string(2 * pieces_ - black - white) + " neutral men, not " +
                     std::to_string(neutral));
            }
            break;
        default: fail("this game has a phase, placement or movement");
    }
}

std::optional<Value> DiamondRules::over(const Position& position) const {
    if (owns_square(position, position.to_move)) return Value::win;
    if (owns_square(position, other(position.to_move))) return Value::loss;
    if (position.phase == Phase::movement && !can_move_man(position)) return Value::draw;
    return std::nullopt;
}

bool DiamondRules::owns_square(const Position& position, Side side) const {
    const Piece man = man_of(side);
    return std::ranges::any_of(net_.squares(), [&](const DiamondNet::Square& square) {
        return std::ranges::all_of(square, [&](std::uint8_t corner) { return at(position, corner) == man; });
    });
}

bool DiamondRules::can_move_man(const Position& position) const {
    const Piece man = man_of(position.to_move);
    return std::ranges::any_of(net_.lines(), [&](const DiamondNet::Line& line) {
        const Piece one = at(position, line[0]);
        const Piece another = at(position, line[1]);
        return (one == man && another == Piece::none) || (one == Piece::none && another == man);
    });
}

bool DiamondRules::can_remove(const Position& position, int point) const {
    if (at(position, point) != Piece::neutral) return false;
    return std::ranges::none_of(net_.neighbours(point), [&](std::uint8_t neighbour) {
        return at(position, neighbour) == Piece::first || at(position, neighbour) == Piece::second;
    });
}

/// Point of the man captured by a man that has moved to `to`, or -1; `after` is the board after the move, the capture
/// not yet made.
int DiamondRules::captured_by(const Position& after, int to, Side mover) const {
    const Piece own = man_of(mover);
    const Piece enemy = man_of(other(mover));
    int cornered = -1;
    for (const auto& [one, another] : net_.triangles_at(to)) {
        int enemy_corner = -1;
        if (at(after, one) == own && at(after, another) == enemy) enemy_corner = another;
        if (at(after, one) == enemy && at(after, another) == own) enemy_corner = one;
        if (enemy_corner < 0 || enemy_corner == cornered) continue;
        if (cornered >= 0) return -1;  // two different ones
        cornered = enemy_corner;
    }
    return cornered;
}

std::string DiamondRules::move_text(const DiamondMove& move) const {
    switch (move.kind) {
        case DiamondMove::Kind::placement: return square_name(board(), move.to);
        case DiamondMove::Kind::removal: return '(' + square_name(board(), move.from) + ')';
        default: break;
    }
    return square_name(board(), move.from) + '-' + square_name(board(), move.to) + (move.captured >= 0 ? "*" : "");
}

Value value_with_pie_rule(std::span<const Value> after_placements) {
    return std::ranges::find(after_placements, Value::draw) != after_placements.end() ? Value::draw : Value::loss;
}

}  // namespace retrograde
