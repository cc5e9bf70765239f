// The list of games, and rule sets as text.
#include <algorithm>

#include "games/crossings_game.hpp"
#include "games/diamond_game.hpp"
#include "games/line_capture_game.hpp"
#include "games/rule_options.hpp"
#include "retrograde/error.hpp"
#include "retrograde/game.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

namespace {

/// `a, b, c`
template <class Items>
[[nodiscard]] std::string names_of(const Items& items) {
    std::string names;
    for (const auto& item : items)
        names += (names.empty() ? "" : ", ") + item.name;
    return names;
}

[[nodiscard]] RuleSet defaults_of(const GameInfo& info) {
    RuleSet rules;
    for (const RuleOption& option : info.options)
        rules.emplace_back(option.name, option.default_value);
    return rules;
}

void choose(const GameInfo& info, std::string_view assignment, RuleSet& rules, std::vector<std::string>& chosen) {
    const std::size_t sign = assignment.find('=');
    const std::string name(assignment.substr(0, sign));
    const auto option = std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.first == name; });
    if (option == rules.end()) {
        throw Error(ErrorKind::usage, info.name + " has no rule option '" + printable(name) +
                                          "'; its options: " + names_of(info.options));
    }
    if (sign == std::string_view::npos) {
        throw Error(ErrorKind::usage, "rule option '" + name + "' needs a value, as in " + name + "=" + option->second);
    }
    if (std::find(chosen.begin(), chosen.end(), name) != chosen.end()) {
        throw Error(ErrorKind::usage, "rule option '" + name + "' is given twice");
    }
    chosen.push_back(name);
    option->second = std::string(assignment.substr(sign + 1));
}

}  // namespace

std::string text_of(const RuleSet& rules) {
    std::string text;
    for (const auto& [name, value] : rules)
        text += (text.empty() ? "" : ",") + name + "=" + value;
    return text;
}

const std::string& value_of(const RuleOption& option, const RuleSet& rules) {
    const auto found =
        std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.first == option.name; });
    if (found == rules.end()) throw Error(ErrorKind::usage, "rule option '" + option.name + "' has no value");
    return found->second;
}

Error bad_value(const RuleOption& option, std::string_view value) {
    return {ErrorKind::usage,
            "rule option '" + option.name + "' cannot be '" + printable(value) + "'; allowed: " + option.allowed};
}

const std::vector<GameInfo>& all_games() {
    static const std::vector<GameInfo> games{pangki(), cinc_camins(), crossings(), diamond()};
    return games;
}

const GameInfo& find_game(std::string_view name) {
    const auto& games = all_games();
    const auto found =
        std::find_if(games.begin(), games.end(), [&](const GameInfo& info) { return info.name == name; });
    if (found == games.end()) {
        throw Error(ErrorKind::usage, "there is no game '" + printable(name) + "'; games: " + names_of(games));
    }
    return *found;
}

std::unique_ptr<Game> make_game(std::string_view name, std::string_view rules) {
    const GameInfo& info = find_game(name);
    RuleSet rule_set = defaults_of(info);
    std::vector<std::string> chosen;
    while (!rules.empty()) {
        const std::size_t end = std::min(rules.find(','), rules.size());
        choose(info, rules.substr(0, end), rule_set, chosen);
        if (end + 1 == rules.size()) throw Error(ErrorKind::usage, "rules end with a comma");
        rules.remove_prefix(std::min(end + 1, rules.size()));
    }
    for (std::size_t i = 0; i < rule_set.size(); ++i) {
        auto& [option, value] = rule_set[i];
        const bool is_chosen = std::find(chosen.begin(), chosen.end(), option) != chosen.end();
        if (info.options[i].default_under && !is_chosen) value = info.options[i].default_under(rule_set);
    }
    return info.make(rule_set);
}

}  // namespace retrograde
