// retrograde rules GAME: the rules in full.
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"

namespace retrograde::cli {

int run_rules(std::span<const std::string> arguments) {
    const Syntax syntax("rules", {"GAME"}, "Prints the rules of a game in full, with all their options.",
                        "retrograde rules pangki", {Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const GameInfo& info = find_game(read->positional("GAME"));
    const std::string& text = info.rules_text;
    if (read->has("json")) {
        print_json({{"game", info.name}, {"text", text}});
        return kDone;
    }
    print("{}{}", text, text.ends_with('\n') ? "" : "\n");
    return kDone;
}

}  // namespace retrograde::cli
