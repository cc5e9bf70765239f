// The plain rules of Diamond, both phases, on a board of squares.
//
// The players place their men in turn on empty points, then move them along the lines of the net, or remove a neutral
// man that has no black or white man next to it. A man that moves to a point captures through the triangles there:
// where the other two corners are one man of the mover and one enemy, that enemy is cornered, and if exactly one enemy
// is cornered in all, a neutral man takes its place. Whose men stand on all four corners of a square has won. Who
// cannot move a man has drawn.
//
// Source: the article on Diamond (L. Back, 1994). The draw after 50 plies without a capture or a removal is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "games/diamond_net.hpp"
#include "games/plain_rules.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

struct DiamondSetup {
    int size = 3;     ///< of the net, 1 to DiamondNet::kLargestSize
    int pieces = 12;  ///< men a side; together they fit on the net
};

/// A man placed on `to`, moved from `from` to `to`, or a neutral man removed from `from`.
struct DiamondMove {
    enum class Kind : std::uint8_t { placement, step, removal };

    Kind kind = Kind::step;
    int from = -1;
    int to = -1;
    int captured = -1;  ///< point of the captured man, -1 if there is none

    friend bool operator==(const DiamondMove&, const DiamondMove&) = default;
};

/// Satisfies PlainRules; see there for what the members promise.
class DiamondRules {
public:
    using PlainMove = DiamondMove;

    explicit DiamondRules(const DiamondSetup& setup) : net_(setup.size), pieces_(setup.pieces) {}

    [[nodiscard]] const DiamondNet& net() const noexcept { return net_; }
    [[nodiscard]] const Board& board() const noexcept { return net_.board(); }
    [[nodiscard]] int pieces() const noexcept { return pieces_; }

    /// The empty board.
    [[nodiscard]] Position start() const;

    /// Throws Error(usage) where something stands outside the net, a side has too many men, the numbers of men placed
    /// do not fit the side to move, or there are more neutral men than men have been lost.
    void check(const Position& position) const;

    /// A side that owns a square has won, the side to move if (which no play leads to) both do. The side to move that
    /// cannot move a man has drawn, even if it could remove a neutral man.
    [[nodiscard]] std::optional<Value> over(const Position& position) const;

    /// Calls `visit(const DiamondMove&, const Position& after)` for each legal move.
    template <class Visitor>
    void for_each_move(const Position& position, Visitor&& visit) const;

    /// `b2`, `b1-b2`, `b1-b2*` with a capture, `(b3)` for a removal.
    [[nodiscard]] std::string move_text(const DiamondMove& move) const;

private:
    [[nodiscard]] static Piece at(const Position& position, int point) {
        return position.squares[static_cast<std::size_t>(point)];
    }
    static void put(Position& position, int point, Piece piece) {
        position.squares[static_cast<std::size_t>(point)] = piece;
    }

    void check_men(const Position& position) const;
    void check_numbers(const Position& position) const;

    [[nodiscard]] bool owns_square(const Position& position, Side side) const;
    [[nodiscard]] bool can_move_man(const Position& position) const;
    [[nodiscard]] bool can_remove(const Position& position, int point) const;
    [[nodiscard]] int captured_by(const Position& after, int to, Side mover) const;

    template <class Visitor>
    void for_each_placement(const Position& position, Position& after, Visitor&& visit) const;
    template <class Visitor>
    void for_each_step(const Position& position, Position& after, Visitor&& visit) const;
    template <class Visitor>
    void for_each_removal(const Position& position, Position& after, Visitor&& visit) const;

    DiamondNet net_;
    int pieces_;
};

/// What the pie rule makes of the empty board: its value for the first player, if the second player may change sides
/// after the first man. `after_placements` holds the values of the positions after each first placement, for the side
/// to move there. White takes the better side of each, so Black has no win, and a draw only with a first man that
/// draws.
[[nodiscard]] Value value_with_pie_rule(std::span<const Value> after_placements);

template <class Visitor>
void DiamondRules::for_each_move(const Position& position, Visitor&& visit) const {
    if (over(position)) return;
    Position after = position;  // changed and changed back for each move: cheaper than a copy for each
    after.to_move = other(position.to_move);
    if (position.phase == Phase::placement) {
        for_each_placement(position, after, visit);
    } else {
        for_each_step(position, after, visit);
        for_each_removal(position, after, visit);
    }
}

template <class Visitor>
void DiamondRules::for_each_placement(const Position& position, Position& after, Visitor&& visit) const {
    int men = 0;
    for (int point = 0; point < board().squares(); ++point)
        men += at(position, point) != Piece::none ? 1 : 0;
    if (men + 1 == 2 * pieces_) after.phase = Phase::movement;
    for (int point = 0; point < board().squares(); ++point) {
        if (!board().exists(point) || at(position, point) != Piece::none) continue;
        put(after, point, man_of(position.to_move));
        visit(DiamondMove{.kind = DiamondMove::Kind::placement, .to = point}, std::as_const(after));
        put(after, point, Piece::none);
    }
}

template <class Visitor>
void DiamondRules::for_each_step(const Position& position, Position& after, Visitor&& visit) const {
    const Piece man = man_of(position.to_move);
    const Piece enemy = man_of(other(position.to_move));
    for (int from = 0; from < board().squares(); ++from) {
        if (at(position, from) != man) continue;
        put(after, from, Piece::none);
        for (const std::uint8_t to : net_.neighbours(from)) {
            if (at(position, to) != Piece::none) continue;
            put(after, to, man);
            const int captured = captured_by(after, to, position.to_move);
            if (captured >= 0) put(after, captured, Piece::neutral);
            visit(DiamondMove{.kind = DiamondMove::Kind::step, .from = from, .to = to, .captured = captured},
                  std::as_const(after));
            if (captured >= 0) put(after, captured, enemy);
            put(after, to, Piece::none);
        }
        put(after, from, man);
    }
}

template <class Visitor>
void DiamondRules::for_each_removal(const Position& position, Position& after, Visitor&& visit) const {
    for (int point = 0; point < board().squares(); ++point) {
        if (!can_remove(position, point)) continue;
        put(after, point, Piece::none);
        visit(DiamondMove{.kind = DiamondMove::Kind::removal, .from = point}, std::as_const(after));
        put(after, point, Piece::neutral);
    }
}

static_assert(PlainRules<DiamondRules>);

}  // namespace retrograde
