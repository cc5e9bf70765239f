// retrograde games: names, boards, rule options with their values and defaults.
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"

namespace retrograde::cli {
namespace {

Json json_of(const GameInfo& info) {
    const auto game = make_game(info.name, "");
    Json options = Json::array();
    for (const RuleOption& option : info.options) {
        options.push_back({{"name", option.name},
                           {"default", option.default_value},
                           {"allowed", option.allowed},
                           {"about", option.about}});
    }
    return {{"game", info.name},
            {"about", info.about},
            {"width", game->board().width},
            {"height", game->board().height},
            {"start", position_text(game->board(), game->start())},
            {"options", std::move(options)}};
}

void print_game(const GameInfo& info) {
    const auto game = make_game(info.name, "");
    print("{}: {}\n", info.name, info.about);
    print("  board {}x{}, start {}\n", game->board().width, game->board().height,
          position_text(game->board(), game->start()));
    if (info.options.empty()) return;
    Table table({{"rule option"}, {"default"}, {"values"}, {"meaning"}});
    for (const RuleOption& option : info.options) {
        table.add({option.name, option.default_value, option.allowed, option.about});
    }
    print("{}", table.text(2));
}

}  // namespace

int run_games(std::span<const std::string> arguments) {
    const Syntax syntax("games", {}, "Lists the games, their boards, and their rule options with values and defaults.",
                        "retrograde games", {Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    if (read->has("json")) {
        Json games = Json::array();
        for (const GameInfo& info : all_games())
            games.push_back(json_of(info));
        print_json(games);
        return kDone;
    }
    for (const GameInfo& info : all_games()) {
        if (&info != &all_games().front()) print("\n");
        print_game(info);
    }
    return kDone;
}

}  // namespace retrograde::cli
