// Texts of moves: squares with `-`, `x` between them and `*`, `(`, `)` around, in all games.
#include "retrograde/drawing.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde {
namespace {

[[nodiscard]] Error bad_move(std::string_view move, const std::string& what) {
    return {ErrorKind::usage, "move '" + printable(move) + "': " + what};
}

/// The square with the name of two letters, or -1.
[[nodiscard]] int square_named(const Board& board, std::string_view name) {
    if (name.size() < 2) return -1;
    const int column = name[0] - 'a';
    const int row = name[1] - '1';
    if (column < 0 || column >= board.width || row < 0 || row >= board.height) return -1;
    const int square = board.square(column, row);
    return board.exists(square) ? square : -1;
}

[[nodiscard]] std::vector<int> squares_named(const Board& board, std::string_view move) {
    constexpr std::string_view kSigns = "-x*()";
    std::vector<int> squares;
    for (std::size_t i = 0; i < move.size();) {
        if (kSigns.find(move[i]) != std::string_view::npos) {
            ++i;
            continue;
        }
        const int square = square_named(board, move.substr(i));
        if (square < 0) throw bad_move(move, "character " + std::to_string(i + 1) + " begins no square of the board");
        squares.push_back(square);
        i += 2;
    }
    if (squares.empty()) throw bad_move(move, "it names no square");
    return squares;
}

}  // namespace

MoveSquares squares_of_move(const Board& board, std::string_view move) {
    const std::vector<int> squares = squares_named(board, move);
    if (squares.size() == 1) return {.to = squares[0], .is_removal = move.starts_with('(')};
    return {.from = squares[0], .to = squares[1], .captured = {squares.begin() + 2, squares.end()}};
}

void check_last_move(const Board& board, const Position& position, std::string_view move) {
    const MoveSquares squares = squares_of_move(board, move);
    const auto check = [&](int square, Piece expected, const std::string& what) {
        if (position.squares[static_cast<std::size_t>(square)] == expected) return;
        throw bad_move(move, "not the last one: " + what + " on " + square_name(board, square));
    };
    const Side mover = other(position.to_move);
    const std::string letter(1, board.letter(mover));
    if (squares.from) check(*squares.from, Piece::none, "there is a man");
    check(squares.to, squares.is_removal ? Piece::none : man_of(mover),
          squares.is_removal ? "there is a man" : "there is no " + letter);
    for (const int square : squares.captured)
        check(square, Piece::none, "there is a man");
}

}  // namespace retrograde
