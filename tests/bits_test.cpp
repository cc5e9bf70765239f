#include <catch2/catch.hpp>
#include <random>

#include "retrograde/bits.hpp"

using namespace retrograde;

TEST_CASE("extract and deposit agree with their portable versions and undo each other", "[bits]") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const Bits mask = random() & random();
        const Bits value = random();
        REQUIRE(extract(value, mask) == portable::extract(value, mask));
        REQUIRE(deposit(value, mask) == portable::deposit(value, mask));
        REQUIRE(deposit(extract(value, mask), mask) == (value & mask));
        REQUIRE(extract(deposit(value, mask), mask) == (value & first_squares(count(mask))));
    }
}

TEST_CASE("binomials are Pascal's", "[bits]") {
    for (int n = 1; n <= 65; ++n) {
        for (int k = 1; k <= n; ++k) {
            REQUIRE(binomial(n, k) == binomial(n - 1, k - 1) + binomial(n - 1, k));
        }
    }
    CHECK(binomial(25, 5) == 53130);
    CHECK(binomial(62, 4) == 557845);
    CHECK(binomial(3, 4) == 0);
}

TEST_CASE("next_subset walks through all subsets in order", "[bits]") {
    for (int n = 1; n <= 12; ++n) {
        for (int k = 1; k <= n; ++k) {
            Bits set = first_squares(k);
            for (Bits word = set; word < bit(n); ++word) {
                if (count(word) != k) continue;
                REQUIRE(word == set);
                set = next_subset(set);
            }
            REQUIRE(set >= bit(n));
        }
    }
    CHECK(next_subset(0) == 0);
}
