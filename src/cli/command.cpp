#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/nearest.hpp"
#include "cli/output.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

struct Command {
    std::string_view name;
    std::string_view help;  ///< one line
    int (*run)(std::span<const std::string> arguments);
};

constexpr std::array kCommands{
    Command{"games", "list the games, their boards and rule options", run_games},
    Command{"rules", "print the rules of a game in full", run_rules},
    Command{"solve", "solve a game and write its database", run_solve},
    Command{"query", "value, distance and best moves of a position", run_query},
    Command{"line", "best play from a position to the end", run_line},
    Command{"find", "search a database for positions", run_find},
    Command{"play", "play against the database, or with each other", run_play},
    Command{"annotate", "mark the mistakes of a played game", run_annotate},
    Command{"stats", "counts of wins, draws and losses in a database", run_stats},
    Command{"verify", "check a database against the rules", run_verify},
    Command{"check", "check the checksums of all databases in a folder", run_check},
    Command{"prove", "write a certificate of a value, to be checked by other programs", run_prove},
    Command{"selftest", "hold the solver's view of a game against its plain rules; needs no database", run_selftest},
    Command{"moves", "legal moves of a position; needs no database", run_moves},
    Command{"perft", "count move sequences from a position; needs no database", run_perft},
    Command{"draw", "a position as a picture", run_draw},
    Command{"completion", "print a script that completes command lines in bash or zsh", run_completion},
};

constexpr std::array<std::string_view, 2> kOptions{"--help", "--version"};

void print_help() {
    print("Usage: retrograde COMMAND [ARGUMENTS]\n\n");
    print("Solves two-player games without chance by retrograde analysis, and answers questions about positions.\n\n");
    print("Commands:\n");
    for (const Command& command : kCommands)
        print("  {:<12}{}\n", command.name, command.help);
    print("\nOptions:\n  --help     print this text; after a command, what the command takes\n");
    print("  --version  print the version\n\n");
    print("Exit status: 0 done; 1 the answer is no; 2 bad usage or input; 3 database missing or damaged;\n");
    print("4 out of memory or disk.\n\n");
    print("Example:\n  retrograde solve pangki && retrograde query pangki 'wwww/w2w/b2b/bbbb b'\n");
}

/// The command, or the option of the program, that is written most like `name`.
std::string_view nearest_to(std::string_view name) {
    if (name.starts_with('-')) return nearest(name, kOptions);
    std::vector<std::string_view> names;
    for (const Command& command : kCommands)
        names.push_back(command.name);
    return nearest(name, names);
}

}  // namespace

std::vector<CommandDescription> describe_commands() {
    std::vector<CommandDescription> descriptions;
    for (const Command& command : kCommands) {
        try {
            command.run(kAskForSyntax);
        } catch (const Syntax& syntax) {
            descriptions.push_back({command.name, command.help, syntax});
        }
    }
    return descriptions;
}

int dispatch(std::span<const std::string> arguments) {
    if (arguments.empty()) throw Error(ErrorKind::usage, "no command; see 'retrograde --help'");
    const std::string& name = arguments.front();
    if (name == "--help" || name == "-h") {
        print_help();
        return kDone;
    }
    if (name == "--version") {
        print("retrograde {}\n", RETROGRADE_VERSION);
        return kDone;
    }
    const auto command = std::ranges::find(kCommands, name, &Command::name);
    if (command == kCommands.end()) {
        throw Error(ErrorKind::usage,
                    fmt::format("unknown {} '{}'; did you mean 'retrograde {}'? See 'retrograde --help'",
                                name.starts_with('-') ? "option" : "command", printable(name), nearest_to(name)));
    }
    return command->run(arguments.subspan(1));
}

}  // namespace retrograde::cli
