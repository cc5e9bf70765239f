#include "games/diamond_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace retrograde {

namespace {

[[nodiscard]] Board board_of(int size) {
    const int width = 2 * size + 2;
    Board board{.width = width, .height = width, .neutral_letter = 'n', .has_phases = true};
    board.missing = std::uint64_t{1} << board.square(0, width - 1) | std::uint64_t{1} << board.square(width - 1, 0);
    return board;
}

[[nodiscard]] constexpr bool is_odd(int number) noexcept { return number % 2 != 0; }

}  // namespace

DiamondNet::DiamondNet(int size) : size_(size), board_(board_of(size)) {
    for (int point = 0; point < board_.squares(); ++point) {
        if (board_.column(point) + 1 < board_.width) add_line(point, point + 1);
        if (board_.row(point) + 1 < board_.height) add_line(point, point + board_.width);
    }
    for (int row = 1; row < board_.height; ++row) {
        for (int column = 1; column < board_.width; ++column)
            add_cell(column, row);
    }
}

/// A cell of the grid by its lower-left point, counted from 1.
void DiamondNet::add_cell(int column, int row) {
    const int lower_left = board_.square(column - 1, row - 1);
    const int lower_right = lower_left + 1;
    const int upper_left = lower_left + board_.width;
    const int upper_right = upper_left + 1;
    if (is_odd(column + row)) {
        squares_.push_back({static_cast<std::uint8_t>(lower_left), static_cast<std::uint8_t>(lower_right),
                            static_cast<std::uint8_t>(upper_left), static_cast<std::uint8_t>(upper_right)});
    } else if (is_odd(column)) {
        add_line(lower_left, upper_right);
        add_triangle(lower_left, lower_right, upper_right);
        add_triangle(lower_left, upper_left, upper_right);
    } else {
        add_line(lower_right, upper_left);
        add_triangle(lower_left, lower_right, upper_left);
        add_triangle(lower_right, upper_left, upper_right);
    }
}

/// Nothing where one of the points is missing.
void DiamondNet::add_line(int one, int another) {
    if (!board_.exists(one) || !board_.exists(another)) return;
    const auto add_neighbour = [this](int point, int neighbour) {
        Surroundings& around = around_[static_cast<std::size_t>(point)];
        around.neighbours.at(around.neighbour_count++) = static_cast<std::uint8_t>(neighbour);
    };
    lines_.push_back({static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(another)});
    add_neighbour(one, another);
    add_neighbour(another, one);
}

/// Nothing where one of the points is missing.
void DiamondNet::add_triangle(int one, int two, int three) {
    if (!board_.exists(one) || !board_.exists(two) || !board_.exists(three)) return;
    const auto add_corners = [this](int point, int first, int second) {
        Surroundings& around = around_[static_cast<std::size_t>(point)];
        around.triangles.at(around.triangle_count++) = {static_cast<std::uint8_t>(first),
                                                        static_cast<std::uint8_t>(second)};
    };
    triangles_.push_back(
        {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(two), static_cast<std::uint8_t>(three)});
    add_corners(one, two, three);
    add_corners(two, one, three);
    add_corners(three, one, two);
}

int DiamondNet::points() const noexcept { return board_.squares() - std::popcount(board_.missing); }

bool DiamondNet::is_joined(int one, int another) const noexcept {
    return std::ranges::count(neighbours(one), static_cast<std::uint8_t>(another)) != 0;
}

SymmetryGroup DiamondNet::symmetries() const {
    std::vector<Permutation> elements;
    for (const GridSymmetry symmetry :
         {GridSymmetry::identity, GridSymmetry::half_turn, GridSymmetry::main_diagonal, GridSymmetry::anti_diagonal}) {
        elements.push_back(permutation_of(symmetry, board_.width, board_.height));
    }
    return {elements, board_.squares()};
}

namespace {

[[nodiscard]] char letter_at(const DiamondNet& net, const Position& position, int point) {
    const Board& board = net.board();
    if (!board.exists(point)) return ' ';
    switch (position.squares[static_cast<std::size_t>(point)]) {
        case Piece::first: return board.first_letter;
        case Piece::second: return board.second_letter;
        case Piece::neutral: return board.neutral_letter;
        default: return '+';
    }
}

/// Text without the spaces at its end, as a line.
[[nodiscard]] std::string as_line(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

/// Points and the lines between them along one row.
[[nodiscard]] std::string row_of_points(const DiamondNet& net, const Position& position, int row) {
    const Board& board = net.board();
    std::string text = std::to_string(row + 1) + "   ";
    for (int column = 0; column < board.width; ++column) {
        const int point = board.square(column, row);
        text += letter_at(net, position, point);
        if (column + 1 < board.width) text += net.is_joined(point, point + 1) ? "---" : "   ";
    }
    return as_line(std::move(text));
}

/// The lines that lead up from one row to the next.
[[nodiscard]] std::string lines_above(const DiamondNet& net, int row) {
    const Board& board = net.board();
    std::string text(4, ' ');
    for (int column = 0; column < board.width; ++column) {
        const int point = board.square(column, row);
        const int above = point + board.width;
        text += net.is_joined(point, above) ? '|' : ' ';
        if (column + 1 == board.width) break;
        const bool rising = net.is_joined(point, above + 1);
        const bool falling = net.is_joined(point + 1, above);
        text += rising ? " / " : falling ? " \\ " : "   ";
    }
    return as_line(std::move(text));
}

}  // namespace

std::string net_diagram(const DiamondNet& net, const Position& position) {
    const Board& board = net.board();
    std::string text;
    for (int row = board.height - 1; row >= 0; --row) {
        text += row_of_points(net, position, row);
        if (row > 0) text += lines_above(net, row - 1);
    }
    std::string columns(4, ' ');
    for (int column = 0; column < board.width; ++column) {
        columns += static_cast<char>('a' + column);
        columns += "   ";
    }
    return text + as_line(std::move(columns));
}

namespace {

/// Every cell of the grid is a square or a rhombus of two triangles, so opposite edges are parallel: the direction of a
/// line along a row depends on its column alone, that of one along a column on its row alone. Lines along the rows turn
/// 15 degrees down in odd columns and up in even ones, lines along the columns 15 degrees to the left in odd rows and
/// to the right in even ones; so they meet at 120 degrees in a cell of two triangles where both are odd, at 60 where
/// both are even, and at right angles in the squares.
[[nodiscard]] PlanePoint point_of_net(int column, int row) {
    const double along = std::cos(std::numbers::pi / 12);
    const double across = std::sin(std::numbers::pi / 12);
    return {along * column - (is_odd(row) ? across : 0), along * row - (is_odd(column) ? across : 0)};
}

/// The corners of a cell come row by row; around it the upper ones change places.
[[nodiscard]] PictureArea area_of(const Picture& picture, const DiamondNet::Square& square) {
    return {{picture.point(square[0]), picture.point(square[1]), picture.point(square[3]), picture.point(square[2])},
            true};
}

[[nodiscard]] PictureArea area_of(const Picture& picture, const DiamondNet::Triangle& triangle) {
    return {{picture.point(triangle[0]), picture.point(triangle[1]), picture.point(triangle[2])}, false};
}

}  // namespace

Picture net_picture(const DiamondNet& net) {
    const Board& board = net.board();
    Picture picture;
    picture.man_radius = 0.27;
    for (int point = 0; point < board.squares(); ++point)
        picture.points.push_back(point_of_net(board.column(point), board.row(point)));
    for (const auto& square : net.squares())
        picture.areas.push_back(area_of(picture, square));
    for (const auto& triangle : net.triangles())
        picture.areas.push_back(area_of(picture, triangle));
    add_coordinates(picture, board, -0.75);
    return picture;
}

}  // namespace retrograde
