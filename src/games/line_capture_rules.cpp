#include "games/line_capture_rules.hpp"

#include <algorithm>
#include <vector>

namespace retrograde {

namespace {

constexpr Side kSides[] = {Side::first, Side::second};

/// The rule of capture, for one line: the place of the man that is captured, or -1. The mover must have exactly two
/// men in the line, next to each other, and the enemy exactly one, next to the pair.
int captured_place_in(std::span<const Piece> line, Side mover) {
    const auto place_of_first = [line](Piece piece) {
        return static_cast<int>(std::ranges::find(line, piece) - line.begin());
    };
    if (std::ranges::count(line, man_of(mover)) != 2 || std::ranges::count(line, man_of(other(mover))) != 1) return -1;
    const int pair = place_of_first(man_of(mover));
    const int enemy = place_of_first(man_of(other(mover)));
    const bool is_pair = line[static_cast<std::size_t>(pair) + 1] == man_of(mover);
    return is_pair && (enemy == pair - 1 || enemy == pair + 2) ? enemy : -1;
}

}  // namespace

LineCaptureSetup pangki_setup(CaptureRule capture) {
    return {.size = 4, .start = "wwww/w2w/b2b/bbbb b", .losing_men = 1, .capture = capture, .stalemate = Value::loss};
}

LineCaptureSetup cinc_camins_setup(CaptureRule capture, Value stalemate) {
    return {.size = 5, .start = "wwwww/5/5/5/bbbbb b", .losing_men = 0, .capture = capture, .stalemate = stalemate};
}

LineCaptureRules::LineCaptureRules(const LineCaptureSetup& setup)
    : board_{.width = setup.size, .height = setup.size},
      start_(parse_position(board_, setup.start)),
      men_at_start_{count_men(start_, Side::first), count_men(start_, Side::second)},
      losing_men_(setup.losing_men),
      capture_(setup.capture),
      stalemate_(setup.stalemate) {
    set_up_lines();
    set_up_neighbours();
    set_up_captures();
}

void LineCaptureRules::set_up_lines() {
    for (int square = 0; square < board_.squares(); ++square) {
        const auto row = static_cast<std::size_t>(board_.row(square));
        const auto column = static_cast<std::size_t>(board_.column(square));
        const std::size_t column_line = static_cast<std::size_t>(board_.height) + column;
        lines_[row].squares[column] = static_cast<std::uint8_t>(square);
        lines_[column_line].squares[row] = static_cast<std::uint8_t>(square);
        crossings_[static_cast<std::size_t>(square)] = {.row = static_cast<std::uint8_t>(row),
                                                        .column = static_cast<std::uint8_t>(column_line),
                                                        .shift_in_row = static_cast<std::uint8_t>(2 * column),
                                                        .shift_in_column = static_cast<std::uint8_t>(2 * row)};
    }
}

void LineCaptureRules::set_up_neighbours() {
    const auto add = [this](int square, int neighbour) {
        Neighbours& neighbours = neighbours_[static_cast<std::size_t>(square)];
        neighbours.squares[neighbours.count++] = static_cast<std::uint8_t>(neighbour);
    };
    for (int square = 0; square < board_.squares(); ++square) {
        if (board_.row(square) > 0) add(square, square - board_.width);
        if (board_.column(square) > 0) add(square, square - 1);
        if (board_.column(square) < board_.width - 1) add(square, square + 1);
        if (board_.row(square) < board_.height - 1) add(square, square + board_.width);
    }
}

void LineCaptureRules::set_up_captures() {
    std::vector<Piece> line(static_cast<std::size_t>(board_.width));
    for (std::size_t code = 0; code < kLineCodes; ++code) {
        for (std::size_t place = 0; place < line.size(); ++place) {
            line[place] = static_cast<Piece>((code >> (2 * place)) & 3U);
        }
        for (const Side mover : kSides) {
            const int place = captured_place_in(line, mover);
            captured_place_[static_cast<std::size_t>(mover)][code] =
                place < 0 ? kNoCapture : static_cast<std::uint8_t>(place);
        }
    }
}

void LineCaptureRules::check(const Position& position) const { check_men(board_, position, men_at_start_); }

bool LineCaptureRules::can_move(const Position& position) const {
    for (std::size_t square = 0; square < static_cast<std::size_t>(board_.squares()); ++square) {
        if (position.squares[square] != man_of(position.to_move)) continue;
        for (const std::uint8_t neighbour : neighbours_[square].list()) {
            if (position.squares[neighbour] == Piece::none) return true;
        }
    }
    return false;
}

std::optional<Value> LineCaptureRules::over(const Position& position) const {
    if (has_lost_its_men(position, position.to_move)) return Value::loss;
    if (has_lost_its_men(position, other(position.to_move))) return Value::win;
    if (!can_move(position)) return stalemate_;
    return std::nullopt;
}

std::string LineCaptureRules::move_text(const LineCaptureMove& move) const {
    std::string text = square_name(board_, move.from) + '-' + square_name(board_, move.to);
    for (std::uint64_t squares = move.captured; squares != 0; squares &= squares - 1) {
        text += 'x' + square_name(board_, std::countr_zero(squares));
    }
    return text;
}

}  // namespace retrograde
