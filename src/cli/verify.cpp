// retrograde verify GAME: checks a database against the rules.
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
    bool only_some_layers = false;
    std::optional<Evaluation> start;  ///< none where the database does not have it
    std::optional<Value> expected;

    [[nodiscard]] bool start_as_expected() const { return !expected || (start && *expected == start->value); }
    [[nodiscard]] bool passed() const { return !report.failure && start_as_expected(); }
    [[nodiscard]] bool is_sample() const { return report.blocks_checked < report.blocks; }
    /// Which values the result speaks of: a word or two after `value`, none where it is of all.
    [[nodiscard]] const char* scope() const {
        if (is_sample()) return " looked at";
        return only_some_layers ? " in these layers" : "";
    }
    /// `12 of 1,200 blocks`
    [[nodiscard]] std::string blocks_text() const {
        return fmt::format("{} of {} blocks", count_text(report.blocks_checked), count_text(report.blocks));
    }
};

VerifyRequest request_of(const Arguments& read) {
    VerifyRequest request;
    request.threads = read.threads();
    request.memory_limit = read.memory_limit();
    request.share = read.share("sample").value_or(1);
    request.layers = read.list("layers");
    return request;
}

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
    result["blocks"] = report.blocks;
    result["blocks_checked"] = report.blocks_checked;
    result["failure"] = json_of(report.failure);
    print_json(result);
}

/// What the check came to, for people.
std::string result_text(const Outcome& outcome, TableKind kind) {
    if (outcome.report.failure) return "FAILED: " + *outcome.report.failure;
    const std::string sample = outcome.is_sample() ? fmt::format(" (a sample: {})", outcome.blocks_text()) : "";
    if (!outcome.passed()) {
        return fmt::format("every value{} follows from the rules{}, but the start is not as expected", outcome.scope(),
                           sample);
    }
    if (kind == TableKind::values) {
        return fmt::format("no value{} contradicts the rules{} (without distances this alone is no proof)",
                           outcome.scope(), sample);
    }
    return fmt::format("every value{} follows from the rules{}", outcome.scope(), sample);
}

void print_outcome(const Game& game, const Database& database, const Outcome& outcome) {
    const VerifyReport& report = outcome.report;
    print("{}, {}\n", game.name(), text_of(game.rules()));
    const bool is_whole = !outcome.only_some_layers && !outcome.is_sample();
    print("files         {}{}\n", bytes_text(database.file_bytes()), is_whole ? ", all checksums right" : "");
    print("layers        {}\n", report.layers);
    if (outcome.is_sample()) print("checked       a sample of {}\n", outcome.blocks_text());
    print("positions     {} stored, for {} in all\n", count_text(report.stored_positions),
          count_text(report.raw_positions));
    print("moves         {}\n", count_text(report.edges));
    print("start         {}{}\n", evaluation_text(outcome.start),
          outcome.start_as_expected() ? (outcome.expected ? ", as expected" : "")
                                      : fmt::format(", but {} was expected", name_of(*outcome.expected)));
    print("result        {}\n", result_text(outcome, database.identity().kind));
}

}  // namespace

int run_verify(std::span<const std::string> arguments) {
    Syntax syntax(
        "verify", {"GAME"},
        "Checks a database as written: every checksum, and for every position that its value and distance follow\n"
        "from its children's, by plain rules that share nothing with the solver. Exit status 0 or 1.",
        "retrograde verify pangki --expect draw",
        {Common::rules, Common::db, Common::values, Common::threads, Common::memory, Common::quiet, Common::json});
    syntax.option("expect", "draw|win|loss", "value of the start position to be met")
        .option("layers", "NAME,...", "only these layers, such as 4v2")
        .option("sample", "SHARE", "only this share of the blocks, such as 1% or 0.5%, spread evenly");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    Outcome outcome;
    outcome.expected = read->value("expect");
    outcome.only_some_layers = read->has("layers");
    const VerifyRequest request = request_of(*read);
    const auto game = read->game();
    const Database database = read->database(*game);
    {
        const Interrupt interrupt(kPatience);
        ProgressPrinter progress(read->has("quiet"));
        outcome.report = game->verify(database, request, progress.sink(), interrupt.token());
        if (interrupt.happened()) {
            progress.clear();
            return interrupt.end("nothing is verified");
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
