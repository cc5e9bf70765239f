// retrograde perft GAME POSITION DEPTH: numbers of move sequences.
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"

namespace retrograde::cli {
namespace {

constexpr unsigned kMaxDepth = 100;

}  // namespace

int run_perft(std::span<const std::string> arguments) {
    const Syntax syntax(
        "perft", {"GAME", "POSITION", "DEPTH"},
        "Counts the move sequences of each length from 1 to DEPTH; a sequence ends where the game ends.\n"
        "Prints one line for each length: the length and the number. Needs no database.",
        "retrograde perft pangki 'wwww/w2w/b2b/bbbb b' 5", {Common::rules, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Position position = read->position(*game);
    const auto counts = game->perft(position, read->positional_number("DEPTH", 1, kMaxDepth));
    if (read->has("json")) {
        Json result = result_of(*game);
        add_position(result, game->board(), position);
        result["counts"] = counts;
        print_json(result);
        return kDone;
    }
    unsigned length = 0;
    for (const std::uint64_t count : counts)
        print("{} {}\n", ++length, count);
    return kDone;
}

}  // namespace retrograde::cli
