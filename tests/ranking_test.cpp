#include "retrograde/ranking.hpp"

#include <catch2/catch.hpp>

using namespace retrograde;

TEST_CASE("rank and unrank are inverse, in colex order", "[ranking]") {
    for (int squares = 0; squares <= 20; ++squares) {
        for (int men = 0; men <= squares; ++men) {
            const Ranking ranking(squares, men);
            const std::vector<Bits> subsets = all_subsets(squares, men);
            REQUIRE(ranking.size() == binomial(squares, men));
            REQUIRE(subsets.size() == ranking.size());
            for (std::uint32_t i = 0; i < subsets.size(); ++i) {
                REQUIRE(count(subsets[i]) == men);
                REQUIRE(subsets[i] < bit(squares));
                REQUIRE((i == 0 || subsets[i - 1] < subsets[i]));
                REQUIRE(ranking.rank(subsets[i]) == i);
                REQUIRE(Ranking::rank_by_sum(subsets[i]) == i);
            }
        }
    }
}

TEST_CASE("large boards are ranked by the sum", "[ranking]") {
    for (const auto& [squares, men] : {std::pair{25, 5}, {32, 3}, {33, 4}, {62, 3}, {64, 3}}) {
        const Ranking ranking(squares, men);
        std::uint32_t rank = 0;
        for (const Bits subset : all_subsets(squares, men)) {
            if (ranking.rank(subset) != rank) FAIL("rank " << ranking.rank(subset) << " instead of " << rank);
            ++rank;
        }
        CHECK(rank == binomial(squares, men));
    }
}

TEST_CASE("more men than squares have no placement", "[ranking]") {
    CHECK(Ranking(3, 4).size() == 0);
    CHECK(all_subsets(3, 4).empty());
}
