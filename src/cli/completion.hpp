// Scripts that let a shell complete command lines: commands, their options, and what options and arguments take. All of
// it comes from the table of commands, the syntax of each of them and the list of games.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "retrograde/game.hpp"

namespace retrograde::cli {

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

/// Values of a rule option to offer: those that its text for people names, and the default.
[[nodiscard]] std::vector<std::string> offered_values(const RuleOption& option);

/// The start of a game, under its usual rules, as one word of a shell.
[[nodiscard]] std::string start_word(const GameInfo& info);

/// The names of all games.
[[nodiscard]] std::string game_words();

/// A script with each `@NAME@` replaced by the text of that name; a mark on a line of its own by lines of text.
[[nodiscard]] std::string filled_in(std::string script,
                                    std::initializer_list<std::pair<std::string_view, std::string_view>> texts);

}  // namespace retrograde::cli
