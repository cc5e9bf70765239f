#include "retrograde/symmetry.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace retrograde;

TEST_CASE("the symmetries of a grid are a group", "[symmetry]") {
    const auto [width, height, size] = GENERATE(std::tuple{4, 4, 8U}, std::tuple{5, 5, 8U}, std::tuple{3, 4, 4U},
                                                std::tuple{8, 8, 8U}, std::tuple{8, 3, 4U});
    const SymmetryGroup group = grid_group(width, height);
    REQUIRE(group.size() == size);
    std::mt19937_64 random(7);
    for (int i = 0; i < 200; ++i) {
        const Bits set = random() & first_squares(width * height);
        std::set<Bits> images;
        for (unsigned g = 0; g < size; ++g) {
            const Bits image = group.apply(g, set);
            images.insert(image);
            REQUIRE(count(image) == count(set));
            REQUIRE(group.apply(group.inverse(g), image) == set);
            for (unsigned h = 0; h < size; ++h) {
                REQUIRE(group.apply(group.compose(h, g), set) == group.apply(h, image));
            }
        }
        REQUIRE(size % images.size() == 0);
    }
    CHECK(group.apply(0, 0b1011) == 0b1011);
}

TEST_CASE("symmetries keep neighbours neighbours", "[symmetry]") {
    const SymmetryGroup group = grid_group(5, 5);
    const auto neighbours = [](int a, int b) { return std::abs(a % 5 - b % 5) + std::abs(a / 5 - b / 5) == 1; };
    for (unsigned g = 0; g < group.size(); ++g) {
        for (int a = 0; a < 25; ++a) {
            for (int b = 0; b < 25; ++b) {
                REQUIRE(neighbours(a, b) == neighbours(lowest(group.apply(g, bit(a))), lowest(group.apply(g, bit(b)))));
            }
        }
    }
}
