// Pictures: the boards of the games as points in the plane, and what is drawn of them.
#include "retrograde/picture.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>
#include <string>

#include "database_helpers.hpp"
#include "games/diamond_net.hpp"
#include "retrograde/bits.hpp"
#include "retrograde/drawing.hpp"

namespace retrograde::test {
namespace {

double distance(const PlanePoint& one, const PlanePoint& another) {
    return std::hypot(one.x - another.x, one.y - another.y);
}

/// Area of a polygon, positive where its corners go round against the clock.
double area_of(const std::vector<PlanePoint>& corners) {
    double twice = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const PlanePoint& next = corners[(i + 1) % corners.size()];
        twice += corners[i].x * next.y - next.x * corners[i].y;
    }
    return twice / 2;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// Heights of all bars of a colour, from left to right.
std::vector<double> bars_of(const std::string& chart, const std::string& colour) {
    const std::regex bar("<rect x=\"[0-9.]+\" y=\"[0-9.]+\" width=\"[0-9.]+\" height=\"([0-9.]+)\" fill=\"" + colour +
                         "\"/>");
    std::vector<double> heights;
    for (std::sregex_iterator found(chart.begin(), chart.end(), bar), end; found != end; ++found)
        heights.push_back(std::stod((*found)[1]));
    heights.erase(heights.begin());  // of the legend
    return heights;
}

}  // namespace

TEST_CASE("all lines of the net of Diamond have one length", "[picture][diamond]") {
    for (const int size : {1, 2, 3}) {
        const DiamondNet net(size);
        const Picture picture = net_picture(net);
        for (const auto& [one, another] : net.lines())
            CHECK(distance(picture.point(one), picture.point(another)) == Approx(1));
        for (const auto& square : net.squares()) {
            CHECK(distance(picture.point(square[0]), picture.point(square[3])) == Approx(std::sqrt(2)));
            CHECK(distance(picture.point(square[1]), picture.point(square[2])) == Approx(std::sqrt(2)));
        }
        REQUIRE(picture.areas.size() == net.squares().size() + net.triangles().size());
        for (const PictureArea& area : picture.areas) {
            CHECK(std::abs(area_of(area.corners)) == Approx(area.is_shaded ? 1 : std::sqrt(3) / 4));
        }
    }
}

TEST_CASE("points of the net that no line joins are farther apart", "[picture][diamond]") {
    const DiamondNet net(3);
    const Picture picture = net_picture(net);
    for (int one = 0; one < net.board().squares(); ++one) {
        for (int another = 0; another < one; ++another) {
            if (net.is_joined(one, another)) continue;
            if (!net.board().exists(one) || !net.board().exists(another)) continue;
            CHECK(distance(picture.point(one), picture.point(another)) > 1.4);
        }
    }
}

TEST_CASE("a board of squares is drawn as one", "[picture]") {
    const auto game = make_game("pangki", "");
    const Picture picture = game->picture(game->start());
    CHECK(picture.areas.size() == 16);
    CHECK(std::ranges::count_if(picture.areas, &PictureArea::is_shaded) == 8);
    CHECK(picture.areas.front().is_shaded);  // a1, as in chess
    CHECK(distance(picture.point(0), picture.point(1)) == 1);
    CHECK(picture.labels.size() == 8);
    CHECK(picture.locked == 0);
}

TEST_CASE("stones that have crossed are locked in the picture", "[picture][crossings]") {
    const auto game = make_game("crossings", "board=4x4,ranks=1");
    const Position position = parse_position(game->board(), "rb2/1b2/r3/1b1r r");
    const Picture picture = game->picture(position);
    CHECK(picture.locked == (bit(12) | bit(1)));
    CHECK(picture.first == Ink::red);
    CHECK(picture.second == Ink::blue);
    const std::string file = draw_board(*game, position, {});
    CHECK(count_of(file, "<circle") == 6 + 2 + 1);  // stones, rings in two of them, the side to move
}

TEST_CASE("texts of moves name squares", "[picture]") {
    const Board board = make_game("pangki", "")->board();
    const auto square = [&](const std::string& name) { return board.square(name[0] - 'a', name[1] - '1'); };
    const MoveSquares quiet = squares_of_move(board, "a2-b2");
    CHECK(quiet.from == square("a2"));
    CHECK(quiet.to == square("b2"));
    CHECK(quiet.captured.empty());
    CHECK(squares_of_move(board, "a3-b3xb2xc3").captured == std::vector{square("b2"), square("c3")});
    const MoveSquares placed = squares_of_move(board, "c1");
    CHECK_FALSE(placed.from);
    CHECK(placed.to == square("c1"));
    CHECK_FALSE(placed.is_removal);
    CHECK(squares_of_move(board, "(c1)").is_removal);
    CHECK(squares_of_move(board, "a1-b1*").to == square("b1"));
    for (const std::string text : {"", "-", "a", "a5", "e1", "a1-b", "pass", "a1 b1", "A1-b1", "♟"}) {
        CHECK_FALSE(message_of(ErrorKind::usage, [&] { (void)squares_of_move(board, text); }).empty());
    }
    const Board net = make_game("diamond", "")->board();
    CHECK_FALSE(message_of(ErrorKind::usage, [&] { (void)squares_of_move(net, "a8"); }).empty());
}

TEST_CASE("the last move of every position is accepted, and others are not", "[picture]") {
    for (const char* const name : {"pangki", "cinc-camins", "crossings", "diamond"}) {
        const auto game = make_game(name, "");
        Position position = game->start();
        for (int ply = 0; ply < 40 && !game->over(position); ++ply) {
            const auto moves = game->moves(position);
            for (const Move& move : moves)
                check_last_move(game->board(), move.after, move.text);
            CHECK_FALSE(message_of(ErrorKind::usage, [&] {
                            check_last_move(game->board(), position, moves.front().text);
                        }).empty());
            position = moves[static_cast<std::size_t>(7 * ply) % moves.size()].after;
        }
    }
}

TEST_CASE("men, marks and remarks are drawn", "[picture]") {
    const auto game = make_game("pangki", "");
    const Position position = parse_position(game->board(), "wwww/w2w/bb1b/b1bb w");
    const std::string plain = draw_board(*game, position, {});
    CHECK(plain.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    CHECK(plain.ends_with("</svg>\n"));
    CHECK(count_of(plain, "<circle") == 12 + 1);  // the last is the side to move
    CHECK(count_of(plain, "<polygon") == 16);
    BoardMarks marks;
    marks.last = squares_of_move(game->board(), "b1-b2");
    marks.hints = {{squares_of_move(game->board(), "a3-b3xb2"), Value::win}};
    marks.remark = "<win> & more";
    const std::string marked = draw_board(*game, position, marks);
    CHECK(count_of(marked, "<circle") == 12 + 1 + 2);
    CHECK(count_of(marked, "<polygon") == 16 + 2);  // the head of the arrow and its edge
    CHECK(count_of(marked, "to move: &lt;win&gt; &amp; more") == 1);
}

TEST_CASE("bars are as high as the logarithm of their counts", "[picture]") {
    DistanceChart chart{.title = "a & b", .by_distance = {1000, 10, 0, 100, 1}, .draws = 10000};
    const std::string file = draw_chart(chart);
    CHECK(count_of(file, "a &amp; b") == 2);
    const auto wins = bars_of(file, "#1d4f91");
    const auto losses = bars_of(file, "#eb9c2d");
    const auto draws = bars_of(file, "#8b9097");
    REQUIRE(wins.size() == 2);
    REQUIRE(losses.size() == 2);
    REQUIRE(draws.size() == 1);
    const double decade = wins[1] - wins[0];
    CHECK(decade > 20);
    CHECK(losses[1] > 5);  // a single position can be seen
    CHECK(wins[0] - losses[1] == Approx(decade).margin(0.02));
    CHECK(losses[0] - wins[1] == Approx(decade).margin(0.02));
    CHECK(draws[0] - losses[0] == Approx(decade).margin(0.02));
    CHECK(count_of(file, ">10,000<") == 1);  // on the axis
    CHECK(count_of(file, ">loss 1,001<") == 1);
}

}  // namespace retrograde::test
