// Pangki and Cinc camins for the solver: bitboards, one block at a time. The rules in plain words and plain code are
// in line_capture_rules.hpp; the tests hold the two against each other over whole layers.
//
// Whether a line captures depends on the men after the move alone, so captures are found from where a move ends:
// with the waiting men fixed, each line that holds exactly one of them gives up to two patterns "these two squares
// and nothing else of the mover's on the line". Which of the moves that end on such a placement capture is a matter
// of the squares they touch.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "games/line_capture_rules.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

template <int kSize>
class LineCapture {
public:
    static constexpr std::size_t kGroups = 2;
    static constexpr int kSquares = kSize * kSize;
    static constexpr Bits kBoard = first_squares(kSquares);

    class Moves;

    /// `men`: men of a side at the start.
    LineCapture(const LineCaptureSetup& setup, int men)
        : setup_(setup), least_(setup.losing_men + 1), most_(men), symmetries_(grid_group(kSize, kSize)) {
        for (int own = least_; own <= most_; ++own) {
            for (int opponent = least_; opponent <= most_; ++opponent)
                add_table(own, opponent);
        }
    }

    [[nodiscard]] const SymmetryGroup& symmetries() const noexcept { return symmetries_; }
    [[nodiscard]] const std::vector<TableSpec<kGroups>>& tables() const noexcept { return tables_; }
    [[nodiscard]] Men<kGroups> exchange(const Men<kGroups>& men) const noexcept { return {men[1], men[0]}; }
    [[nodiscard]] Moves moves_in(std::size_t table, const Men<kGroups>& key) const noexcept {
        return {*this, static_cast<int>(tables_[table].own), key[0]};
    }

    /// Whether positions with these numbers of men are stored: both sides have enough men to play on.
    [[nodiscard]] bool has_table(int own, int opponent) const noexcept {
        return own >= least_ && opponent >= least_ && own <= most_ && opponent <= most_;
    }

    /// Table in which the side to move has `own` men.
    [[nodiscard]] std::size_t table_of(int own, int opponent) const noexcept {
        return static_cast<std::size_t>((own - least_) * (most_ - least_ + 1) + opponent - least_);
    }

private:
    void add_table(int own, int opponent) {
        TableSpec<kGroups> table;
        table.own = static_cast<unsigned>(own);
        table.opponent = static_cast<unsigned>(opponent);
        table.name = std::to_string(own) + "v" + std::to_string(opponent);
        table.layer = std::to_string(std::max(own, opponent)) + "v" + std::to_string(std::min(own, opponent));
        table.shape = {GroupShape{opponent, kBoard}, GroupShape{own, kBoard}};
        table.partner = table_of(opponent, own);
        for (int left = opponent - 1; left >= least_; --left)
            table.conversions.push_back(table_of(left, own));
        table.max_moves = static_cast<unsigned>(4 * own);
        tables_.push_back(std::move(table));
    }

    LineCaptureSetup setup_;
    int least_;  ///< men that a side needs to play on
    int most_;
    SymmetryGroup symmetries_;
    std::vector<TableSpec<kGroups>> tables_;
};

/// Moves of the side to move against fixed waiting men.
///
/// A move goes along an edge of the board, between a man and an empty square; so does its un-move. All edges fit into
/// one word: bit i is the edge between squares i and i+1, bit 32 + i that between i and the square above it.
template <int kSize>
class LineCapture<kSize>::Moves {
public:
    Moves(const LineCapture& game, int own, Bits waiting) noexcept
        : game_(&game), own_(own), waiting_(waiting), free_edges_(edges_within(kBoard & ~waiting)) {
        for (int line = 0; line < kSize; ++line) {
            add_patterns(line * kSize, 1);
            add_patterns(line, kSize);
        }
    }

    [[nodiscard]] unsigned number(Bits men) const noexcept { return static_cast<unsigned>(count(moving_edges(men))); }

    [[nodiscard]] Standing standing(Bits /*men*/, unsigned number) const noexcept {
        if (number != 0) return Standing::open;
        return game_->setup_.stalemate == Value::draw ? Standing::drawn : Standing::lost;
    }

    template <class Visitor>
    void unmoves(Bits men, Visitor&& visit) const {
        Bits edges = moving_edges(men);
        if (const Bits lines = capturing_lines(men); lines != 0) edges &= ~capturing_edges(lines, men);
        for_each_square(edges, [&](int edge) { visit(men ^ kEnds[static_cast<std::size_t>(edge)]); });
    }

    template <class Sink>
    void conversions(Bits men, Sink& sink) const {
        const Bits lines = capturing_lines(men);
        if (lines == 0) return;
        Bits last_victims = 0;
        decltype(sink.ended(Value::loss)) child{};
        for_each_square(moving_edges(men) & capturing_edges(lines, men), [&](int edge) {
            const Bits ends = kEnds[static_cast<std::size_t>(edge)];
            const Bits victims = victims_of(men, ends);
            if (victims != last_victims) {
                child = child_of(men, victims, sink);
                last_victims = victims;
            }
            sink.move(men ^ ends, child);
        });
    }

private:
    /// Most patterns that waiting men can give: one a line, and one more for a man in the middle of a line of five.
    static constexpr std::size_t kMaxPatterns = 16;

    static constexpr int kUp = 32;

    static constexpr Bits column(int c) noexcept {
        Bits squares = 0;
        for (int r = 0; r < kSize; ++r)
            squares |= bit(r * kSize + c);
        return squares;
    }

    /// Edges that have both ends, or any end, or one end, among the squares.
    static constexpr Bits edges_within(Bits set) noexcept {
        return (set & (set & ~column(0)) >> 1) | (set & set >> kSize) << kUp;
    }
    static constexpr Bits edges_touching(Bits set) noexcept { return (set | set >> 1) | (set | set >> kSize) << kUp; }
    static constexpr Bits edges_leaving(Bits set) noexcept { return (set ^ set >> 1) | (set ^ set >> kSize) << kUp; }

    /// The two ends of each edge.
    static constexpr std::array<Bits, kUp + kSquares> kEnds = [] {
        std::array<Bits, kUp + kSquares> ends{};
        for (std::size_t i = 0; i < kSquares; ++i) {
            ends[i] = Bits{3} << i;
            ends[kUp + i] = (Bits{1} | Bits{1} << kSize) << i;
        }
        return ends;
    }();

    /// Edges along which the men can move, or can have come.
    [[nodiscard]] Bits moving_edges(Bits men) const noexcept { return edges_leaving(men) & free_edges_; }

    /// Patterns of the line of squares first, first + step, ...
    void add_patterns(int first, int step) noexcept {
        Bits line = 0;
        for (int i = 0; i < kSize; ++i)
            line |= bit(first + i * step);
        const Bits victim = waiting_ & line;
        if (count(victim) != 1) return;
        const int place = (lowest(victim) - first) / step;
        const auto add = [&](int near, int far) {
            if (far < 0 || far >= kSize) return;
            lines_[patterns_] = static_cast<std::uint32_t>(line);
            pairs_[patterns_] = static_cast<std::uint32_t>(bit(first + near * step) | bit(first + far * step));
            ++patterns_;
        };
        add(place + 1, place + 2);
        add(place - 1, place - 2);
    }

    /// Squares of the lines that capture once the mover's men stand on `men`. Unused patterns never match.
    [[nodiscard]] Bits capturing_lines(Bits men) const noexcept {
        const auto own = static_cast<std::uint32_t>(men);
        std::uint32_t lines = 0;
#pragma GCC unroll 1  // unrolled early it would not be turned into vector instructions
        for (std::size_t i = 0; i < kMaxPatterns; ++i)
            lines |= (own & lines_[i]) == pairs_[i] ? lines_[i] : 0;
        return lines;
    }

    /// Edges along which a move to `men` captures: it touches one of the lines in the way that the rule demands.
    [[nodiscard]] Bits capturing_edges(Bits lines, Bits men) const noexcept {
        switch (game_->setup_.capture) {
            case CaptureRule::any: return ~Bits{0};
            case CaptureRule::destination: return edges_touching(lines & men);
            default: return edges_touching(lines);
        }
    }

    /// Men captured by the move along an edge that ends with the mover's men on `men`.
    [[nodiscard]] Bits victims_of(Bits men, Bits ends) const noexcept {
        Bits touched = kBoard;
        if (game_->setup_.capture == CaptureRule::destination) touched = ends & men;
        if (game_->setup_.capture == CaptureRule::touched) touched = ends;
        Bits victims = 0;
        for (std::size_t i = 0; i < patterns_; ++i) {
            const Bits line = lines_[i];
            if ((men & line) == pairs_[i] && (touched & line) != 0) victims |= line & waiting_;
        }
        return victims;
    }

    template <class Sink>
    [[nodiscard]] auto child_of(Bits men, Bits victims, Sink& sink) const {
        const Bits left_over = waiting_ & ~victims;
        if (count(left_over) <= game_->setup_.losing_men) return sink.ended(Value::loss);
        return sink.child(game_->table_of(count(left_over), own_), Men<kGroups>{men, left_over});
    }

    const LineCapture* game_;
    int own_;
    Bits waiting_;
    Bits free_edges_;
    // Patterns: a line captures when the mover's men on it are exactly the pair.
    std::array<std::uint32_t, kMaxPatterns> lines_{};
    std::array<std::uint32_t, kMaxPatterns> pairs_ = filled_with_no_pair();
    std::size_t patterns_ = 0;

    static constexpr std::array<std::uint32_t, kMaxPatterns> filled_with_no_pair() noexcept {
        std::array<std::uint32_t, kMaxPatterns> pairs{};
        pairs.fill(~std::uint32_t{0});
        return pairs;
    }
};

}  // namespace retrograde
