// retrograde verify GAME: checks a database against the rules.
#include <cstdio>

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/number_text.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"

namespace retrograde::cli {
namespace {

struct Outcome {
    VerifyReport report;
    std::optional<Evaluation> start;  ///< none where the database does not have it
    std::optional<Value> expected;

    [[nodiscard]] bool start_as_expected() const { return !expected || (start && *expected == start->value); }
    [[nodiscard]] bool passed() const { return !report.failure && start_as_expected(); }
};

void print_outcome_json(const Game& game, const Outcome& outcome) {
    const VerifyReport& report = outcome.report;
    Json result = result_of(game);
    result["passed"] = outcome.passed();
    result["start"] = json_of(outcome.start);
    result["expect"] = json_of(outcome.expected);
    result["layers"] = report.layers;
    result["stored_positions"] = report.stored_positions;
    result["positions"] = report.raw_positions;
    result["moves"] = report.edges;
    result["failure"] = json_of(report.failure);
    print_json(result);
}

void print_outcome(const Game& game, const Database& database, const Outcome& outcome) {
    const VerifyReport& report = outcome.report;
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("files         {}, all checksums right\n", bytes_text(database.file_bytes()));
    print("layers        {}\n", report.layers);
    print("positions     {} stored, for {} in all\n", count_text(report.stored_positions),
          count_text(report.raw_positions));
    print("moves         {}\n", count_text(report.edges));
    print("start         {}{}\n", evaluation_text(outcome.start),
          outcome.start_as_expected() ? (outcome.expected ? ", as expected" : "")
                                      : fmt::format(", but {} was expected", name_of(*outcome.expected)));
    if (report.failure) {
        print("result        FAILED: {}\n", *report.failure);
    } else if (!outcome.passed()) {
        print("result        every value follows from the rules, but the start is not as expected\n");
    } else if (database.identity().kind == TableKind::values) {
        print("result        no value contradicts the rules (without distances this alone is no proof)\n");
    } else {
        print("result        every value follows from the rules\n");
    }
}

}  // namespace

int run_verify(std::span<const std::string> arguments) {
    Syntax syntax(
        "verify", {"GAME"},
        "Checks a database as written: every checksum, and for every position that its value and distance follow\n"
        "from its children's, by plain rules that share nothing with the solver. Exit status 0 or 1.",
        "retrograde verify pangki --expect draw",
        {Common::rules, Common::db, Common::values, Common::threads, Common::quiet, Common::json});
    syntax.option("expect", "draw|win|loss", "value of the start position to be met");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    Outcome outcome;
    outcome.expected = read->value("expect");
    const auto game = read->game();
    const Database database = read->database(*game);
    {
        const Interrupt interrupt;
        ProgressPrinter progress(read->has("quiet"));
        outcome.report = game->verify(database, {.threads = read->threads()}, progress.sink(), interrupt.token());
        if (interrupt.happened()) {
            progress.clear();
            std::fputs("retrograde: stopped; nothing is verified\n", stderr);
            return interrupt.exit_status();
        }
        progress.finish();
    }
    outcome.start = evaluate_start(*game, database);
    if (read->has("json")) {
        print_outcome_json(*game, outcome);
    } else {
        print_outcome(*game, database, outcome);
    }
    return outcome.passed() ? kDone : kAnswerIsNo;
}

}  // namespace retrograde::cli
