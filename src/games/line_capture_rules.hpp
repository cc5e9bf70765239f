// The plain rules of Pangki and of Cinc camins, which are one game on two boards.
//
// A man goes to an empty square next to it along a row or a column. On the board right after the move a line (a
// row or a column) captures when it holds exactly two men of the mover, next to each other, exactly one enemy man,
// next to that pair, and nothing else. All lines are judged together and all captures made together. Which lines
// are judged is a rule option. A side with too few men has lost; a side that cannot move has lost, or (Cinc camins,
// by option) has drawn.
//
// Sources: the article on Cinc camins, with its section on Pangki; J. Doucette's page on Pangki God (2001).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "games/plain_rules.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// Which lines can capture.
enum class CaptureRule : std::uint8_t {
    touched,      ///< the rows and columns of the square left and of the square entered
    destination,  ///< the row and the column of the square entered
    any           ///< every line of the board
};

/// A move, and the squares it captures on as a set (bit `square`).
struct LineCaptureMove {
    int from = 0;
    int to = 0;
    std::uint64_t captured = 0;

    friend bool operator==(const LineCaptureMove&, const LineCaptureMove&) = default;
};

/// What makes the difference between the games of this family.
struct LineCaptureSetup {
    int size = 0;            ///< rows and columns, at most LineCaptureRules::kMaxSize
    std::string_view start;  ///< position text
    int losing_men = 0;      ///< a side with that many men or fewer has lost
    CaptureRule capture = CaptureRule::touched;
    Value stalemate = Value::loss;  ///< result for a side that cannot move
};

/// Pangki: 4x4 squares, 6 men a side.
[[nodiscard]] LineCaptureSetup pangki_setup(CaptureRule capture);

/// Cinc camins: 5x5 squares, 5 men a side.
[[nodiscard]] LineCaptureSetup cinc_camins_setup(CaptureRule capture, Value stalemate);

/// Satisfies PlainRules; see there for what the members promise.
class LineCaptureRules {
public:
    using PlainMove = LineCaptureMove;

    static constexpr int kMaxSize = 5;

    explicit LineCaptureRules(const LineCaptureSetup& setup);

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    [[nodiscard]] Position start() const { return start_; }

    /// Throws Error(usage) where a side has more men than it starts with, or where something stands on the board
    /// that the game does not have.
    void check(const Position& position) const;

    /// A side with too few men has lost. Where both sides have too few, which no play leads to, the side to move
    /// has lost: it would be its turn, and it cannot take part in the game any more.
    [[nodiscard]] std::optional<Value> over(const Position& position) const;

    /// Calls `visit(const LineCaptureMove&, const Position& after)` for each legal move.
    template <class Visitor>
    void for_each_move(const Position& position, Visitor&& visit) const;

    /// `b1-b2xb4xc3`: captured squares in ascending order (a1, b1, ...).
    [[nodiscard]] std::string move_text(const LineCaptureMove& move) const;

private:
    static constexpr std::size_t kMaxSquaresHere = std::size_t{kMaxSize} * kMaxSize;
    static constexpr std::size_t kLineCodes = std::size_t{1} << (2 * kMaxSize);
    static constexpr std::uint8_t kNoCapture = kMaxSize;

    using LineCode = std::uint16_t;

    /// The squares of a row or a column, one after the other. The content of a line is coded with two bits a
    /// square, the Piece; the first square has the lowest two.
    struct Line {
        std::array<std::uint8_t, kMaxSize> squares{};
    };
    /// The two lines through a square: their numbers, and where in their codes the square stands.
    struct Crossing {
        std::uint8_t row = 0;
        std::uint8_t column = 0;
        std::uint8_t shift_in_row = 0;
        std::uint8_t shift_in_column = 0;
    };
    /// The content of all lines of a board.
    struct LineCodes {
        std::array<LineCode, 2 * kMaxSize> codes{};

        /// Puts a man on an empty square, or takes it off again.
        void toggle(const Crossing& crossing, Piece man) {
            const auto bits = static_cast<unsigned>(man);
            codes[crossing.row] = static_cast<LineCode>(codes[crossing.row] ^ (bits << crossing.shift_in_row));
            codes[crossing.column] = static_cast<LineCode>(codes[crossing.column] ^ (bits << crossing.shift_in_column));
        }
    };
    struct Neighbours {
        std::array<std::uint8_t, 4> squares{};
        std::uint8_t count = 0;

        [[nodiscard]] std::span<const std::uint8_t> list() const { return std::span(squares).first(count); }
    };

    [[nodiscard]] bool has_lost_its_men(const Position& position, Side side) const;
    [[nodiscard]] bool can_move(const Position& position) const;

    [[nodiscard]] LineCodes line_codes(const Position& position) const;
    [[nodiscard]] std::uint64_t captured_in(std::size_t line, const LineCodes& after, Side mover) const;
    [[nodiscard]] std::uint64_t captured_through(int square, const LineCodes& after, Side mover) const;
    [[nodiscard]] std::uint64_t captured_by(int from, int to, const LineCodes& after, Side mover) const;

    void set_up_lines();
    void set_up_neighbours();
    void set_up_captures();

    Board board_;
    Position start_;
    std::array<int, 2> men_at_start_{};  ///< by side
    int losing_men_;
    CaptureRule capture_;
    Value stalemate_;
    std::array<Line, 2 * kMaxSize> lines_{};  ///< the rows, then the columns
    std::array<Crossing, kMaxSquaresHere> crossings_{};
    std::array<Neighbours, kMaxSquaresHere> neighbours_{};
    /// For each mover and each content of a line: the place in the line on which a man is captured, or kNoCapture.
    std::array<std::array<std::uint8_t, kLineCodes>, 2> captured_place_{};
};

inline LineCaptureRules::LineCodes LineCaptureRules::line_codes(const Position& position) const {
    LineCodes lines;
    for (std::size_t square = 0; square < static_cast<std::size_t>(board_.squares()); ++square) {
        lines.toggle(crossings_[square], position.squares[square]);
    }
    return lines;
}

inline std::uint64_t LineCaptureRules::captured_in(std::size_t line, const LineCodes& after, Side mover) const {
    const std::uint8_t place = captured_place_[static_cast<std::size_t>(mover)][after.codes[line]];
    return place == kNoCapture ? 0 : std::uint64_t{1} << lines_[line].squares[place];
}

inline std::uint64_t LineCaptureRules::captured_through(int square, const LineCodes& after, Side mover) const {
    const Crossing& crossing = crossings_[static_cast<std::size_t>(square)];
    return captured_in(crossing.row, after, mover) | captured_in(crossing.column, after, mover);
}

/// Squares of the men captured by a move; `after` is the board right after it, captures not yet made.
inline std::uint64_t LineCaptureRules::captured_by(int from, int to, const LineCodes& after, Side mover) const {
    std::uint64_t captured = 0;
    switch (capture_) {
        case CaptureRule::touched:
            captured = captured_through(from, after, mover) | captured_through(to, after, mover);
            break;
        case CaptureRule::destination: captured = captured_through(to, after, mover); break;
        case CaptureRule::any:
            for (std::size_t line = 0; line < static_cast<std::size_t>(2 * board_.width); ++line) {
                captured |= captured_in(line, after, mover);
            }
            break;
    }
    return captured;
}

inline bool LineCaptureRules::has_lost_its_men(const Position& position, Side side) const {
    const Piece man = man_of(side);
    int men = 0;
    for (std::size_t square = 0; square < static_cast<std::size_t>(board_.squares()); ++square) {
        men += position.squares[square] == man ? 1 : 0;
    }
    return men <= losing_men_;
}

template <class Visitor>
void LineCaptureRules::for_each_move(const Position& position, Visitor&& visit) const {
    const Side mover = position.to_move;
    if (has_lost_its_men(position, mover) || has_lost_its_men(position, other(mover))) return;
    Position after = position;  // changed and changed back for each move: cheaper than a copy for each
    after.to_move = other(mover);
    const auto put = [&after](int square, Piece piece) { after.squares[static_cast<std::size_t>(square)] = piece; };
    const auto put_all = [&put](std::uint64_t squares, Piece piece) {
        for (; squares != 0; squares &= squares - 1)
            put(std::countr_zero(squares), piece);
    };
    LineCodes lines = line_codes(position);
    const Piece man = man_of(mover);
    for (int from = 0; from < board_.squares(); ++from) {
        if (position.squares[static_cast<std::size_t>(from)] != man) continue;
        put(from, Piece::none);
        lines.toggle(crossings_[static_cast<std::size_t>(from)], man);
        for (const std::uint8_t to : neighbours_[static_cast<std::size_t>(from)].list()) {
            if (position.squares[to] != Piece::none) continue;
            put(to, man);
            lines.toggle(crossings_[to], man);
            const std::uint64_t captured = captured_by(from, to, lines, mover);
            put_all(captured, Piece::none);
            visit(LineCaptureMove{from, to, captured}, std::as_const(after));
            put_all(captured, man_of(other(mover)));
            lines.toggle(crossings_[to], man);
            put(to, Piece::none);
        }
        lines.toggle(crossings_[static_cast<std::size_t>(from)], man);
        put(from, man);
    }
}

static_assert(PlainRules<LineCaptureRules>);

}  // namespace retrograde
