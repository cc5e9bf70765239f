// How the board of a game looks: what a game tells those who draw it. Points lie in a plane, x to the right and y up,
// in units of the edge of a square.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "retrograde/position.hpp"

namespace retrograde {

struct PlanePoint {
    double x = 0;
    double y = 0;
};

/// A square or a triangle of the board.
struct PictureArea {
    std::vector<PlanePoint> corners;
    bool is_shaded = false;
};

/// Text with its middle at a point.
struct PictureLabel {
    PlanePoint at;
    std::string text;
};

enum class Ink : std::uint8_t { black, white, red, blue };

struct Picture {
    std::vector<PlanePoint> points;  ///< by square of the board: where a man stands
    std::vector<PictureArea> areas;
    std::vector<PictureLabel> labels;
    double man_radius = 0;
    Ink first = Ink::black;
    Ink second = Ink::white;
    Ink neutral = Ink::red;
    std::uint64_t locked = 0;  ///< squares whose men can neither move nor be captured any more

    [[nodiscard]] const PlanePoint& point(int square) const { return points.at(static_cast<std::size_t>(square)); }
    [[nodiscard]] Ink ink(Side side) const noexcept { return side == Side::first ? first : second; }
};

/// A board of squares with the names of its columns and rows, shaded as for chess; men stand on the squares.
[[nodiscard]] Picture board_picture(const Board& board);

/// Adds the letters of the columns at the height `place`, the numbers of the rows as far to the left. The points of the
/// picture are known.
void add_coordinates(Picture& picture, const Board& board, double place);

}  // namespace retrograde
