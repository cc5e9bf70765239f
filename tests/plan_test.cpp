#include "engine/plan.hpp"

#include <catch2/catch.hpp>

#include "retrograde/error.hpp"

using namespace retrograde;

TEST_CASE("layers come after those they need, and are freed after their last use", "[plan]") {
    // c -> b -> a, c -> a; b has a partner.
    const std::vector<TableLinks> tables{{"c", 0, {1, 3}}, {"b", 2, {3}}, {"b", 1, {3}}, {"a", 3, {}}, {"d", 4, {}}};
    const std::vector<std::size_t> chosen{0};
    const auto plan = plan_layers(tables, chosen);
    REQUIRE(plan.size() == 3);
    CHECK(plan[0].name == "a");
    CHECK(plan[1].name == "b");
    CHECK(plan[1].tables == std::vector<std::size_t>{1, 2});
    CHECK(plan[2].name == "c");
    CHECK(plan[2].needed == std::vector<std::size_t>{1, 3});
    CHECK(plan[0].to_free.empty());
    CHECK(plan[1].to_free == std::vector<std::size_t>{2});
    CHECK(plan[2].to_free == std::vector<std::size_t>{1, 3, 0});
}

TEST_CASE("a cycle of conversions is an error that names the layers", "[plan]") {
    const std::vector<TableLinks> tables{{"a", 0, {1}}, {"b", 1, {2}}, {"c", 2, {0}}};
    const std::vector<std::size_t> chosen{0};
    CHECK_THROWS_WITH(plan_layers(tables, chosen), "layers lead back to themselves: a -> b -> c");
}
