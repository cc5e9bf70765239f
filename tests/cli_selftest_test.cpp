// The self-test of every game, and a game with a fault in it.
#include "cli_helpers.hpp"
#include "engine/spot_check.hpp"
#include "games/line_capture_model.hpp"

namespace retrograde::test {
namespace {

/// A game, rule options, and whether all of its tables are small enough to check ranking.
struct Case {
    std::string game;
    std::string rules;
    bool is_small;
};

const std::vector<Case> kCases = {{"pangki", "capture=touched", true},
                                  {"pangki", "capture=destination", true},
                                  {"pangki", "capture=any", true},
                                  {"cinc-camins", "", true},
                                  {"cinc-camins", "capture=any,stalemate=draw", true},
                                  {"crossings", "board=4x4,ranks=1", true},
                                  {"crossings", "board=3x5,ranks=1,shift=exact", true},
                                  {"crossings", "", false},
                                  {"diamond", "size=1", true},
                                  {"diamond", "", false}};

/// Pangki whose solver believes that no game is ever lost.
class FaultyModel : public LineCaptureModel<4> {
public:
    using LineCaptureModel<4>::LineCaptureModel;

    [[nodiscard]] Code known_code(const Position& /*position*/) const { return kDrawCode; }
};

}  // namespace

TEST_CASE("selftest passes for every game", "[cli][selftest]") {
    for (const Case& one : kCases) {
        INFO(one.game << ' ' << one.rules);
        const Json report =
            json_output_of({"selftest", one.game, "--rules", one.rules, "--positions", "1000", "--seed", "7"});
        CHECK(keys_of(report) ==
              Words{"game", "rules", "passed", "seed", "positions", "tables", "tables_without_index", "failure"});
        CHECK(report["passed"] == true);
        CHECK(report["seed"] == 7);
        CHECK(report["failure"].is_null());
        CHECK(report["tables"] > 0);
        CHECK(report["positions"].get<unsigned>() >= report["tables"].get<unsigned>());
        CHECK((report["tables_without_index"] == 0) == one.is_small);
    }
}

TEST_CASE("selftest says its seed", "[cli][selftest]") {
    const std::string text = output_of({"selftest", "pangki", "--positions", "50", "--seed", "123"});
    for (const char* line :
         {"pangki, capture=touched\n", "seed          123\n", "tables        25\n", "positions     50\n", "agree"}) {
        CHECK_THAT(text, Catch::Contains(line));
    }
    const auto seed_of = [](const Json& report) { return report["seed"].get<unsigned>(); };
    const Words any_seed = {"selftest", "pangki", "--positions", "1"};
    CHECK(seed_of(json_output_of(any_seed)) != seed_of(json_output_of(any_seed)));
    CHECK(json_output_of(any_seed)["positions"] == 25);  // one of each table
}

TEST_CASE("selftest finds a fault, the same with the same seed", "[cli][selftest]") {
    const FaultyModel model(pangki_setup(CaptureRule::touched));
    const IndexSet<FaultyModel::Fast> indices(model.fast());
    const SpotCheck<FaultyModel> check(model, indices);
    const SelfTestReport report = check.run(10'000, 5);
    REQUIRE(report.failure);
    CHECK_THAT(*report.failure, Catch::Contains("(table 2v2)") && Catch::Contains("conversions"));
    CHECK(report.positions < 10'000);
    CHECK(check.run(10'000, 5).failure == report.failure);
}

TEST_CASE("selftest refuses bad numbers", "[cli][selftest]") {
    for (const char* number : {"0", "-1", "x", "1e3", "4000000000"})
        error_of(kBadUsage, {"selftest", "pangki", "--positions", number});
    error_of(kBadUsage, {"selftest", "pangki", "--seed", "4294967296"});
}

}  // namespace retrograde::test
