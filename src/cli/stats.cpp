// retrograde stats GAME: counts of wins, draws and losses in a database.
#include <algorithm>
#include <cmath>

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/json.hpp"
#include "cli/number_text.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"
#include "cli/totals.hpp"
#include "retrograde/drawing.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

constexpr std::size_t kLongestBar = 40;
constexpr std::size_t kBesideBars = 28;  // columns

/// Whether a rule that ends the game after 50 quiet plies, which stored values leave out, could matter (Diamond).
bool is_over_limit(const Tally& tally) {
    constexpr unsigned kQuietPlies = 50;
    return tally.longest_win > kQuietPlies;
}

const char* name_of(Phase phase) {
    switch (phase) {
        case Phase::placement: return "placement";
        case Phase::movement: return "movement";
        default: return "none";
    }
}

void print_stats_json(const Game& game, const std::optional<Evaluation>& start, const Totals& totals) {
    Json result = result_of(game);
    result["start"] = json_of(start);
    result["positions"] = totals.all.positions();
    add_tally(result, totals.all);
    result["layers"] = Json::array();
    for (const MenTally& men : totals.by_men) {
        Json layer{{"own", men.own}, {"opp", men.opponent}};
        if (game.board().has_phases) {
            layer["neutral"] = men.neutral;
            layer["phase"] = name_of(men.phase);
        }
        add_tally(layer, men.tally);
        if (game.board().has_phases) layer["over_50_plies"] = is_over_limit(men.tally);
        result["layers"].push_back(std::move(layer));
    }
    print_json(result);
}

void add_counts(std::vector<std::string>& cells, const Tally& tally) {
    for (const std::uint64_t count : {tally.win, tally.draw, tally.loss})
        cells.push_back(count_text(count));
    for (const unsigned plies : {tally.longest_win, tally.longest_loss})
        cells.push_back(fmt::format("{}", plies));
}

void print_layers(const Game& game, const Totals& totals) {
    const bool has_phases = game.board().has_phases;
    std::vector<Column> columns{{"own", Align::right}, {"opp", Align::right}};
    if (has_phases) columns.insert(columns.end(), {{"neutral", Align::right}, {"phase"}});
    for (const char* name : {"win", "draw", "loss", "longest win", "longest loss"}) {
        columns.push_back({name, Align::right});
    }
    if (has_phases) columns.push_back({""});
    Table table(columns);
    for (const MenTally& men : totals.by_men) {
        std::vector<std::string> cells{fmt::format("{}", men.own), fmt::format("{}", men.opponent)};
        if (has_phases) cells.insert(cells.end(), {fmt::format("{}", men.neutral), name_of(men.phase)});
        add_counts(cells, men.tally);
        if (has_phases) cells.emplace_back(is_over_limit(men.tally) ? "over 50 plies" : "");
        table.add(cells);
    }
    std::vector<std::string> sum{"all", ""};
    if (has_phases) sum.insert(sum.end(), {"", ""});
    add_counts(sum, totals.all);
    if (has_phases) sum.emplace_back("");
    table.add(sum);
    print("\n{}", table.text());
}

void print_histogram(const std::vector<std::uint64_t>& by_distance) {
    if (by_distance.empty()) return;
    const std::uint64_t most = std::ranges::max(by_distance);
    const std::size_t width = Terminal::of_output().width;
    const std::size_t room = width == 0 ? kLongestBar : width - std::min(width, kBesideBars);
    const auto longest = static_cast<double>(std::min(kLongestBar, room));
    Table table({{"dtw", Align::right}, {"value", Align::left, true}, {"positions", Align::right}, {""}});
    for (unsigned distance = 0; distance < by_distance.size(); ++distance) {
        const std::uint64_t count = by_distance[distance];
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(most);
        const auto length = static_cast<std::size_t>(std::lround(longest * share));
        table.add({fmt::format("{}", distance), retrograde::name_of(value_of(code_of_distance(distance))),
                   count_text(count), std::string(length, '#')});
    }
    print("\n{}", table.text());
}

void print_stats(const Game& game, const std::optional<Evaluation>& start, const Totals& totals) {
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("start {}: {}\n", position_text(game.board(), game.start()), evaluation_text(start));
    print("{} positions\n", count_text(totals.all.positions()));
    print_layers(game, totals);
    print_histogram(totals.by_distance);
}

DistanceChart chart_of(const Game& game, const Totals& totals) {
    if (totals.by_distance.empty()) {
        throw Error(ErrorKind::usage, "option --plot: this database has no distances");
    }
    return {.title = fmt::format("{}, {}: {} positions", game.name(), text_of(game.rules()),
                                 count_text(totals.all.positions())),
            .by_distance = totals.by_distance,
            .draws = totals.all.draw};
}

}  // namespace

int run_stats(std::span<const std::string> arguments) {
    Syntax syntax("stats", {"GAME"},
                  "Counts the wins, draws and losses of a database, for the side to move, by the men of both sides\n"
                  "(own: of the side to move), and by distance. Positions are raw: not reduced by symmetry.",
                  "retrograde stats pangki",
                  {Common::rules, Common::db, Common::values, Common::memory, Common::quiet, Common::json});
    syntax.option("plot", "FILE", "also draw the positions by distance as a bar chart in the SVG format");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Database database = read->database(*game);
    const std::optional<Evaluation> start = evaluate_start(*game, database);
    const Totals totals = totals_of(database);
    if (read->has("plot")) write_to_file(read->path("plot"), draw_chart(chart_of(*game, totals)));
    if (read->has("json")) {
        print_stats_json(*game, start, totals);
    } else {
        print_stats(*game, start, totals);
    }
    return kDone;
}

}  // namespace retrograde::cli
