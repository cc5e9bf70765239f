#include "retrograde/position.hpp"

#include <algorithm>
#include <cstddef>

#include "retrograde/error.hpp"

namespace retrograde {

namespace {

constexpr char lower_case(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }
constexpr bool is_space(char letter) noexcept { return letter == ' ' || letter == '_'; }

std::string quoted(char letter) { return std::string("`") + letter + "`"; }

/// One byte of foreign text, safe to print: what is not printable ASCII becomes `\xhh`.
std::string quoted_foreign(char letter) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x20 && byte < 0x7f) return quoted(letter);
    return std::string("`\\x") + kHexDigits[byte / 16] + kHexDigits[byte % 16] + "`";
}

char letter_of(const Board& board, Piece piece) {
    switch (piece) {
        case Piece::first: return board.first_letter;
        case Piece::second: return board.second_letter;
        default: return board.neutral_letter;
    }
}

/// Reads a position from left to right, each character once. The text is strict: a position has exactly one
/// text, but for the case of letters and `_` for a space. So a run is one digit, and runs are never split.
class PositionReader {
public:
    PositionReader(const Board& board, std::string_view text) : board_(board), text_(text) {}

    Position read() {
        read_rows();
        read_side();
        if (board_.has_phases) read_phase();
        if (!at_end()) fail("expected the end of the text, found " + found());
        return position_;
    }

private:
    void read_rows() {
        for (int row = board_.height - 1; row >= 0; --row) {
            read_row(row);
            if (row == 0) break;
            if (!at_end() && is_space(next())) {
                fail(std::to_string(board_.height - row) + " rows instead of " + std::to_string(board_.height));
            }
            if (at_end() || next() != '/') fail("expected `/` after the row, found " + found());
            ++offset_;
        }
        if (!at_end() && next() == '/') fail("more rows than " + std::to_string(board_.height));
    }

    void read_row(int row) {
        int column = 0;
        while (!at_end() && next() != '/' && !is_space(next())) {
            if (column == board_.width) {
                fail("row " + std::to_string(row + 1) + " has more squares than " + std::to_string(board_.width));
            }
            column = is_digit(next()) ? read_run(row, column) : read_square(row, column);
            ++offset_;
        }
        if (column < board_.width) {
            fail("row " + std::to_string(row + 1) + " has " + std::to_string(column) + " squares instead of " +
                 std::to_string(board_.width));
        }
    }

    /// A digit, which leaves that many squares empty. Returns the column behind the run.
    int read_run(int row, int column) const {
        const int length = next() - '0';
        if (length == 0) fail("`0` is no number of empty squares");
        if (offset_ > 0 && is_digit(text_[offset_ - 1]))
            fail("two digits side by side; write empty squares as one number");
        if (length > board_.width - column) {
            fail("row " + std::to_string(row + 1) + " has more squares than " + std::to_string(board_.width));
        }
        for (int i = column; i < column + length; ++i)
            require_point(board_.square(i, row));
        return column + length;
    }

    /// A man, or the mark of a missing point. Returns the column behind it.
    int read_square(int row, int column) {
        const int square = board_.square(column, row);
        if (next() == '.') {
            if (board_.exists(square)) fail("`.` marks a missing point, but there is a point " + name(square));
        } else {
            const Piece piece = read_piece();
            require_point(square);
            position_.squares[static_cast<std::size_t>(square)] = piece;
        }
        return column + 1;
    }

    Piece read_piece() const {
        const char letter = lower_case(next());
        for (const Piece piece : {Piece::first, Piece::second, Piece::neutral}) {
            if (letter == letter_of(board_, piece) && letter != '\0') return piece;
        }
        std::string men = quoted(board_.first_letter) + ", " + quoted(board_.second_letter);
        if (board_.neutral_letter != '\0') men += ", " + quoted(board_.neutral_letter);
        fail("unknown letter " + found() + ", the men are " + men);
    }

    void read_side() {
        const std::string wanted =
            "the side to move, " + quoted(board_.first_letter) + " or " + quoted(board_.second_letter);
        const char letter = read_word(wanted);
        if (letter != board_.first_letter && letter != board_.second_letter) fail_expected(wanted);
        position_.to_move = letter == board_.first_letter ? Side::first : Side::second;
        ++offset_;
    }

    void read_phase() {
        const std::string wanted = "the phase, `p` for placement or `m` for movement";
        const char letter = read_word(wanted);
        if (letter != 'p' && letter != 'm') fail_expected(wanted);
        position_.phase = letter == 'p' ? Phase::placement : Phase::movement;
        ++offset_;
    }

    /// Skips the space before a word of one letter; returns the letter in lower case without passing it.
    char read_word(const std::string& wanted) {
        if (at_end() || !is_space(next())) fail("expected a space and " + wanted + ", found " + found());
        ++offset_;
        if (at_end()) fail_expected(wanted);
        return lower_case(next());
    }

    void require_point(int square) const {
        if (!board_.exists(square)) fail("there is no point " + name(square) + ", expected `.`");
    }

    [[noreturn]] void fail_expected(const std::string& wanted) const {
        fail("expected " + wanted + ", found " + found());
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorKind::usage, "position, character " + std::to_string(offset_ + 1) + ": " + what);
    }

    [[nodiscard]] bool at_end() const { return offset_ == text_.size(); }
    [[nodiscard]] char next() const { return text_[offset_]; }
    [[nodiscard]] std::string found() const { return at_end() ? "the end of the text" : quoted_foreign(next()); }
    [[nodiscard]] std::string name(int square) const { return square_name(board_, square); }

    const Board& board_;
    std::string_view text_;
    std::size_t offset_ = 0;  ///< of the next character
    Position position_;
};

std::string row_text(const Board& board, const Position& position, int row) {
    std::string text;
    int empty = 0;
    const auto end_run = [&] {
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
    };
    for (int column = 0; column < board.width; ++column) {
        const int square = board.square(column, row);
        const Piece piece = position.squares[static_cast<std::size_t>(square)];
        if (board.exists(square) && piece == Piece::none) {
            ++empty;
            continue;
        }
        end_run();
        text += board.exists(square) ? letter_of(board, piece) : '.';
    }
    end_run();
    return text;
}

char diagram_letter(const Board& board, const Position& position, int square) {
    if (!board.exists(square)) return ' ';
    const Piece piece = position.squares[static_cast<std::size_t>(square)];
    return piece == Piece::none ? '.' : letter_of(board, piece);
}

void end_line(std::string& text) {
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
}

}  // namespace

std::string square_name(const Board& board, int square) {
    return static_cast<char>('a' + board.column(square)) + std::to_string(board.row(square) + 1);
}

std::string position_text(const Board& board, const Position& position) {
    std::string text;
    for (int row = board.height - 1; row >= 0; --row) {
        text += row_text(board, position, row);
        text += row > 0 ? '/' : ' ';
    }
    text += letter_of(board, man_of(position.to_move));
    if (board.has_phases) text += position.phase == Phase::placement ? " p" : " m";
    return text;
}

std::string position_word(const Board& board, const Position& position) {
    std::string word = position_text(board, position);
    std::ranges::replace(word, ' ', '_');
    return word;
}

Position parse_position(const Board& board, std::string_view text) { return PositionReader(board, text).read(); }

std::string diagram(const Board& board, const Position& position) {
    std::string text;
    for (int row = board.height - 1; row >= 0; --row) {
        text += std::to_string(row + 1) + ' ';
        for (int column = 0; column < board.width; ++column) {
            text += ' ';
            text += diagram_letter(board, position, board.square(column, row));
        }
        end_line(text);
    }
    text += "  ";
    for (int column = 0; column < board.width; ++column) {
        text += ' ';
        text += static_cast<char>('a' + column);
    }
    end_line(text);
    return text;
}

}  // namespace retrograde
