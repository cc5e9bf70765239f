// Crossings for the solver: bitboards, seen from the side to move, which always goes up the board. When the other side
// is to move, the board is turned upside down. The rules in plain words and plain code are in crossings_rules.hpp; the
// tests hold the two against each other over whole boards.
//
// Groups of men: own crossed stones (on the top row), the opponent's (on the bottom row), its other stones, and the
// other own stones, which are the ones that can move. A table is given by the numbers of stones and of crossed stones:
// in normal play as many of both sides have crossed, and a side that must answer has one less. In normal play a move
// without crossing or capture is quiet; all else leads to fewer stones or more crossed ones. A side that must answer
// has crossings alone, so the tables of such positions have no quiet moves.
//
// Moves are found for all squares at once. Of a part of k stones that moves s squares in a direction:
//
//     front of a run of k:   men & ahead(men) & ahead(ahead(men)) ...            k terms
//     s squares to go:       behind(free & behind(free & ... behind(ends)))      s times, the end need not be free
//
// A move changes 2 s squares: the rearmost s stones of the part leave theirs, s squares ahead of it are entered. Seen
// backwards a quiet move is one in the opposite direction, and as good a move by the same rules: so the quiet un-moves
// of a position are its quiet moves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "games/crossings_rules.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// Numbers of stones that make a table. `own` and `opponent` include the crossed ones.
struct CrossingsStones {
    int own = 0;
    int opponent = 0;
    int own_crossed = 0;
    bool answering = false;  ///< the opponent has one crossed stone more

    [[nodiscard]] int opponent_crossed() const noexcept { return own_crossed + (answering ? 1 : 0); }
    [[nodiscard]] int own_unlocked() const noexcept { return own - own_crossed; }
    [[nodiscard]] int opponent_unlocked() const noexcept { return opponent - opponent_crossed(); }
};

class Crossings {
public:
    static constexpr std::size_t kGroups = 4;
    enum Group : std::size_t { kOwnCrossed, kOpponentCrossed, kWaiting, kMoving };

    class Moves;

    explicit Crossings(const CrossingsSetup& setup);

    [[nodiscard]] const SymmetryGroup& symmetries() const noexcept { return symmetries_; }
    [[nodiscard]] const std::vector<TableSpec<kGroups>>& tables() const noexcept { return tables_; }

    /// Turns the board upside down, too.
    [[nodiscard]] Men<kGroups> exchange(const Men<kGroups>& men) const noexcept {
        return {flip(men[kOpponentCrossed]), flip(men[kOwnCrossed]), flip(men[kMoving]), flip(men[kWaiting])};
    }
    [[nodiscard]] Moves moves_in(std::size_t table, const Men<kGroups>& key) const noexcept;

    /// The board upside down.
    [[nodiscard]] Bits flip(Bits set) const noexcept { return set == 0 ? 0 : flip_(set); }
    [[nodiscard]] Bits top_row() const noexcept { return top_; }
    [[nodiscard]] Bits bottom_row() const noexcept { return bottom_; }

    /// Whether there are positions with these numbers, other than the empty board.
    [[nodiscard]] bool has_table(const CrossingsStones& stones) const noexcept;
    [[nodiscard]] std::size_t table_of(const CrossingsStones& stones) const noexcept {
        return numbers_[place_of(stones)];
    }

private:
    static constexpr std::size_t kDirections = 8;
    static constexpr std::size_t kUpward = 3;  ///< the first three directions lead up
    static constexpr std::size_t kNone = ~std::size_t{0};

    /// One of the eight ways to go.
    struct Direction {
        int step = 0;                ///< difference of square numbers
        Bits entered = 0;            ///< squares that a step can lead to
        Bits left = 0;               ///< squares that a step can start from
        std::array<Bits, 9> line{};  ///< by n: n squares in a row, starting at square 0

        /// The squares one step further; no step leaves the board. (What a rotation brings round is cut off.)
        [[nodiscard]] Bits ahead(Bits set) const noexcept { return std::rotl(set, step) & entered; }
        [[nodiscard]] Bits behind(Bits set) const noexcept { return std::rotr(set, step) & left; }
        /// n squares in a row from this one on.
        [[nodiscard]] Bits squares_from(int square, int n) const noexcept {
            return std::rotl(line[static_cast<std::size_t>(n)], square);
        }
    };

    /// What the solver asks of a table again and again.
    struct Table {
        CrossingsStones stones;
        std::array<std::size_t, 4> conversions{};  ///< by 2 * crosses + captures: the table it leads to, or kNone
    };

    [[nodiscard]] std::size_t place_of(const CrossingsStones& stones) const noexcept {
        const int place = (stones.own * (most_ + 1) + stones.opponent) * (width_ + 1) + stones.own_crossed;
        return static_cast<std::size_t>(2 * place + (stones.answering ? 1 : 0));
    }
    template <class Visitor>
    void for_each_table(Visitor&& visit) const;
    void add_directions();
    void add_table(const CrossingsStones& stones);
    [[nodiscard]] std::array<std::size_t, 4> conversions_of(const CrossingsStones& stones) const;
    [[nodiscard]] unsigned most_moves(int stones) const;
    [[nodiscard]] int most_shifts(int run) const;

    int width_;
    int height_;
    int most_;  ///< stones of a side at the start
    ShiftRule shift_;
    Bits board_;
    Bits bottom_;
    Bits top_;
    std::array<Direction, kDirections> directions_{};
    SymmetryGroup symmetries_;
    SetMap flip_;
    std::vector<std::size_t> numbers_;  ///< of tables, by place_of()
    std::vector<Table> links_;          ///< by number
    std::vector<TableSpec<kGroups>> tables_;
};

/// Moves of the side to move against fixed waiting and crossed stones.
class Crossings::Moves {
public:
    Moves(const Crossings& game, const Table& table, const Men<kGroups>& key) noexcept
        : game_(&game),
          table_(&table),
          key_(key),
          free_(game.board_ & ~(key[kOwnCrossed] | key[kOpponentCrossed] | key[kWaiting])) {}

    [[nodiscard]] unsigned number(Bits men) const noexcept {
        unsigned number = 0;
        const auto add = [&](const Direction&, Bits fronts, int, int) {
            number += static_cast<unsigned>(count(fronts));
        };
        for_each_shift(men, table_->stones.answering ? game_->top_ : game_->board_, add);
        for_each_capture(men, add);
        return number;
    }

    [[nodiscard]] Standing standing(Bits men, unsigned number) const noexcept {
        if (number != 0) return Standing::open;
        const bool all_locked = men == 0 && key_[kWaiting] == 0;
        return all_locked && !table_->stones.answering ? Standing::drawn : Standing::lost;
    }

    template <class Visitor>
    void unmoves(Bits men, Visitor&& visit) const {
        if (table_->stones.answering) return;
        for_each_shift(men, ~game_->top_, [&](const Direction& direction, Bits fronts, int stones, int distance) {
            for_each_square(fronts, [&](int front) { visit(men ^ changed(direction, front, stones, distance)); });
        });
    }

    template <class Sink>
    void conversions(Bits men, Sink& sink) const {
        const auto report = [&](const Direction& direction, Bits fronts, int stones, int distance) {
            for_each_square(fronts, [&](int front) {
                const Bits end = direction.squares_from(front + distance * direction.step, 1);
                sink.move(men, child_of(men ^ changed(direction, front, stones, distance), end, sink));
            });
        };
        for_each_shift(men, game_->top_, report);
        for_each_capture(men, report);
    }

private:
    /// Shifts without capture that end on one of `ends`: calls visit(direction, fronts, stones, distance) with the
    /// front stones of all parts of that many stones that can go that far.
    template <class Visitor>
    void for_each_shift(Bits men, Bits ends, Visitor&& visit) const {
        const Bits free = free_ & ~men;
        const bool exact = game_->shift_ == ShiftRule::exact;
        for (const Direction& direction : game_->directions_) {
            Bits fronts = men;
            for (int stones = 1; fronts != 0; ++stones) {
                Bits able = direction.behind(free & ends);
                for (int distance = 1; distance <= stones; ++distance) {
                    if ((fronts & able) != 0 && (!exact || distance == stones)) {
                        visit(direction, fronts & able, stones, distance);
                    }
                    able = direction.behind(free & able);
                }
                fronts = men & direction.ahead(fronts);
            }
        }
    }

    /// Captures, likewise.
    template <class Visitor>
    void for_each_capture(Bits men, Visitor&& visit) const {
        const Bits free = free_ & ~men;
        const Bits enemies = key_[kWaiting] | key_[kOpponentCrossed];
        for (const Direction& direction : game_->directions_) {
            Bits fronts = men;
            Bits runs = enemies;  // first stones of enemy runs that are too long
            for (int stones = 1; fronts != 0; ++stones) {
                Bits ends = key_[kWaiting] & ~runs;
                if (table_->stones.answering) ends &= game_->top_;
                Bits able = direction.behind(ends);
                for (int distance = 1; distance <= stones; ++distance) {
                    if ((fronts & able) != 0) visit(direction, fronts & able, stones, distance);
                    able = direction.behind(free & able);
                }
                fronts = men & direction.ahead(fronts);
                runs = enemies & direction.behind(runs);
            }
        }
    }

    /// Squares that a move changes.
    [[nodiscard]] static Bits changed(const Direction& direction, int front, int stones, int distance) noexcept {
        return direction.squares_from(front + direction.step, distance) |
               direction.squares_from(front - (stones - 1) * direction.step, distance);
    }

    /// Child of a conversion that ends on `end`, with the own stones, the end included, on `men`.
    template <class Sink>
    [[nodiscard]] auto child_of(Bits men, Bits end, Sink& sink) const {
        const std::size_t crosses = (end & game_->top_) != 0 ? 1 : 0;
        const std::size_t captures = (end & key_[kWaiting]) != 0 ? 1 : 0;
        const Men<kGroups> after{key_[kOwnCrossed] | (end & game_->top_), key_[kOpponentCrossed], key_[kWaiting] & ~end,
                                 men & ~game_->top_};
        return sink.child(table_->conversions[2 * crosses + captures], game_->exchange(after));
    }

    const Crossings* game_;
    const Table* table_;
    Men<kGroups> key_;
    Bits free_;
};

inline Crossings::Moves Crossings::moves_in(std::size_t table, const Men<kGroups>& key) const noexcept {
    return {*this, links_[table], key};
}

}  // namespace retrograde
