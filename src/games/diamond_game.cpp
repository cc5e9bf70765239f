#include "games/diamond_game.hpp"

#include <memory>
#include <string>

#include "engine/solvable_game.hpp"
#include "games/diamond_model.hpp"
#include "games/diamond_text.hpp"
#include "games/rule_options.hpp"

namespace retrograde {

namespace {

const RuleOption kSize{"size", "3", "1, 2, 3", "size of the net: 14, 34 or 62 points"};

[[nodiscard]] int size_of(const RuleSet& rules) {
    return chosen_value<int>(kSize, rules, {{"1", 1}, {"2", 2}, {"3", 3}});
}

const RuleOption kPieces{.name = "pieces",
                         .default_value = "12",
                         .allowed = "4 to half the points of the net",
                         .about = "men a side; default 4 for size 1, 8 for size 2",
                         .default_under = [](const RuleSet& rules) { return std::to_string(4 * size_of(rules)); }};

/// Enough men to own a square, and not more than fit on the net.
[[nodiscard]] int pieces_of(const RuleSet& rules, int size) {
    const int most = DiamondNet(size).points() / 2;
    const std::string& value = value_of(kPieces, rules);
    for (int pieces = Diamond::kMenOfSquare; pieces <= most; ++pieces) {
        if (value == std::to_string(pieces)) return pieces;
    }
    RuleOption here = kPieces;
    here.allowed = std::to_string(Diamond::kMenOfSquare) + " to " + std::to_string(most) + " on the net of size " +
                   std::to_string(size);
    throw bad_value(here, value);
}

}  // namespace

DiamondSetup diamond_setup(const RuleSet& rules) {
    const int size = size_of(rules);
    return {.size = size, .pieces = pieces_of(rules, size)};
}

GameInfo diamond() {
    return {"diamond",
            "net of 62 points and smaller nets, 12 men a side, neutral men",
            diamond_rules_text(),
            {kSize, kPieces},
            [](const RuleSet& rules) {
                return std::make_unique<SolvableGame<DiamondModel>>("diamond", rules,
                                                                    DiamondModel(diamond_setup(rules)));
            }};
}

}  // namespace retrograde
