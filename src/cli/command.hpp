// The sub-commands of the program. Each lives in a file of its own: it reads its arguments, calls the library and
// prints; it returns the exit status, and throws retrograde::Error where it cannot do its work.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"

namespace retrograde::cli {

/// Exit statuses beside the kinds of retrograde::Error.
inline constexpr int kDone = 0;
inline constexpr int kAnswerIsNo = 1;  ///< verify or selftest failed, or an expectation is not met

int run_games(std::span<const std::string> arguments);
int run_rules(std::span<const std::string> arguments);
int run_solve(std::span<const std::string> arguments);
int run_query(std::span<const std::string> arguments);
int run_stats(std::span<const std::string> arguments);
int run_verify(std::span<const std::string> arguments);
int run_moves(std::span<const std::string> arguments);
int run_line(std::span<const std::string> arguments);
int run_find(std::span<const std::string> arguments);
int run_play(std::span<const std::string> arguments);
int run_annotate(std::span<const std::string> arguments);
int run_perft(std::span<const std::string> arguments);
int run_check(std::span<const std::string> arguments);
int run_prove(std::span<const std::string> arguments);
int run_selftest(std::span<const std::string> arguments);
int run_draw(std::span<const std::string> arguments);
int run_completion(std::span<const std::string> arguments);

struct CommandDescription {
    std::string_view name;
    std::string_view help;  ///< one line
    Syntax syntax;
};

/// All commands with what they take, in the order of the help.
[[nodiscard]] std::vector<CommandDescription> describe_commands();

/// Runs the program with the arguments after its name: finds the command and runs it, or answers `--help` and
/// `--version`. Returns the exit status; throws Error(usage) for an unknown command, with the nearest one there is.
int dispatch(std::span<const std::string> arguments);

}  // namespace retrograde::cli
