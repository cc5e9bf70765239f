// retrograde selftest GAME: holds the solver's view of a game against its plain rules in random positions.
#include <random>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/number_text.hpp"
#include "cli/options.hpp"

namespace retrograde::cli {
namespace {

constexpr unsigned kDefaultPositions = 10'000;
constexpr unsigned kMostPositions = 1'000'000'000;

void print_report_json(const Game& game, unsigned seed, const SelfTestReport& report) {
    Json result = result_of(game);
    result["passed"] = !report.failure;
    result["seed"] = seed;
    result["positions"] = report.positions;
    result["tables"] = report.tables;
    result["tables_without_index"] = report.tables_without_index;
    result["failure"] = json_of(report.failure);
    print_json(result);
}

void print_report(const Game& game, unsigned seed, const SelfTestReport& report) {
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("seed          {}\n", seed);
    print("tables        {}{}\n", count_text(report.tables),
          report.tables_without_index == 0 ? ""
                                           : fmt::format(", {} of them too large to check ranking as well",
                                                         count_text(report.tables_without_index)));
    print("positions     {}\n", count_text(report.positions));
    if (report.failure) {
        print("result        FAILED: {}\n", *report.failure);
    } else {
        print("result        index, moves, un-moves, symmetry and text agree with the rules\n");
    }
}

}  // namespace

int run_selftest(std::span<const std::string> arguments) {
    Syntax syntax("selftest", {"GAME"},
                  "Takes random positions of every table of a game and checks in each that the solver and the plain\n"
                  "rules agree: ranking and unranking, moves, un-moves, symmetry, text. Exit status 0 or 1.",
                  "retrograde selftest pangki --positions 100000", {Common::rules, Common::json});
    syntax.option("positions", "N", "about so many positions, at least one of each table (default: 10000)")
        .option("seed", "S", "which ones; a failure repeats with its seed (default: random)");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const unsigned positions = read->number("positions", 1, kMostPositions).value_or(kDefaultPositions);
    const auto chosen_seed = read->number("seed", 0, ~0U);
    const unsigned seed = chosen_seed ? *chosen_seed : std::random_device{}();
    const SelfTestReport report = game->self_test(positions, seed);
    if (read->has("json")) {
        print_report_json(*game, seed, report);
    } else {
        print_report(*game, seed, report);
    }
    return report.failure ? kAnswerIsNo : kDone;
}

}  // namespace retrograde::cli
