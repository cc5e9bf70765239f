#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/completion.hpp"

namespace retrograde::cli {
namespace {

/// The marks are filled in with words and with the branches of `case`.
constexpr const char* kScript = R"script(# Completion of retrograde for bash.

# _retrograde_options COMMAND: prints its options.
_retrograde_options() {
    case $1 in
@OPTIONS@
    esac
}

# _retrograde_takes COMMAND OPTION-OR-NUMBER: prints what the option, or the argument of that number, takes. Nothing for
# an option without a value.
_retrograde_takes() {
    case "$1 $2" in
@TAKES@
    esac
}

# _retrograde_rules GAME: prints its rule options with the values that are known.
_retrograde_rules() {
    case $1 in
@RULES@
    esac
}

# _retrograde_start GAME: prints where it starts, as one word.
_retrograde_start() {
    case $1 in
@STARTS@
    esac
}

# _retrograde_offer WHAT GAME WORD: prints what the word may become.
_retrograde_offer() {
    local before
    case $1 in
        GAME) compgen -W '@GAMES@' -- "$3" ;;
        POSITION) compgen -W "$(_retrograde_start "$2")" -- "$3" ;;
        NAME=VALUE*)
            before=${3%"${3##*,}"}
            if [[ ${3##*,} == *=* ]]; then
                compgen -P "$before" -W "$(_retrograde_rules "$2")" -- "${3##*,}"
            else
                compgen -P "$before" -W "$(_retrograde_rules "$2" | sed -E 's/=[^ ]*( |$)/= /g')" -- "${3##*,}" | sort -u
            fi
            ;;
        FILE) compgen -f -- "$3" ;;
        DIR) compgen -d -- "$3" ;;
        *"|"*) compgen -W "${1//"|"/ }" -- "$3" ;;
    esac
}

_retrograde() {
    local words=() word joined='' what='' game='' prefix='' number=0 i
    # Where bash takes `=` for a word of its own, what it has taken apart is joined again.
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && (-n $joined || $word == =*) ]]; then words[-1]+=$word; else words+=("$word"); fi
        [[ $word == = ]] && joined=1 || joined=
    done
    local command=${words[0]} current=${words[-1]}

    if [[ ${#words[@]} == 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W '@COMMANDS@ --help --version' -- "$current")
        return
    fi
    # The words before: the game, how many arguments there are, and what an option takes that is still without value.
    for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ -n $what ]]; then
            what=
        elif [[ $word != -* ]]; then
            ((++number))
            if [[ $(_retrograde_takes "$command" "$number") == GAME ]]; then game=$word; fi
        elif [[ $word != *=* ]]; then
            what=$(_retrograde_takes "$command" "$word")
        fi
    done
    if [[ -z $what && $current == --*=* ]]; then
        prefix=${current%%=*}=
        what=$(_retrograde_takes "$command" "${current%%=*}")
    elif [[ -z $what && $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_retrograde_options "$command")" -- "$current")
        return
    elif [[ -z $what ]]; then
        what=$(_retrograde_takes "$command" "$((number + 1))")
    fi

    mapfile -t COMPREPLY < <(_retrograde_offer "$what" "$game" "${current#"$prefix"}")
    case "$what ${COMPREPLY[0]-}" in
        FILE* | DIR*) compopt -o filenames ;;
        NAME=VALUE*=) compopt -o nospace ;;
    esac 2>/dev/null
    # Where bash has taken a word apart at `=`, it replaces the last part alone.
    COMPREPLY=("${COMPREPLY[@]/#/"$prefix"}")
    if [[ $COMP_WORDBREAKS == *=* && $current == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${current%=*}="}"); fi
}

complete -F _retrograde retrograde
)script";

/// One branch of a `case`: prints the words.
std::string branch(std::string_view pattern, std::string_view words) {
    return fmt::format("        '{}') echo '{}' ;;\n", pattern, words);
}

void add_command(const CommandDescription& command, std::string& options, std::string& takes) {
    std::string names;
    for (const auto& option : command.syntax.options.options()) {
        const std::string name = "--" + option->long_name();
        names += (names.empty() ? "" : " ") + name;
        if (option->semantic()->max_tokens() > 0) {
            takes += branch(fmt::format("{} {}", command.name, name), option->format_parameter());
        }
    }
    options += branch(command.name, names);
    int number = 0;
    for (const std::string& name : command.syntax.positionals)
        takes += branch(fmt::format("{} {}", command.name, ++number), bare_name(name));
}

void add_game(const GameInfo& info, std::string& rules, std::string& starts) {
    std::string words;
    for (const RuleOption& option : info.options) {
        for (const std::string& value : offered_values(option))
            words += (words.empty() ? "" : " ") + option.name + '=' + value;
    }
    rules += branch(info.name, words);
    starts += branch(info.name, start_word(info));
}

}  // namespace

std::string bash_completion() {
    std::string commands, options, takes, rules, starts;
    for (const CommandDescription& command : describe_commands()) {
        commands += fmt::format("{}{}", commands.empty() ? "" : " ", command.name);
        add_command(command, options, takes);
    }
    for (const GameInfo& info : all_games()) {
        add_game(info, rules, starts);
    }
    return filled_in(kScript, {{"COMMANDS", commands},
                               {"OPTIONS", options},
                               {"TAKES", takes},
                               {"GAMES", game_words()},
                               {"RULES", rules},
                               {"STARTS", starts}});
}

}  // namespace retrograde::cli
