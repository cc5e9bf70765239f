// The plain rules of Crossings.
//
// A move takes a front stone and the k-1 own stones straight behind it, k at least 1, and shifts them 1 to k squares
// forward along their line (by option exactly k squares, less only when a capture ends the move). The squares that the
// front stone enters are empty; the last may hold an enemy stone, which is captured where the enemy's run from there on
// is shorter than k. A stone on the row farthest from its side has crossed: it is locked, and neither moves nor can be
// captured. The opponent must answer a crossing at once by a crossing of its own, or has lost.
//
// So a position needs no memory: with x stones of the side to move on its farthest row and y of the opponent's, play is
// normal where x = y, and the side to move must answer where y = x + 1. A side without a legal move has lost; in normal
// play it is a draw if no stone of either side can ever move again, all of them being locked.
//
// Source: the article on Crossings (R. Abbott, in S. Sackson's "A Gamut of Games", 1969).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "games/plain_rules.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// How far a part of k stones moves.
enum class ShiftRule : std::uint8_t {
    up_to,  ///< 1 to k squares
    exact   ///< k squares, less only when a capture ends the move
};

struct CrossingsSetup {
    int width = 8;   ///< columns, 3 to 8
    int height = 8;  ///< rows, 3 to 8
    int ranks = 2;   ///< rows that each side fills at the start, at least 1; both sides' rows do not overlap
    ShiftRule shift = ShiftRule::up_to;
};

/// A move of the stones from `rear` on, that ends with the front stone on `end`.
struct CrossingsMove {
    int rear = 0;
    int end = 0;
    bool captures = false;  ///< the enemy stone on `end`

    friend bool operator==(const CrossingsMove&, const CrossingsMove&) = default;
};

/// Satisfies PlainRules; see there for what the members promise.
class CrossingsRules {
public:
    using PlainMove = CrossingsMove;

    explicit CrossingsRules(const CrossingsSetup& setup);

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    [[nodiscard]] Position start() const { return start_; }

    /// Throws Error(usage) where a side has more stones than it starts with, where the numbers of crossed stones are
    /// impossible, or where something stands on the board that the game does not have.
    void check(const Position& position) const;

    /// A side that cannot move has lost, but for the draw where all stones are locked.
    [[nodiscard]] std::optional<Value> over(const Position& position) const;

    /// Calls `visit(const CrossingsMove&, const Position& after)` for each legal move.
    template <class Visitor>
    void for_each_move(const Position& position, Visitor&& visit) const;

    /// `b1-b4`, `a1xc3`: the square of the rearmost stone that moves, and the square where the front stone ends.
    [[nodiscard]] std::string move_text(const CrossingsMove& move) const;

private:
    static constexpr int kOutside = -1;
    static constexpr std::size_t kDirections = 8;

    /// By square: the next square in one direction, or kOutside.
    using Steps = std::array<std::int8_t, kMaxSquares>;
    struct Direction {
        Steps ahead{};
        Steps behind{};
    };

    /// A part of a group: `stones` stones in a row from `rear` to `front`.
    struct Part {
        int rear;
        int front;
        int stones;
    };

    [[nodiscard]] static Piece piece_on(const Position& position, int square) {
        return position.squares[static_cast<std::size_t>(square)];
    }
    [[nodiscard]] static int step(const Steps& steps, int square) { return steps[static_cast<std::size_t>(square)]; }

    [[nodiscard]] Steps steps(int right, int up) const;

    [[nodiscard]] bool is_farthest_row(int square, Side side) const {
        return side == Side::first ? square >= board_.square(0, board_.height - 1) : square < board_.width;
    }
    [[nodiscard]] bool is_unlocked(const Position& position, int square, Side side) const {
        return piece_on(position, square) == man_of(side) && !is_farthest_row(square, side);
    }
    /// Stones of a side on its farthest row.
    [[nodiscard]] int crossed_stones(const Position& position, Side side) const;
    /// Whether the opponent has just crossed.
    [[nodiscard]] bool must_answer(const Position& position) const {
        return crossed_stones(position, other(position.to_move)) > crossed_stones(position, position.to_move);
    }
    [[nodiscard]] bool has_unlocked(const Position& position) const;

    /// Whether a part of `stones` stones that moves in the direction captures what stands on `square`.
    [[nodiscard]] bool can_capture(const Position& position, int square, const Direction& direction, int stones) const;

    template <class Visitor>
    void for_each_part(const Position& position, int front, const Direction& direction, Visitor&& visit) const;
    template <class Visitor>
    void for_each_shift(const Position& position, const Part& part, const Direction& direction, Visitor&& visit) const;
    template <class Visitor>
    static void for_each_change(const Part& part, const Direction& direction, int distance, Visitor&& visit);

    Board board_;
    int men_at_start_;  ///< of each side
    Position start_;
    ShiftRule shift_;
    std::array<Direction, kDirections> directions_{};
};

/// Parts of all lengths behind a front stone.
template <class Visitor>
void CrossingsRules::for_each_part(const Position& position, int front, const Direction& direction,
                                   Visitor&& visit) const {
    const Side mover = position.to_move;
    const int next = step(direction.ahead, front);
    if (next == kOutside || piece_on(position, next) == man_of(mover)) return;
    Part part{front, front, 1};
    for (;;) {
        visit(std::as_const(part));
        const int behind = step(direction.behind, part.rear);
        if (behind == kOutside || !is_unlocked(position, behind, mover)) return;
        part.rear = behind;
        ++part.stones;
    }
}

/// Distances by which a part may be shifted: calls visit(distance, end, captures).
template <class Visitor>
void CrossingsRules::for_each_shift(const Position& position, const Part& part, const Direction& direction,
                                    Visitor&& visit) const {
    int end = part.front;
    for (int distance = 1; distance <= part.stones; ++distance) {
        end = step(direction.ahead, end);
        if (end == kOutside) return;
        if (piece_on(position, end) != Piece::none) {
            if (can_capture(position, end, direction, part.stones)) visit(distance, end, true);
            return;
        }
        if (distance == part.stones || shift_ == ShiftRule::up_to) visit(distance, end, false);
    }
}

/// What a shift changes: the stones on the rearmost `distance` squares of the part leave them, as many squares ahead of
/// it are entered. Calls visit(left, entered) for each of them; the distance is at most the length of the part.
template <class Visitor>
void CrossingsRules::for_each_change(const Part& part, const Direction& direction, int distance, Visitor&& visit) {
    int left = part.rear;
    int entered = part.front;
    for (int i = 0; i < distance; ++i) {
        entered = step(direction.ahead, entered);
        visit(left, entered);
        left = step(direction.ahead, left);
    }
}

template <class Visitor>
void CrossingsRules::for_each_move(const Position& position, Visitor&& visit) const {
    const Side mover = position.to_move;
    const bool answering = must_answer(position);
    Position after = position;  // changed and changed back for each move: cheaper than a copy for each
    after.to_move = other(mover);
    const auto put = [&after](int square, Piece piece) { after.squares[static_cast<std::size_t>(square)] = piece; };
    for (int front = 0; front < board_.squares(); ++front) {
        if (!is_unlocked(position, front, mover)) continue;
        for (const Direction& direction : directions_) {
            for_each_part(position, front, direction, [&](const Part& part) {
                for_each_shift(position, part, direction, [&](int distance, int end, bool captures) {
                    if (answering && !is_farthest_row(end, mover)) return;
                    for_each_change(part, direction, distance, [&](int left, int entered) {
                        put(left, Piece::none);
                        put(entered, man_of(mover));
                    });
                    visit(CrossingsMove{part.rear, end, captures}, std::as_const(after));
                    for_each_change(part, direction, distance, [&](int left, int entered) {
                        put(left, man_of(mover));
                        put(entered, piece_on(position, entered));
                    });
                });
            });
        }
    }
}

static_assert(PlainRules<CrossingsRules>);

}  // namespace retrograde
