// Positions as pictures, from what the game says of its board: areas, men, and the moves to be shown.
#include <algorithm>
#include <cmath>

#include "picture/svg.hpp"
#include "retrograde/drawing.hpp"

namespace retrograde {
namespace {

using svg::Anchor;
using svg::Drawing;
using svg::Paint;

constexpr double kScale = 56;  // pixels for the edge of a square
constexpr double kMargin = 22;
constexpr double kCaption = 58;  // height below the board
constexpr double kCaptionFont = 15;
constexpr double kSmallFont = 12;
constexpr double kLetterShare = 0.61;  // width of a letter of the same width as all, of the size of its font

constexpr std::string_view kDark = "#1f1f1f";
constexpr std::string_view kLastMove = "#f3c969";
constexpr std::string_view kLastMoveDark = "#9a6700";

struct Box {
    PlanePoint low{1e9, 1e9};
    PlanePoint high{-1e9, -1e9};

    void add(const PlanePoint& point) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
};

[[nodiscard]] Box box_of(const Picture& picture) {
    Box box;
    for (const PictureArea& area : picture.areas) {
        for (const PlanePoint& corner : area.corners)
            box.add(corner);
    }
    for (const PictureLabel& label : picture.labels)
        box.add(label.at);
    return box;
}

/// Reds are lighter than blues, so that both can be told apart without colour.
[[nodiscard]] Paint man_paint(Ink ink) {
    switch (ink) {
        case Ink::white: return {.fill = "#fff", .stroke = kDark, .width = 2.5};
        case Ink::red: return {.fill = "#e2574a", .stroke = "#7a1c13", .width = 2.5};
        case Ink::blue: return {.fill = "#234a8c", .stroke = "#10234a", .width = 2.5};
        default: return {.fill = kDark, .stroke = "#000", .width = 2.5};
    }
}

[[nodiscard]] std::string_view hint_colour(Value value) {
    switch (value) {
        case Value::win: return "#17803d";
        case Value::loss: return "#b3400f";
        default: return "#2f62a8";
    }
}

/// The point at a distance from one point towards another.
[[nodiscard]] PlanePoint towards(const PlanePoint& from, const PlanePoint& to, double distance) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    return {from.x + (to.x - from.x) / length * distance, from.y + (to.y - from.y) / length * distance};
}

class BoardDrawing {
public:
    BoardDrawing(const Game& game, const Position& position)
        : game_(game),
          position_(position),
          picture_(game.picture(position)),
          box_(box_of(picture_)),
          width_(2 * kMargin + kScale * (box_.high.x - box_.low.x)),
          height_(2 * kMargin + kScale * (box_.high.y - box_.low.y)),
          drawing_(width_, height_ + kCaption, game.name() + ": " + position_text(game.board(), position)) {}

    [[nodiscard]] std::string draw(const BoardMarks& marks) {
        draw_board();
        if (marks.last) draw_last(*marks.last);
        draw_men();
        if (marks.last) draw_captures(*marks.last, kLastMoveDark);
        for (const BoardMarks::Hint& hint : marks.hints)
            draw_hint(hint.move, hint_colour(hint.value));
        draw_caption(marks.remark);
        return drawing_.file();
    }

private:
    [[nodiscard]] PlanePoint pixel(const PlanePoint& point) const {
        return {kMargin + kScale * (point.x - box_.low.x), kMargin + kScale * (box_.high.y - point.y)};
    }
    [[nodiscard]] PlanePoint pixel_of(int square) const { return pixel(picture_.point(square)); }
    [[nodiscard]] double man_radius() const { return kScale * picture_.man_radius; }
    [[nodiscard]] bool is_empty(int square) const {
        return position_.squares[static_cast<std::size_t>(square)] == Piece::none;
    }

    void draw_board() {
        for (const PictureArea& area : picture_.areas) {
            std::vector<PlanePoint> corners(area.corners.size());
            std::ranges::transform(area.corners, corners.begin(), [this](const auto& corner) { return pixel(corner); });
            drawing_.polygon(corners,
                             {.fill = area.is_shaded ? "#e6dcc8" : "#faf7f0", .stroke = "#7d7260", .width = 1.4});
        }
        for (const PictureLabel& label : picture_.labels) {
            const PlanePoint at = pixel(label.at);
            drawing_.text({at.x, at.y + 5}, label.text, {.size = 15, .anchor = Anchor::middle, .fill = "#444"});
        }
    }

    void draw_men() {
        for (int square = 0; square < game_.board().squares(); ++square) {
            if (is_empty(square)) continue;
            const Piece piece = position_.squares[static_cast<std::size_t>(square)];
            const Ink ink = piece == Piece::neutral ? picture_.neutral
                                                    : picture_.ink(piece == Piece::first ? Side::first : Side::second);
            drawing_.circle(pixel_of(square), man_radius(), man_paint(ink));
            if ((picture_.locked >> square & 1U) == 0) continue;
            drawing_.circle(pixel_of(square), man_radius() / 2,
                            {.stroke = ink == Ink::white ? kDark : "#fff", .width = 3.5});
        }
    }

    /// Below the men: a band from where the man came from to where it is.
    void draw_last(const MoveSquares& move) {
        const double radius = man_radius() * 1.25;
        if (move.from) {
            drawing_.line(pixel_of(*move.from), pixel_of(move.to), {.stroke = kLastMove, .width = man_radius() / 1.5});
            drawing_.circle(pixel_of(*move.from), radius / 2, {.fill = kLastMove});
        }
        drawing_.circle(pixel_of(move.to), radius, {.fill = kLastMove});
    }

    void draw_captures(const MoveSquares& move, std::string_view colour) {
        for (const int square : move.captured)
            draw_cross(square, colour);
        if (move.is_removal) draw_cross(move.to, colour);
    }

    void draw_hint(const MoveSquares& move, std::string_view colour) {
        if (move.from) {
            draw_arrow(pixel_of(*move.from), pixel_of(move.to), colour);
        } else if (!move.is_removal) {
            drawing_.circle(pixel_of(move.to), man_radius() * 0.65, {.fill = "#fff", .stroke = colour, .width = 4});
        }
        draw_captures(move, colour);
    }

    void draw_cross(int square, std::string_view colour) {
        const double arm = man_radius() * 0.55;
        const PlanePoint at = pixel_of(square);
        for (const Paint& paint : {Paint{.stroke = "#fff", .width = 8, .has_round_ends = true},
                                   Paint{.stroke = colour, .width = 4.5, .has_round_ends = true}}) {
            drawing_.line({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, paint);
            drawing_.line({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, paint);
        }
    }

    /// From the middle of a man to just before the middle of the square it goes to; a white edge lifts it off dark men.
    void draw_arrow(const PlanePoint& from, const PlanePoint& to, std::string_view colour) {
        constexpr double kHead = 15;
        const PlanePoint tip = towards(to, from, 2);
        const PlanePoint neck = towards(to, from, kHead);
        const PlanePoint side{(neck.y - tip.y) * 0.62, (tip.x - neck.x) * 0.62};
        const std::vector<PlanePoint> head{tip, {neck.x + side.x, neck.y + side.y}, {neck.x - side.x, neck.y - side.y}};
        drawing_.line(from, neck, {.stroke = "#fff", .width = 9.5, .has_round_ends = true});
        drawing_.polygon(head, {.fill = "#fff", .stroke = "#fff", .width = 4.5});
        drawing_.line(from, neck, {.stroke = colour, .width = 5.5, .has_round_ends = true});
        drawing_.polygon(head, {.fill = colour});
    }

    /// The side to move with the remark, and the position as text, which is made as small as it must be.
    void draw_caption(const std::string& remark) {
        constexpr double kRadius = 8;
        const double left = kMargin;
        drawing_.circle({left + kRadius, height_ + 8}, kRadius, man_paint(picture_.ink(position_.to_move)));
        drawing_.text({left + 3 * kRadius, height_ + 13}, "to move" + (remark.empty() ? "" : ": " + remark),
                      {.size = kCaptionFont, .fill = kDark});
        const std::string text = position_text(game_.board(), position_);
        const double room = width_ - 2 * kMargin;
        drawing_.text({left, height_ + 38}, text,
                      {.size = std::min(kSmallFont, room / (kLetterShare * static_cast<double>(text.size()))),
                       .fill = "#444",
                       .is_monospace = true});
    }

    const Game& game_;
    const Position& position_;
    Picture picture_;
    Box box_;
    double width_;
    double height_;  // without the caption
    Drawing drawing_;
};

}  // namespace

std::string draw_board(const Game& game, const Position& position, const BoardMarks& marks) {
    return BoardDrawing(game, position).draw(marks);
}

}  // namespace retrograde
