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

namespace retrograde::cli {
namespace {

constexpr double kBarLength = 40;

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
    Table table({{"dtw", Align::right}, {"value"}, {"positions", Align::right}, {""}});
    for (unsigned distance = 0; distance < by_distance.size(); ++distance) {
        const std::uint64_t count = by_distance[distance];
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(most);
        const auto length = static_cast<std::size_t>(std::lround(kBarLength * share));
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

}  // namespace

int run_stats(std::span<const std::string> arguments) {
    const Syntax syntax(
        "stats", {"GAME"},
        "Counts the wins, draws and losses of a database, for the side to move, by the men of both sides\n"
        "(own: of the side to move), and by distance. Positions are raw: not reduced by symmetry.",
        "retrograde stats pangki", {Common::rules, Common::db, Common::values, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Database database = read->database(*game);
    const std::optional<Evaluation> start = evaluate_start(*game, database);
    const Totals totals = totals_of(database);
    if (read->has("json")) {
        print_stats_json(*game, start, totals);
    } else {
        print_stats(*game, start, totals);
    }
    return kDone;
}

}  // namespace retrograde::cli
