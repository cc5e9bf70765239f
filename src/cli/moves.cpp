// retrograde moves GAME POSITION: legal moves and the positions they lead to.
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"

namespace retrograde::cli {
namespace {

void print_result_json(const Game& game, const Position& position) {
    Json result = result_of(game);
    add_position(result, game.board(), position);
    result["over"] = json_of(game.over(position));
    result["moves"] = Json::array();
    for (const Move& move : game.moves(position)) {
        result["moves"].push_back({{"move", move.text}, {"position", position_text(game.board(), move.after)}});
    }
    print_json(result);
}

void print_result(const Game& game, const Position& position) {
    if (const auto over = game.over(position)) {
        print("the game is over: {} for the side to move\n", name_of(*over));
        return;
    }
    Table table({{"move"}, {"position"}});
    for (const Move& move : game.moves(position)) {
        table.add({move.text, position_text(game.board(), move.after)});
    }
    print("{}", table.text());
}

}  // namespace

int run_moves(std::span<const std::string> arguments) {
    const Syntax syntax("moves", {"GAME", "POSITION"},
                        "Lists the legal moves of a position and the positions they lead to. Needs no database.",
                        "retrograde moves pangki 'wwww/w2w/b2b/bbbb b'", {Common::rules, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Position position = read->position(*game);
    if (read->has("json")) {
        print_result_json(*game, position);
    } else {
        print_result(*game, position);
    }
    return kDone;
}

}  // namespace retrograde::cli
