// Reading rule options.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "retrograde/error.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

/// Value of an option in a rule set that has all options of its game.
[[nodiscard]] const std::string& value_of(const RuleOption& option, const RuleSet& rules);

/// The error for a value that an option does not take: names the option, the value and what is allowed.
[[nodiscard]] Error bad_value(const RuleOption& option, std::string_view value);

/// What the chosen value of an option stands for. Throws bad_value().
template <class Meaning>
[[nodiscard]] Meaning chosen_value(const RuleOption& option, const RuleSet& rules,
                                   std::initializer_list<std::pair<std::string_view, Meaning>> meanings) {
    const std::string& value = value_of(option, rules);
    for (const auto& [name, meaning] : meanings) {
        if (name == value) return meaning;
    }
    throw bad_value(option, value);
}

}  // namespace retrograde
