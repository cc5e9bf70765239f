#include "games/crossings_game.hpp"

#include <memory>
#include <string>

#include "engine/solvable_game.hpp"
#include "games/crossings_model.hpp"
#include "games/crossings_text.hpp"
#include "games/rule_options.hpp"

namespace retrograde {

namespace {

const RuleOption kBoard{"board", "8x8", "3x3 to 8x8", "columns and rows"};
const RuleOption kRanks{"ranks", "2", "1 to half the rows of the board", "rows that each side fills at the start"};
const RuleOption kShift{"shift", "up-to", "up-to, exact", "squares that a part of k stones moves: 1 to k, or k"};

/// The number that one digit stands for, or -1.
[[nodiscard]] int digit(char letter) { return letter >= '0' && letter <= '9' ? letter - '0' : -1; }

void read_board(const RuleSet& rules, CrossingsSetup& setup) {
    const std::string& value = value_of(kBoard, rules);
    const auto size = [&](std::size_t place) {
        const int number = value.size() == 3 && value[1] == 'x' ? digit(value[place]) : -1;
        if (number < 3 || number > 8) throw bad_value(kBoard, value);
        return number;
    };
    setup.width = size(0);
    setup.height = size(2);
}

void read_ranks(const RuleSet& rules, CrossingsSetup& setup) {
    const std::string& value = value_of(kRanks, rules);
    const int most = setup.height / 2;
    setup.ranks = value.size() == 1 ? digit(value[0]) : -1;
    if (setup.ranks >= 1 && setup.ranks <= most) return;
    RuleOption here = kRanks;
    here.allowed = "1" + (most > 1 ? " to " + std::to_string(most) : "") + " on a board of " +
                   std::to_string(setup.height) + " rows";
    throw bad_value(here, value);
}

}  // namespace

CrossingsSetup crossings_setup(const RuleSet& rules) {
    CrossingsSetup setup;
    read_board(rules, setup);
    read_ranks(rules, setup);
    setup.shift = chosen_value<ShiftRule>(kShift, rules, {{"up-to", ShiftRule::up_to}, {"exact", ShiftRule::exact}});
    return setup;
}

GameInfo crossings() {
    return {"crossings",
            "8x8 squares and smaller boards, two rows of stones a side",
            crossings_rules_text(),
            {kBoard, kRanks, kShift},
            [](const RuleSet& rules) {
                return std::make_unique<SolvableGame<CrossingsModel>>("crossings", rules,
                                                                      CrossingsModel(crossings_setup(rules)));
            }};
}

}  // namespace retrograde
