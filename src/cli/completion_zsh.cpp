#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/completion.hpp"

namespace retrograde::cli {
namespace {

/// The marks are filled in with words and with the branches of `case`.
constexpr const char* kScript = R"script(#compdef retrograde
# Completion of retrograde for zsh.

# The game among the words, if there is one.
_retrograde_game() {
    local -a games=(@GAMES@)
    print -r -- ${${words:*games}[1]}
}

_retrograde_rules() {
    case $(_retrograde_game) in
@RULES@
    esac
}

_retrograde_start() {
    case $(_retrograde_game) in
@STARTS@
    esac
}

_retrograde() {
    local -a commands=(
@COMMANDS@
    )
    if ((CURRENT == 2)); then
        _describe command commands -- '(--help --version)'
        return
    fi
    shift words
    ((--CURRENT))
    case $words[1] in
@ARGUMENTS@
    esac
}

if [[ $funcstack[1] == _retrograde ]]; then _retrograde "$@"; else compdef _retrograde retrograde; fi
)script";

/// Text between single quotes in which zsh's functions take `:`, `[` and `]` for signs of their own.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '\'') {
            result += "'\\''";
        } else if (letter == ':' || letter == '[' || letter == ']') {
            result += std::string("\\") + letter;
        } else {
            result += letter;
        }
    }
    return result;
}

/// What an option or argument of this name takes, as an action of _arguments.
std::string action_of(const std::string& name) {
    if (name == "GAME") return "(@GAMES@)";
    if (name == "POSITION") return "_retrograde_start";
    if (name == "FILE") return "_files";
    if (name == "DIR") return "_files -/";
    if (name.starts_with("NAME=VALUE")) return "_retrograde_rules";
    if (name.find('|') == std::string::npos) return " ";
    std::string words = name;
    std::ranges::replace(words, '|', ' ');
    return '(' + words + ')';
}

std::string arguments_of(const CommandDescription& command) {
    std::string text = fmt::format("        {})\n            _arguments", command.name);
    for (const auto& option : command.syntax.options.options()) {
        const bool has_value = option->semantic()->max_tokens() > 0;
        const std::string name = option->format_parameter();
        text += fmt::format(" \\\n                '--{}{}[{}]{}'", option->long_name(), has_value ? "=" : "",
                            escaped(option->description()),
                            has_value ? ':' + escaped(name) + ':' + action_of(name) : std::string());
    }
    for (const std::string& positional : command.syntax.positionals) {
        const std::string name = bare_name(positional);
        text += fmt::format(" \\\n                '{}:{}:{}'", name == positional ? "" : ":", escaped(name),
                            action_of(name));
    }
    return text + "\n            ;;\n";
}

/// One branch of a `case` with words to offer.
std::string branch(const GameInfo& info, const std::string& call) {
    return fmt::format("        {}) {} ;;\n", info.name, call);
}

std::string rules_of(const GameInfo& info) {
    std::string call = "_values -s , 'rule option'";
    for (const RuleOption& option : info.options) {
        std::string values;
        for (const std::string& value : offered_values(option))
            values += (values.empty() ? "" : " ") + value;
        call += fmt::format(" '{}[{}]:value:({})'", option.name, escaped(option.about), values);
    }
    return call;
}

}  // namespace

std::string zsh_completion() {
    std::string commands, arguments, rules, starts;
    for (const CommandDescription& command : describe_commands()) {
        commands += fmt::format("        '{}:{}'\n", command.name, escaped(command.help));
        arguments += arguments_of(command);
    }
    for (const GameInfo& info : all_games()) {
        rules += branch(info, rules_of(info));
        starts += branch(info, "compadd -- " + start_word(info));
    }
    return filled_in(kScript, {{"COMMANDS", commands},
                               {"ARGUMENTS", arguments},
                               {"GAMES", game_words()},
                               {"RULES", rules},
                               {"STARTS", starts}});
}

}  // namespace retrograde::cli
