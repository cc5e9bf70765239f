// The texts of the rules: printable, narrow, and in step with the rules as they are compiled.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "games/cinc_camins_text.hpp"
#include "games/crossings_rules.hpp"
#include "games/crossings_text.hpp"
#include "games/diamond_text.hpp"
#include "games/line_capture_rules.hpp"
#include "games/pangki_text.hpp"
#include "golden_files.hpp"

using namespace retrograde;
using namespace retrograde::test;

TEST_CASE("the texts of the rules are plain and fit 80 columns", "[rules-text]") {
    for (const std::string& text :
         {pangki_rules_text(), cinc_camins_rules_text(), crossings_rules_text(), diamond_rules_text()}) {
        CHECK(text.ends_with('\n'));
        CHECK(text.find("Options") != std::string::npos);
        CHECK(text.find("dtw") != std::string::npos);
        for (const std::string& line : split(text, "\n")) {
            INFO(line);
            CHECK(line.size() <= 80);
            CHECK_FALSE(line.ends_with(' '));
            CHECK(std::ranges::all_of(line, [](char letter) { return letter >= 0x20 && letter < 0x7f; }));
        }
    }
}

TEST_CASE("the texts of the rules show the start positions", "[rules-text]") {
    const LineCaptureRules pangki(pangki_setup(CaptureRule::touched));
    const LineCaptureRules cinc_camins(cinc_camins_setup(CaptureRule::touched, Value::loss));
    const CrossingsRules crossings(CrossingsSetup{});
    CHECK(crossings_rules_text().find(position_text(crossings.board(), crossings.start())) != std::string::npos);
    CHECK(pangki_rules_text().find(position_text(pangki.board(), pangki.start())) != std::string::npos);
    CHECK(cinc_camins_rules_text().find(position_text(cinc_camins.board(), cinc_camins.start())) != std::string::npos);
}
