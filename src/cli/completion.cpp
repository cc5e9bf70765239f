// retrograde completion bash|zsh: a script that completes command lines.
#include "cli/completion.hpp"

#include <algorithm>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {

std::vector<std::string> offered_values(const RuleOption& option) {
    std::vector<std::string> values{option.default_value};
    std::string_view rest = option.allowed;
    while (!rest.empty()) {
        const std::size_t end = std::min({rest.find(", "), rest.find(" to "), rest.size()});
        const std::string value(rest.substr(0, end));
        const bool is_new = std::ranges::find(values, value) == values.end();
        if (is_new && value.find(' ') == std::string::npos) values.push_back(value);
        const std::size_t next = end == rest.size() ? end : end + (rest[end] == ',' ? 2 : 4);
        rest.remove_prefix(next);
    }
    return values;
}

std::string start_word(const GameInfo& info) {
    const auto game = make_game(info.name, "");
    return position_word(game->board(), game->start());
}

std::string game_words() {
    std::string words;
    for (const GameInfo& info : all_games())
        words += (words.empty() ? "" : " ") + info.name;
    return words;
}

std::string filled_in(std::string script, std::initializer_list<std::pair<std::string_view, std::string_view>> texts) {
    for (const auto& [name, text] : texts) {
        const std::string mark = fmt::format("@{}@{}", name, text.ends_with('\n') ? "\n" : "");
        for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark, at + text.size()))
            script.replace(at, mark.size(), text);
    }
    return script;
}

int run_completion(std::span<const std::string> arguments) {
    const Syntax syntax("completion", {"bash|zsh"},
                        "Prints a script that completes the commands, options, games and rules of this program. Bash\n"
                        "sources it; for zsh it is the file _retrograde in a folder of $fpath.",
                        "retrograde completion bash > ~/.local/share/bash-completion/completions/retrograde");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const std::string& shell = read->positional("bash|zsh");
    if (shell != "bash" && shell != "zsh") {
        throw Error(ErrorKind::usage, fmt::format("completion: '{}' is none of bash, zsh", printable(shell)));
    }
    write_output(shell == "bash" ? bash_completion() : zsh_completion());
    return kDone;
}

}  // namespace retrograde::cli
