// The net of Diamond, computed from its size, against the counts and examples of the rules.
#include "games/diamond_net.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "boards.hpp"
#include "retrograde/bits.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

int point(const DiamondNet& net, std::string_view name) { return net.board().square(name[0] - 'a', name[1] - '1'); }

bool is_line(const DiamondNet& net, std::string_view one, std::string_view another) {
    return net.is_joined(point(net, one), point(net, another));
}

template <std::size_t kCorners>
Bits set_of(const std::array<std::uint8_t, kCorners>& points) {
    Bits set = 0;
    for (const std::uint8_t point : points)
        set |= bit(point);
    return set;
}

template <class Shapes>
std::set<Bits> sets_of(const Shapes& shapes) {
    std::set<Bits> sets;
    for (const auto& shape : shapes)
        sets.insert(set_of(shape));
    return sets;
}

}  // namespace

TEST_CASE("the nets have the points, lines, squares and triangles of the rules", "[diamond]") {
    struct Counts {
        int size, points;
        std::size_t lines, squares, triangles;
    };
    for (const Counts& counts : {Counts{1, 14, 25, 4, 8}, Counts{2, 34, 69, 12, 24}, Counts{3, 62, 133, 24, 48}}) {
        const DiamondNet net(counts.size);
        INFO("size " << counts.size);
        CHECK(net.board() == diamond_board(counts.size));
        CHECK(net.points() == counts.points);
        CHECK(sets_of(net.lines()).size() == counts.lines);
        CHECK(sets_of(net.squares()).size() == counts.squares);
        CHECK(sets_of(net.triangles()).size() == counts.triangles);
        CHECK(net.lines().size() == counts.lines);
        CHECK(net.squares().size() == counts.squares);
        CHECK(net.triangles().size() == counts.triangles);
        // Euler: faces inside a connected plane net are lines - points + 1.
        CHECK(counts.squares + counts.triangles == counts.lines - static_cast<std::size_t>(counts.points) + 1);
    }
}

TEST_CASE("every inner point has five neighbours, three triangles and two squares", "[diamond]") {
    for (const int size : {1, 2, 3}) {
        const DiamondNet net(size);
        const Board& board = net.board();
        for (int inner = 0; inner < board.squares(); ++inner) {
            const int column = board.column(inner);
            const int row = board.row(inner);
            if (column == 0 || row == 0 || column + 1 == board.width || row + 1 == board.height) continue;
            INFO(square_name(board, inner) << " of size " << size);
            CHECK(net.neighbours(inner).size() == 5);
            CHECK(net.triangles_at(inner).size() == 3);
            CHECK(std::ranges::count_if(net.squares(),
                                        [&](const auto& square) { return (set_of(square) & bit(inner)) != 0; }) == 2);
        }
    }
}

TEST_CASE("published play goes along the lines of the net", "[diamond]") {
    const DiamondNet net(3);
    CHECK(is_line(net, "e3", "e4"));
    CHECK(is_line(net, "f3", "f4"));
    CHECK(is_line(net, "g3", "f3"));
    CHECK(is_line(net, "f4", "e3"));
    CHECK(is_line(net, "g4", "f4"));
    CHECK_FALSE(is_line(net, "e4", "f3"));
    CHECK(sets_of(net.squares())
              .contains(bit(point(net, "b5")) | bit(point(net, "b6")) | bit(point(net, "c5")) | bit(point(net, "c6"))));
    CHECK_FALSE(net.board().exists(point(net, "a8")));
    CHECK_FALSE(net.board().exists(point(net, "h1")));
    CHECK(net.neighbours(point(net, "a8")).empty());
}

TEST_CASE("points know their neighbours and triangles", "[diamond]") {
    for (const int size : {1, 2, 3}) {
        const DiamondNet net(size);
        std::size_t ends = 0;
        std::size_t corners = 0;
        for (int point = 0; point < net.board().squares(); ++point) {
            ends += net.neighbours(point).size();
            corners += net.triangles_at(point).size();
            for (const std::uint8_t neighbour : net.neighbours(point))
                CHECK(net.is_joined(neighbour, point));
            for (const auto& [one, another] : net.triangles_at(point)) {
                CHECK(net.is_joined(point, one));
                CHECK(net.is_joined(point, another));
                CHECK(net.is_joined(one, another));
            }
        }
        CHECK(ends == 2 * net.lines().size());
        CHECK(corners == 3 * net.triangles().size());
    }
}

TEST_CASE("symmetries keep the net as it is", "[diamond]") {
    for (const int size : {1, 2, 3}) {
        const DiamondNet net(size);
        const SymmetryGroup symmetries = net.symmetries();
        CHECK(symmetries.size() == 4);
        const auto is_kept = [&](const auto& shapes) {
            const std::set<Bits> before = sets_of(shapes);
            for (unsigned g = 0; g < symmetries.size(); ++g) {
                std::set<Bits> after;
                for (const Bits shape : before)
                    after.insert(symmetries.apply(g, shape));
                if (after != before) return false;
            }
            return true;
        };
        CHECK(is_kept(net.lines()));
        CHECK(is_kept(net.squares()));
        CHECK(is_kept(net.triangles()));
    }
}

TEST_CASE("the net is drawn with its lines, men and coordinates", "[diamond]") {
    const DiamondNet net(1);
    const Position position = parse_position(net.board(), ".bw1/1n2/w2n/b1w. b m");
    CHECK(net_diagram(net, position) ==
          "4       b---w---+\n"
          "      / |   | / |\n"
          "3   +---n---+---+\n"
          "    |   | \\ |   |\n"
          "2   w---+---+---n\n"
          "    | / |   | /\n"
          "1   b---+---w\n"
          "    a   b   c   d\n");
}
