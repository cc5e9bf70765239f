// retrograde solve GAME: solves a game and writes its database.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/number_text.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/totals.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

struct Report {
    SolveResult run;
    TableKind kind = TableKind::distances;
    unsigned threads = 0;
    std::optional<Evaluation> start;
    Tally totals;

    /// Stored positions that the engine solves per second and core, writing left aside; 0 where nothing was solved.
    [[nodiscard]] double rate() const {
        const double core_seconds = run.engine_seconds * threads;
        return core_seconds > 0 ? static_cast<double>(run.stored_positions) / core_seconds : 0;
    }
};

void print_report_json(const Game& game, const Report& report) {
    Json result = result_of(game);
    result["already_solved"] = report.run.already_solved;
    result["start"] = json_of(report.start);
    result["positions"] = report.totals.positions();
    add_tally(result, report.totals);
    result["seconds"] = report.run.seconds;
    result["engine_seconds"] = report.run.engine_seconds;
    result["bytes"] = report.run.file_bytes;
    result["stored_positions"] = report.run.stored_positions;
    result["layers_kept"] = report.run.layers_kept;
    result["layers_begun_again"] = report.run.layers_begun_again;
    result["way"] = name_of(report.run.way);
    result["scratch_read"] = report.run.scratch_read;
    result["scratch_written"] = report.run.scratch_written;
    result["threads"] = report.threads;
    result["rate"] = report.rate();
    print_json(result);
}

void print_report(const Game& game, const Report& report) {
    const SolveResult& run = report.run;
    print("{}, {}{}\n", game.name(), text_of(game.rules()),
          run.already_solved ? ": solved already, nothing done (--force solves it again)" : "");
    print("start         {}\n", evaluation_text(report.start));
    print("positions     {}\n", count_text(report.totals.positions()));
    print("wins          {}\n", count_text(report.totals.win));
    print("draws         {}\n", count_text(report.totals.draw));
    print("losses        {}\n", count_text(report.totals.loss));
    if (report.kind == TableKind::distances) print("longest win   {} plies\n", report.totals.longest_win);
    print("database      {}\n", bytes_text(run.file_bytes));
    if (run.stored_positions == 0) return;
    print("time          {}, {} of it without writing\n", duration_text(run.seconds),
          duration_text(run.engine_seconds));
    print("speed         {} stored positions, {}/s a core on {}\n", count_text(run.stored_positions),
          rate_text(report.rate()), report.threads == 1 ? "1 core" : fmt::format("{} cores", report.threads));
    if (run.way != SolveWay::in_memory) {
        print("scratch       {} read, {} written\n", bytes_text(run.scratch_read), bytes_text(run.scratch_written));
    }
    if (run.layers_kept > 0) print("kept          {} layers from an earlier run\n", run.layers_kept);
    if (run.layers_begun_again > 0) {
        print("begun again   {} layers, whose scratch files were damaged\n", run.layers_begun_again);
    }
}

SolveRequest request_of(const Arguments& read) {
    constexpr unsigned kMostMen = 64;
    SolveRequest request;
    request.root = read.database_root();
    request.threads = read.threads();
    request.force = read.has("force");
    request.max_pieces = read.number("pieces", 1, kMostMen).value_or(0);
    request.layers = read.list("layers");
    request.kind = read.kind();
    request.memory_limit = read.memory_limit();
    request.scratch = read.path("scratch");
    request.seconds_between_saves = read.seconds("save-every").value_or(request.seconds_between_saves);
    return request;
}

void print_estimate_json(const Game& game, const SolveEstimate& estimate) {
    Json result = result_of(game);
    result["stored_positions"] = estimate.positions;
    result["way"] = name_of(estimate.way);
    result["memory_bytes"] = estimate.memory_bytes;
    result["fastest_memory_bytes"] = estimate.fastest_bytes;
    result["least_memory_bytes"] = estimate.least_bytes;
    result["scratch_bytes"] = estimate.scratch_bytes;
    result["disk_bytes"] = estimate.disk_bytes;
    result["seconds"] = estimate.seconds;
    result["is_bound"] = estimate.is_bound;
    print_json(result);
}

void print_estimate(const Game& game, const SolveEstimate& estimate) {
    const char* const more = estimate.is_bound ? "more than " : "";
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("positions     {}{} to store\n", more, count_text(estimate.positions));
    print("way           {}\n", name_of(estimate.way));
    print("memory        {}{}; {} for the fastest way, {} at the least\n", more, bytes_text(estimate.memory_bytes),
          bytes_text(estimate.fastest_bytes), bytes_text(estimate.least_bytes));
    print("scratch       {}{}\n", more, bytes_text(estimate.scratch_bytes));
    print("database      {}{}\n", more, bytes_text(estimate.disk_bytes));
    print("time          {}{}, roughly, on this machine\n", more, duration_text(estimate.seconds));
}

}  // namespace

int run_solve(std::span<const std::string> arguments) {
    Syntax syntax(
        "solve", {"GAME"},
        "Solves a game and writes its database: the value and the distance to win of every position. A run that\n"
        "was stopped goes on from there. What does not fit into the memory that it may take goes to scratch files.",
        "retrograde solve pangki --rules capture=destination",
        {Common::rules, Common::db, Common::values, Common::threads, Common::memory, Common::quiet, Common::json});
    syntax.flag("force", "solve again what is solved already")
        .option("pieces", "N", "only positions with at most N men a side")
        .option("layers", "NAME,...", "only these layers, such as 4v2, and all that play can reach from them")
        .option("scratch", "DIR", "folder for what does not fit into memory (default: one in the database's folder)")
        .option("save-every", "SECONDS", "how often to note what is done of a layer that is not in memory (240)")
        .flag("estimate", "only say how much memory, disk and time it will take");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const SolveRequest request = request_of(*read);
    if (read->has("estimate")) {
        const SolveEstimate estimate = game->estimate(request);
        if (read->has("json")) {
            print_estimate_json(*game, estimate);
        } else {
            print_estimate(*game, estimate);
        }
        return kDone;
    }

    Report report;
    report.kind = request.kind;
    report.threads = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    {
        const Interrupt interrupt;
        ProgressPrinter progress(read->has("quiet"));
        report.run = game->solve(request, progress.sink(), interrupt.token());
        if (report.run.interrupted) {
            progress.clear();
            return interrupt.end("the same command goes on from there");
        }
        progress.finish();
    }
    const Database database = read->database(*game);
    report.start = evaluate_start(*game, database);
    report.totals = totals_of(database).all;
    if (read->has("json")) {
        print_report_json(*game, report);
    } else {
        print_report(*game, report);
    }
    return kDone;
}

}  // namespace retrograde::cli
