// The net that Diamond is played on: the snub square net in the shape of a diamond, computed from its size.
//
// Size s is a grid of (2s+2) x (2s+2) points without its top-left and its bottom-right one. Points next to each other
// in a row or a column are joined by a line. A cell of the grid, named by its lower-left point (column, row), both
// counted from 1, is
//
//     a square                                         where column + row is odd
//     two triangles along its rising diagonal, `/`     where both are odd
//     two triangles along its falling diagonal, `\`    where both are even
//
// and the two cells at the missing points have one triangle only. Diagonals are lines too. Size 1 shows it all:
//
//     4       +---+---+
//           / |   | / |
//     3   +---+---+---+
//         |   | \ |   |
//     2   +---+---+---+
//         | / |   | /
//     1   +---+---+
//         a   b   c   d
//
// Points are the squares of the grid as a Board numbers them. Source: the article on Diamond (L. Back, 1994).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "retrograde/picture.hpp"
#include "retrograde/position.hpp"
#include "retrograde/symmetry.hpp"

namespace retrograde {

class DiamondNet {
public:
    static constexpr int kLargestSize = 3;
    static constexpr std::size_t kMostNeighbours = 5;
    static constexpr std::size_t kMostTriangles = 3;  ///< at one point

    /// Two points joined by a line, the lower one first.
    using Line = std::array<std::uint8_t, 2>;
    using Square = std::array<std::uint8_t, 4>;
    using Triangle = std::array<std::uint8_t, 3>;

    /// The corners of a triangle beside the one it is looked at from.
    using Corners = std::array<std::uint8_t, 2>;

    /// `size` from 1 to kLargestSize.
    explicit DiamondNet(int size);

    [[nodiscard]] int size() const noexcept { return size_; }

    /// The grid with its missing points, and the letters of the game.
    [[nodiscard]] const Board& board() const noexcept { return board_; }

    /// Number of points.
    [[nodiscard]] int points() const noexcept;

    [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }
    [[nodiscard]] const std::vector<Square>& squares() const noexcept { return squares_; }
    [[nodiscard]] const std::vector<Triangle>& triangles() const noexcept { return triangles_; }

    /// Points that a line joins to this one.
    [[nodiscard]] std::span<const std::uint8_t> neighbours(int point) const noexcept {
        const Surroundings& around = around_[static_cast<std::size_t>(point)];
        return std::span(around.neighbours).first(around.neighbour_count);
    }

    /// The other two corners of each triangle at this point.
    [[nodiscard]] std::span<const Corners> triangles_at(int point) const noexcept {
        const Surroundings& around = around_[static_cast<std::size_t>(point)];
        return std::span(around.triangles).first(around.triangle_count);
    }

    [[nodiscard]] bool is_joined(int one, int another) const noexcept;

    /// Identity, half turn, and the reflections in the two diagonals of the grid.
    [[nodiscard]] SymmetryGroup symmetries() const;

private:
    struct Surroundings {
        std::array<std::uint8_t, kMostNeighbours> neighbours{};
        std::array<Corners, kMostTriangles> triangles{};
        std::uint8_t neighbour_count = 0;
        std::uint8_t triangle_count = 0;
    };

    void add_line(int one, int another);
    void add_triangle(int one, int two, int three);
    void add_cell(int column, int row);

    int size_;
    Board board_;
    std::vector<Line> lines_;
    std::vector<Square> squares_;
    std::vector<Triangle> triangles_;
    std::array<Surroundings, kMaxSquares> around_{};
};

/// The net as lines of text with coordinates, for people: `b`, `w`, `n` are men, `+` an empty point.
[[nodiscard]] std::string net_diagram(const DiamondNet& net, const Position& position);

/// The net as it is printed: all lines of one length, its squares and triangles at their true angles.
[[nodiscard]] Picture net_picture(const DiamondNet& net);

}  // namespace retrograde
