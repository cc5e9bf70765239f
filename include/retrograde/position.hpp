// A position as a reader of the rules sees it: a board of squares, the side to move, the phase.
// The plain rules of every game work on this type; the solver has bitboards of its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace retrograde {

inline constexpr int kMaxSquares = 64;

/// What stands on a square. One bit each, so that a row of squares is easily turned into a set.
enum class Piece : std::uint8_t { none = 0, first = 1, second = 2, neutral = 4 };

/// The player who moves first at the start of the game is always `first`.
enum class Side : std::uint8_t { first, second };

[[nodiscard]] constexpr Side other(Side side) noexcept { return side == Side::first ? Side::second : Side::first; }
[[nodiscard]] constexpr Piece man_of(Side side) noexcept { return side == Side::first ? Piece::first : Piece::second; }

enum class Phase : std::uint8_t { none, placement, movement };

/// Squares are numbered row by row from the bottom: a1 = 0, b1 = 1, ... (row * width + column).
struct Position {
    std::array<Piece, kMaxSquares> squares{};
    Side to_move = Side::first;
    Phase phase = Phase::none;

    friend bool operator==(const Position&, const Position&) = default;
};

/// The board a position stands on, and the letters of its text.
struct Board {
    int width = 0;
    int height = 0;
    std::uint64_t missing = 0;  ///< squares of the grid that do not exist
    char first_letter = 'b';
    char second_letter = 'w';
    char neutral_letter = '\0';  ///< '\0' where the game has no neutral men
    bool has_phases = false;     ///< the text ends with `p` or `m`

    [[nodiscard]] char letter(Side side) const noexcept { return side == Side::first ? first_letter : second_letter; }
    [[nodiscard]] int squares() const noexcept { return width * height; }
    [[nodiscard]] bool exists(int square) const noexcept { return ((missing >> square) & 1U) == 0; }
    [[nodiscard]] int square(int column, int row) const noexcept { return row * width + column; }
    [[nodiscard]] int column(int square) const noexcept { return square % width; }
    [[nodiscard]] int row(int square) const noexcept { return square / width; }

    friend bool operator==(const Board&, const Board&) = default;
};

/// `a1`, `h8`: column letter and row number.
[[nodiscard]] std::string square_name(const Board& board, int square);

/// `ROWS SIDE [PHASE]`: rows from the top joined by `/`, digits for runs of empty squares, `.` for a missing
/// point, a letter for a man, then the letter of the side to move and, where the game has phases, the phase.
[[nodiscard]] std::string position_text(const Board& board, const Position& position);

/// The same as one word: `_` for each space.
[[nodiscard]] std::string position_word(const Board& board, const Position& position);

/// Reads a position; letters in either case, `_` for a space.
/// Throws Error(usage) that says what is wrong and at which character (counted from 1).
[[nodiscard]] Position parse_position(const Board& board, std::string_view text);

/// The board as lines of text with coordinates, for people.
[[nodiscard]] std::string diagram(const Board& board, const Position& position);

}  // namespace retrograde
