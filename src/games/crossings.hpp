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
// Moves are found for all squares and all eight directions at once. Of a part of k stones that moves s squares:
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
    static constexpr std::size_t kNone = ~std::size_t{0};

    static constexpr std::size_t kLongest = 8;  ///< squares of the longest line

    /// One set for each direction.
    using Lanes = std::array<Bits, kDirections>;

    template <class Function>
    static Lanes lanes(Function&& of) noexcept {
        Lanes result{};
#pragma GCC unroll 1  // unrolled early it would not be turned into vector instructions; so below
        for (std::size_t i = 0; i < kDirections; ++i)
            result[i] = of(i);
        return result;
    }
    [[nodiscard]] static bool is_empty(const Lanes& sets) noexcept {
        Bits all = 0;
#pragma GCC unroll 1
        for (std::size_t i = 0; i < kDirections; ++i)
            all |= sets[i];
        return all == 0;
    }
    [[nodiscard]] static unsigned count_all(const Lanes& sets) noexcept {
        Bits sum = 0;
#pragma GCC unroll 1
        for (std::size_t i = 0; i < kDirections; ++i)
            sum += static_cast<Bits>(count(sets[i]));
        return static_cast<unsigned>(sum);
    }

    /// The eight ways to go. Steps are rotations of the board's bits; what a step brings round or across an edge is cut
    /// off.
    struct Directions {
        Lanes step{};     ///< difference of square numbers, modulo 64
        Lanes back{};     ///< and its opposite
        Lanes entered{};  ///< squares that a step can lead to
        Lanes left{};     ///< squares that a step can start from
        /// By stones and distance of a move, each less one: the squares that it changes, its front stone on square 0.
        std::array<std::array<Lanes, kLongest>, kLongest> changed{};

        [[nodiscard]] Bits ahead(std::size_t i, Bits set) const noexcept {
            return (set << step[i] | set >> back[i]) & entered[i];
        }
        [[nodiscard]] Bits behind(std::size_t i, Bits set) const noexcept {
            return (set >> step[i] | set << back[i]) & left[i];
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
    void set_up_directions();
    void set_up_changes(std::size_t direction, int step);
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
    Directions directions_;
    SymmetryGroup symmetries_;
    SetMap flip_;
    std::array<Bits, kMaxSquares> flipped_{};  ///< each square on the board upside down
    std::vector<std::size_t> numbers_;         ///< of tables, by place_of()
    std::vector<Table> facts_;                 ///< by number
    std::vector<TableSpec<kGroups>> tables_;
};

/// Moves of the side to move against fixed waiting and crossed stones.
class Crossings::Moves {
public:
    Moves(const Crossings& game, const Table& table, const Men<kGroups>& key) noexcept
        : game_(&game),
          table_(&table),
          key_(key),
          child_key_(game.exchange({key[kOwnCrossed], key[kOpponentCrossed], key[kWaiting], 0})),
          free_(game.board_ & ~(key[kOwnCrossed] | key[kOpponentCrossed] | key[kWaiting])) {
        find_captures();
    }

    [[nodiscard]] unsigned number(Bits men) const noexcept {
        unsigned number = 0;
        for_each_kind<true>(men, table_->stones.answering ? game_->top_ : game_->board_,
                            [&](const Lanes& fronts, std::size_t, std::size_t) { number += count_all(fronts); });
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
        for_each_kind<false>(men, ~game_->top_, [&](const Lanes& fronts, std::size_t stones, std::size_t distance) {
            const Lanes& changed = game_->directions_.changed[stones - 1][distance - 1];
            for_each_front(fronts, men, [&](std::size_t i, int front) { visit(men ^ std::rotl(changed[i], front)); });
        });
    }

    template <class Sink>
    void conversions(Bits men, Sink& sink) const {
        for_each_kind<true>(men, game_->top_, [&](const Lanes& fronts, std::size_t stones, std::size_t distance) {
            const Lanes& changed = game_->directions_.changed[stones - 1][distance - 1];
            for_each_front(fronts, men, [&](std::size_t i, int front) {
                const int end = front + static_cast<int>(distance * game_->directions_.step[i]);
                sink.move(men, child_of(men ^ std::rotl(changed[i], front), end % kMaxSquares, sink));
            });
        });
    }

private:
    /// Calls visit(direction, front) for all fronts, which are some of the men.
    template <class Visitor>
    static void for_each_front(const Lanes& fronts, Bits men, Visitor&& visit) {
        if (is_empty(fronts)) return;
        // Eight men at a time: with one bit for each man and direction there is one loop of a length hard to foresee,
        // not one for each direction.
        for (Bits rest = men; rest != 0;) {
            const Bits eight = deposit(0xFF, rest);
            Bits pairs = 0;
            for (std::size_t i = 0; i < kDirections; ++i)
                pairs |= extract(fronts[i], eight) << 8 * i;
            for_each_square(pairs, [&](int pair) {
                visit(static_cast<std::size_t>(pair / 8), lowest(deposit(bit(pair % 8), eight)));
            });
            rest &= ~eight;
        }
    }

    /// Fills captures_: from where an enemy stone can be captured in one step, by the number of stones that move.
    void find_captures() noexcept {
        const Bits ends = table_->stones.answering ? key_[kWaiting] & game_->top_ : key_[kWaiting];
        const Bits enemies = key_[kWaiting] | key_[kOpponentCrossed];
        const auto most = std::min(kLongest, static_cast<std::size_t>(table_->stones.own_unlocked()));
        Lanes runs = lanes([&](std::size_t) { return enemies; });  // first stones of runs that are too long
        for (std::size_t stones = 1; stones <= most; ++stones) {
            captures_[stones - 1] = lanes([&](std::size_t i) { return game_->directions_.behind(i, ends & ~runs[i]); });
            runs = lanes([&](std::size_t i) { return enemies & game_->directions_.behind(i, runs[i]); });
        }
    }

    /// Moves that shift stones to one of `ends`, or also capture: calls visit(fronts, stones, distance) with the front
    /// stones of all parts of that many stones that can go that far.
    template <bool kCaptures, class Visitor>
    void for_each_kind(Bits men, Bits ends, Visitor&& visit) const {
        const Directions& directions = game_->directions_;
        const Bits free = free_ & ~men;
        const bool exact = game_->shift_ == ShiftRule::exact;
        Lanes fronts = lanes([&](std::size_t) { return men; });
        std::array<Lanes, kLongest> shifts;  // by distance: squares from where so many squares can be gone
        shifts[0] = lanes([&](std::size_t i) { return directions.behind(i, free & ends); });
        for (std::size_t stones = 1;; ++stones) {
            Lanes captures = kCaptures ? captures_[stones - 1] : Lanes{};
            for (std::size_t distance = 1; distance <= stones; ++distance) {
                const Bits shifting = exact && distance < stones ? 0 : ~Bits{0};
                const Lanes& able = shifts[distance - 1];
                visit(lanes([&](std::size_t i) { return fronts[i] & ((able[i] & shifting) | captures[i]); }), stones,
                      distance);
                if (kCaptures && distance < stones) {
                    captures = lanes([&](std::size_t i) { return directions.behind(i, free & captures[i]); });
                }
            }
            fronts = lanes([&](std::size_t i) { return men & directions.ahead(i, fronts[i]); });
            if (is_empty(fronts)) return;
            const Lanes& nearer = shifts[stones - 1];
            shifts[stones] = lanes([&](std::size_t i) { return directions.behind(i, free & nearer[i]); });
        }
    }

    /// Child of a conversion that ends on square `end`, with the own stones, the one there included, on `men`.
    template <class Sink>
    [[nodiscard]] auto child_of(Bits men, int end, Sink& sink) const {
        const std::size_t crosses = (bit(end) & game_->top_) != 0 ? 1 : 0;
        const std::size_t captures = (bit(end) & key_[kWaiting]) != 0 ? 1 : 0;
        const Bits end_seen = game_->flipped_[static_cast<std::size_t>(end)];
        Men<kGroups> child = child_key_;
        child[kOpponentCrossed] |= end_seen & game_->bottom_;
        child[kWaiting] = game_->flip_(men & ~game_->top_);
        child[kMoving] &= ~end_seen;
        return sink.child(table_->conversions[2 * crosses + captures], child, end);
    }

    const Crossings* game_;
    const Table* table_;
    Men<kGroups> key_;
    Men<kGroups> child_key_;  ///< of a child, but for its waiting men and what the move changes
    Bits free_;
    std::array<Lanes, kLongest> captures_{};  ///< by stones, less one
};

inline Crossings::Moves Crossings::moves_in(std::size_t table, const Men<kGroups>& key) const noexcept {
    return {*this, facts_[table], key};
}

}  // namespace retrograde
