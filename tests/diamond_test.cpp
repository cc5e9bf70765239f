// The solver's view of Diamond against the plain rules, whole on the smallest net and sampled on the others; the
// smallest net solved.
#include "games/diamond.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/self_test.hpp"
#include "engine/solve_run.hpp"
#include "games/diamond_game.hpp"
#include "games/diamond_model.hpp"
#include "retrograde/error.hpp"
#include "solution.hpp"
#include "whole_tables.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

#if defined(RETROGRADE_SANITIZE)
constexpr unsigned kMostMen = 5;  // both sides together: what the slower build has time for
constexpr int kSamples = 2'000;
#else
constexpr unsigned kMostMen = 8;
constexpr int kSamples = 20'000;
#endif

DiamondModel model_of(int size, int pieces) { return DiamondModel({.size = size, .pieces = pieces}); }

std::size_t table_named(const Diamond& game, const std::string& name) {
    const auto& tables = game.tables();
    const auto found = std::ranges::find(tables, name, &TableSpec<Diamond::kGroups>::name);
    REQUIRE(found != tables.end());
    return static_cast<std::size_t>(found - tables.begin());
}

using Random = std::mt19937_64;

/// Any of the subsets with that many squares.
Bits any_subset(Bits squares, int men, Random& random) {
    Bits subset = 0;
    for (; men > 0; --men) {
        const auto place = static_cast<int>(random() % static_cast<unsigned>(count(squares)));
        const Bits chosen = deposit(bit(place), squares);
        subset |= chosen;
        squares &= ~chosen;
    }
    return subset;
}

/// Any position of a table whose waiting men own no square.
Men<3> any_men(const Diamond& game, const TableSpec<3>& table, Random& random) {
    for (;;) {
        Men<3> men{};
        Bits taken = 0;
        for (std::size_t group = 0; group < men.size(); ++group) {
            men[group] = any_subset(table.shape[group].squares & ~taken, table.shape[group].men, random);
            taken |= men[group];
        }
        if (!game.owns_square(men[1])) return men;
    }
}

std::string error_of_setup(const RuleSet& rules) {
    try {
        static_cast<void>(diamond_setup(rules));
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("moves, un-moves, index and symmetry agree over the smallest net of Diamond", "[diamond]") {
    CHECK(check_all(model_of(1, 4), kMostMen) == "");
}

TEST_CASE("moves and un-moves agree on any position of all nets of Diamond", "[diamond]") {
    const auto [size, pieces] = GENERATE(std::pair{1, 7}, std::pair{2, 8}, std::pair{2, 17}, std::pair{3, 12});
    const DiamondModel model = model_of(size, pieces);
    const Diamond& game = model.fast();
    const IndexSet indices(game);
    const SelfTest test(model, indices);
    Random random(1994);
    for (int sample = 0; sample < kSamples; ++sample) {
        const std::size_t table = random() % game.tables().size();
        const TableSpec<3>& spec = game.tables()[table];
        const bool is_stored = spec.phase == Phase::placement ||
                               Diamond::is_stored(static_cast<int>(spec.own), static_cast<int>(spec.opponent));
        if (!is_stored) continue;
        const auto fault = test.check(table, any_men(game, spec, random));
        if (fault) FAIL(*fault);
    }
    SUCCEED();
}

TEST_CASE("index and symmetry agree on any entry of endings of Diamond", "[diamond]") {
    const auto check = [](int size, int pieces, const std::vector<std::string>& tables) {
        const DiamondModel model = model_of(size, pieces);
        const IndexSet indices(model.fast());
        const SelfTest test(model, indices);
        Random random(1994);
        for (const std::string& name : tables) {
            const std::size_t table = table_named(model.fast(), name);
            const auto& index = indices[table];
            for (int sample = 0; sample < kSamples / 10;) {
                const auto block = static_cast<std::uint32_t>(random() % index.blocks());
                if (index.block_size(block) == 0) continue;
                ++sample;
                const auto fault =
                    test.check(table, block, static_cast<std::uint32_t>(random() % index.block_size(block)));
                if (fault) FAIL(*fault);
            }
        }
    };
    check(2, 8, {"4v3", "3v4", "4v2n1", "2v4n1", "5v2", "2v5", "p3v3", "p3v4"});
    check(3, 12, {"4v2", "2v4", "4v1n1", "1v4", "p2v2", "p1v2"});
    SUCCEED();
}

TEST_CASE("tables of Diamond have the size of their closed form, and names of their own", "[diamond]") {
    const DiamondModel model = model_of(1, 5);
    const IndexSet indices(model.fast());
    const int points = model.rules().net().points();
    std::set<std::string> names;
    for (std::size_t number = 0; number < model.fast().tables().size(); ++number) {
        const auto& table = model.fast().tables()[number];
        const auto [neutral, waiting, moving] = table.shape;
        INFO(table.name);
        CHECK(names.insert(table.name).second);
        CHECK(model.fast().tables()[table.partner].layer == table.layer);
        if (table.phase == Phase::placement) {
            CHECK(table.neutral == 0);
            CHECK(table.opponent - table.own <= 1);
        } else {
            CHECK(table.own + table.opponent + table.neutral <= 10);
            CHECK(std::max(table.own, table.opponent) >= 4);
        }
        // Blocks, stored or not, hold every position.
        const auto& index = indices[number];
        std::uint64_t raw = 0;
        for (std::uint32_t block = 0; block < index.blocks(); ++block)
            raw += std::uint64_t{index.block(block).images} * index.subsets(index.block(block)).size();
        const int behind = points - neutral.men;
        CHECK(raw == binomial(points, neutral.men) * binomial(behind, waiting.men) *
                         binomial(behind - waiting.men, moving.men));
    }
}

TEST_CASE("endings of Diamond leave out the placement phase, which leads to all men", "[diamond]") {
    const DiamondModel model = model_of(1, 5);
    const auto& tables = model.fast().tables();
    const auto with_at_most = [&](unsigned men) {
        SolveRequest request;
        request.max_pieces = men;
        return chosen_tables(model.fast(), request);
    };
    const auto chosen = with_at_most(4);
    CHECK_FALSE(chosen.empty());
    for (const std::size_t table : chosen) {
        CHECK(tables[table].phase == Phase::movement);
        CHECK(std::max(tables[table].own, tables[table].opponent) == 4);
    }
    CHECK(with_at_most(5).size() == tables.size());
}

TEST_CASE("positions of Diamond that need no table", "[diamond]") {
    const DiamondModel model = model_of(1, 5);
    const auto known = [&](const std::string& text) {
        const Position position = parse_position(model.rules().board(), text);
        CHECK_FALSE(model.seat(position));
        return model.known_code(position);
    };
    const auto has_seat = [&](const std::string& text) {
        return model.seat(parse_position(model.rules().board(), text)).has_value();
    };
    CHECK(known(".3/2w1/4/bbb. b m") == kDrawCode);   // nobody has four men
    CHECK(known(".3/bb2/1b2/2b. b m") == kDrawCode);  // alone, and far from a square
    CHECK(known(".3/bb2/1b2/b2. b m") == kWinCode);   // alone: a1-a2
    CHECK(known(".3/bb2/1b2/b2. w m") == kDrawCode);  // no man to move
    CHECK(known(".3/bb2/bb2/2w. w m") == kLossCode);  // lost
    CHECK(known(".3/bb2/bb2/2w. b m") == code_of_end(Value::win));
    CHECK(known(".3/bb2/bb2/www. w p") == kLossCode);
    CHECK(has_seat(".3/bb2/1bw1/b2. b m"));
    CHECK(has_seat(".3/ww2/1ww1/b2. b m"));
    CHECK(has_seat(".3/4/4/3. b p"));
}

TEST_CASE("Diamond has the counts of the independent solver", "[diamond][solve]") {
    const DiamondModel model = model_of(1, 4);
    const Diamond& game = model.fast();
    const Solution solution(game, 4, 2);
    check_golden_counts(game, solution, 4, "diamond-size1-4v4.tsv");

    // The empty board is a draw, and so is every first man, with or without the pie rule.
    const Position start = model.rules().start();
    CHECK(solution.code(model.seat(start).value()) == kDrawCode);
    std::vector<Value> first_men;
    model.rules().for_each_move(start, [&](const DiamondMove&, const Position& after) {
        first_men.push_back(value_of(solution.code(model.seat(after).value())));
    });
    CHECK(first_men == std::vector<Value>(14, Value::draw));
    CHECK(value_with_pie_rule(first_men) == Value::draw);
}

TEST_CASE("rule options of Diamond", "[diamond]") {
    const DiamondSetup setup = diamond_setup({{"size", "2"}, {"pieces", "17"}});
    CHECK(setup.size == 2);
    CHECK(setup.pieces == 17);
    CHECK(error_of_setup({{"size", "4"}, {"pieces", "12"}}) == "rule option 'size' cannot be '4'; allowed: 1, 2, 3");
    CHECK(error_of_setup({{"size", "1"}, {"pieces", "8"}}) ==
          "rule option 'pieces' cannot be '8'; allowed: 4 to 7 on the net of size 1");
    CHECK(error_of_setup({{"size", "3"}, {"pieces", "032"}}) ==
          "rule option 'pieces' cannot be '032'; allowed: 4 to 31 on the net of size 3");
    CHECK(error_of_setup({{"size", "2"}, {"pieces", "3"}}) ==
          "rule option 'pieces' cannot be '3'; allowed: 4 to 17 on the net of size 2");
}

TEST_CASE("the number of men of Diamond depends on the net where it is not given", "[diamond]") {
    const auto rules = [](const std::string& chosen) { return text_of(make_game("diamond", chosen)->rules()); };
    CHECK(rules("") == "size=3,pieces=12");
    CHECK(rules("size=1") == "size=1,pieces=4");
    CHECK(rules("size=2") == "size=2,pieces=8");
    CHECK(rules("size=2,pieces=12") == "size=2,pieces=12");
    CHECK(rules("pieces=6,size=1") == "size=1,pieces=6");
}
