#include "retrograde/picture.hpp"

namespace retrograde {

Picture board_picture(const Board& board) {
    Picture picture;
    picture.man_radius = 0.36;
    for (int square = 0; square < board.squares(); ++square) {
        const double left = board.column(square);
        const double bottom = board.row(square);
        picture.points.push_back({left + 0.5, bottom + 0.5});
        picture.areas.push_back({{{left, bottom}, {left + 1, bottom}, {left + 1, bottom + 1}, {left, bottom + 1}},
                                 (board.column(square) + board.row(square)) % 2 == 0});
    }
    add_coordinates(picture, board, -0.3);
    return picture;
}

void add_coordinates(Picture& picture, const Board& board, double place) {
    for (int column = 0; column < board.width; ++column) {
        picture.labels.push_back({{picture.point(column).x, place}, square_name(board, column).substr(0, 1)});
    }
    for (int row = 0; row < board.height; ++row) {
        const int square = board.square(0, row);
        picture.labels.push_back({{place, picture.point(square).y}, square_name(board, square).substr(1)});
    }
}

}  // namespace retrograde
