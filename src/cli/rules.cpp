// retrograde rules GAME: the rules in full.
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

namespace retrograde::cli {

int run_rules(std::span<const std::string> arguments) {
    const Syntax syntax("rules", {"GAME"}, "Prints the rules of a game in full, with all their options.",
                        "retrograde rules pangki");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const std::string& text = find_game(read->positional("GAME")).rules_text;
    print("{}{}", text, text.ends_with('\n') ? "" : "\n");
    return kDone;
}

}  // namespace retrograde::cli
