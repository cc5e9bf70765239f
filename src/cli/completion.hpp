// Scripts that let a shell complete command lines: commands, their options, and what options and arguments take. All of
// it comes from the table of commands, the syntax of each of them and the list of games.
#pragma once

#include <string>
#include <vector>

#include "retrograde/game.hpp"

namespace retrograde::cli {

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

/// Values of a rule option to offer: those that its text for people names, and the default.
[[nodiscard]] std::vector<std::string> offered_values(const RuleOption& option);

/// The start of a game as one word of a shell.
[[nodiscard]] std::string start_word(const Game& game);

/// Name of an argument without the brackets of those that may be left out: `[POSITION]` is a POSITION.
[[nodiscard]] std::string bare_name(const std::string& positional);

/// Replaces `@NAME@` in a script; where the mark has a line of its own, by lines of text.
void fill_in(std::string& script, const std::string& name, const std::string& text);

}  // namespace retrograde::cli
