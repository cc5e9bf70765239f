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

void print_stats_json(const Game& game, const std::optional<Evaluation>& start, const Totals& totals) {
    Json result = result_of(game);
    result["start"] = json_of(start);
    result["positions"] = totals.all.positions();
    add_tally(result, totals.all);
    result["layers"] = Json::array();
    for (const MenTally& men : totals.by_men) {
        Json layer{{"own", men.own}, {"opp", men.opponent}};
        add_tally(layer, men.tally);
        result["layers"].push_back(std::move(layer));
    }
    print_json(result);
}

std::vector<std::string> cells_of(std::string own, std::string opponent, const Tally& tally) {
    return {std::move(own),
            std::move(opponent),
            count_text(tally.win),
            count_text(tally.draw),
            count_text(tally.loss),
            fmt::format("{}", tally.longest_win),
            fmt::format("{}", tally.longest_loss)};
}

void print_layers(const Totals& totals) {
    Table table({{"own", Align::right},
                 {"opp", Align::right},
                 {"win", Align::right},
                 {"draw", Align::right},
                 {"loss", Align::right},
                 {"longest win", Align::right},
                 {"longest loss", Align::right}});
    for (const MenTally& men : totals.by_men) {
        table.add(cells_of(fmt::format("{}", men.own), fmt::format("{}", men.opponent), men.tally));
    }
    table.add(cells_of("all", "", totals.all));
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
        table.add({fmt::format("{}", distance), name_of(value_of(code_of_distance(distance))), count_text(count),
                   std::string(length, '#')});
    }
    print("\n{}", table.text());
}

void print_stats(const Game& game, const std::optional<Evaluation>& start, const Totals& totals) {
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("start {}: {}\n", position_text(game.board(), game.start()), evaluation_text(start));
    print("{} positions\n", count_text(totals.all.positions()));
    print_layers(totals);
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
