#include "games/line_capture_game.hpp"

#include <utility>

#include "engine/solvable_game.hpp"
#include "games/cinc_camins_text.hpp"
#include "games/line_capture_model.hpp"
#include "games/pangki_text.hpp"
#include "games/rule_options.hpp"

namespace retrograde {

namespace {

const RuleOption kCapture{
    "capture", "touched", "touched, destination, any",
    "lines that can capture: those of the squares left and entered, of the square entered, or all"};
const RuleOption kStalemate{"stalemate", "loss", "loss, draw", "result for a side that cannot move"};

[[nodiscard]] CaptureRule capture_rule(const RuleSet& rules) {
    return chosen_value<CaptureRule>(
        kCapture, rules,
        {{"touched", CaptureRule::touched}, {"destination", CaptureRule::destination}, {"any", CaptureRule::any}});
}

template <int kSize>
[[nodiscard]] std::unique_ptr<Game> make(const char* name, const RuleSet& rules, const LineCaptureSetup& setup) {
    using Model = LineCaptureModel<kSize>;
    return std::make_unique<SolvableGame<Model>>(name, rules, Model(setup));
}

}  // namespace

GameInfo pangki() {
    return {"pangki", "4x4 squares, 6 men a side", pangki_rules_text(), {kCapture}, [](const RuleSet& rules) {
                return make<4>("pangki", rules, pangki_setup(capture_rule(rules)));
            }};
}

GameInfo cinc_camins() {
    return {"cinc-camins",
            "5x5 squares, 5 men a side",
            cinc_camins_rules_text(),
            {kCapture, kStalemate},
            [](const RuleSet& rules) {
                const Value stalemate =
                    chosen_value<Value>(kStalemate, rules, {{"loss", Value::loss}, {"draw", Value::draw}});
                return make<5>("cinc-camins", rules, cinc_camins_setup(capture_rule(rules), stalemate));
            }};
}

}  // namespace retrograde
