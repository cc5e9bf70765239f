#include "games/crossings_rules.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "golden_files.hpp"
#include "rules_by_text.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

/// `board=4x6,ranks=1,shift=exact`, or `-` for the game as it is.
CrossingsRules rules_for(const std::string& options) {
    CrossingsSetup setup;
    if (options == "-") return CrossingsRules(setup);
    for (const std::string& option : split(options, ",")) {
        if (option.starts_with("board=")) {
            setup.width = option.at(6) - '0';
            setup.height = option.at(8) - '0';
        } else if (option.starts_with("ranks=")) {
            setup.ranks = option.at(6) - '0';
        } else if (option == "shift=exact") {
            setup.shift = ShiftRule::exact;
        } else {
            throw std::runtime_error("unknown option " + option);
        }
    }
    return CrossingsRules(setup);
}

}  // namespace

TEST_CASE("the moves of Crossings are those of the golden table", "[crossings][golden]") {
    check_golden_moves("moves-crossings.tsv", rules_for);
}

TEST_CASE("the numbers of move sequences of Crossings are those of the golden table", "[crossings][golden]") {
    check_golden_perft("crossings", rules_for);
}

TEST_CASE("the start of Crossings on several boards", "[crossings]") {
    const auto start = [](const std::string& options) {
        const CrossingsRules rules = rules_for(options);
        rules.check(rules.start());
        return position_text(rules.board(), rules.start());
    };
    CHECK(start("-") == "bbbbbbbb/bbbbbbbb/8/8/8/8/rrrrrrrr/rrrrrrrr r");
    CHECK(start("board=3x4,ranks=1") == "bbb/3/3/rrr r");
    CHECK(start("board=8x3,ranks=1") == "bbbbbbbb/8/rrrrrrrr r");
    CHECK(start("board=4x4") == "bbbb/bbbb/rrrr/rrrr r");
}

TEST_CASE("a part of k stones moves up to k squares, or exactly k", "[crossings]") {
    using Texts = std::vector<std::string>;
    const auto along_the_row = [](const std::string& options) {
        Texts texts = move_texts(rules_for(options), "7b/8/8/8/8/rrr5/8/8 r");
        std::erase_if(texts, [](const std::string& text) { return text.back() != '3'; });
        return texts;
    };
    CHECK(along_the_row("-") == Texts{"a3-d3", "a3-e3", "a3-f3", "b3-d3", "b3-e3", "c3-d3"});
    CHECK(along_the_row("shift=exact") == Texts{"a3-f3", "b3-e3", "c3-d3"});
}

TEST_CASE("a group captures a shorter run", "[crossings]") {
    for (const std::string options : {"-", "shift=exact"}) {
        const CrossingsRules rules = rules_for(options);
        const auto captures = [&](std::string_view row, const std::string& move) {
            return has_move(rules, "8/8/8/8/8/" + std::string(row) + "/8/8 r", move);
        };
        CHECK_FALSE(captures("rb6", "a3xb3"));  // a single stone never captures
        CHECK(captures("rrb5", "a3xc3"));
        CHECK_FALSE(captures("rrbb4", "a3xc3"));  // a pair against a pair
        CHECK(captures("rrrbb3", "a3xd3"));
        CHECK_FALSE(captures("rrrbb3", "b3xd3"));  // a part of the group that is too short
        CHECK(captures("rr1b4", "a3xd3"));         // at the second square
        CHECK_FALSE(captures("rr2b3", "a3xe3"));   // out of reach
        CHECK(captures("rrr1bb2", "a3xe3"));       // less than exactly three squares, because the capture ends the move
        CHECK(captures("rrb1b3", "a3xc3"));        // a run ends at an empty square
        CHECK(captures("rrbr4", "a3xc3"));         // and at a stone of the other colour
    }
}

TEST_CASE("locked stones neither move nor are captured, but count in a run", "[crossings]") {
    const CrossingsRules rules = rules_for("board=5x5,ranks=1");
    CHECK_FALSE(has_move(rules, "2r2/5/5/1rr2/r2b1 r", "c5-d5"));
    CHECK_FALSE(has_move(rules, "2r2/5/1r3/1r3/1b3 r", "b3xb1"));
    CHECK(has_move(rules, "2r2/2r2/2r2/2b2/1b3 r", "c4xc2"));
    CHECK_FALSE(has_move(rules, "2r2/2r2/2r2/2b2/2b2 r", "c4xc2"));  // with c1, which is locked, a run of two
    // A locked stone is no part of the group before it.
    CHECK(has_move(rules, "2r2/2r2/2r2/5/1b3 r", "c4-c1"));
    CHECK_FALSE(has_move(rules, "2r2/2r2/2r2/5/1b3 r", "c5-c2"));
}

TEST_CASE("a crossing must be answered by a crossing", "[crossings]") {
    const CrossingsRules rules = rules_for("board=4x4,ranks=1");
    CHECK(move_texts(rules, "1r2/3b/b3/3r b") == std::vector<std::string>{"a2-a1", "a2-b1"});
    CHECK(over(rules, "1r2/3b/4/3r b") == Value::loss);
    CHECK(over(rules, "1r2/4/4/3r b") == Value::loss);
    CHECK(over(rules, "1r2/4/4/4 b") == Value::loss);  // also where no stone is left that is not locked
    CHECK_FALSE(over(rules, "1r2/4/3r/b3 r"));
    // A capture is an answer if it ends on the farthest row.
    CHECK(move_texts(rules, "1r2/3b/3b/3r b") == std::vector<std::string>{"d2-c1", "d3xd1"});
}

TEST_CASE("a side without a move has lost, unless all stones are locked", "[crossings]") {
    const CrossingsRules rules = rules_for("board=4x4,ranks=1");
    CHECK(over(rules, "r3/4/4/b3 r") == Value::draw);
    CHECK(over(rules, "r3/4/4/b3 b") == Value::draw);
    CHECK(over(rules, "r3/4/1b2/b3 r") == Value::loss);
    CHECK_FALSE(over(rules, "r3/4/1b2/b3 b"));
    CHECK(over(rules, "4/4/1b2/4 r") == Value::loss);
    CHECK(over(rules, "4/4/4/4 r") == Value::draw);
}

TEST_CASE("positions of Crossings without a meaning are refused", "[crossings]") {
    const CrossingsRules rules = rules_for("board=4x4,ranks=1");
    CHECK(error_of_check(rules, "bbbb/4/4/rrrr r") == "no error");
    CHECK(error_of_check(rules, "bbbb/1r2/4/rrrr r") == "position: 5 men `r`, but a side starts with 4");
    CHECK(error_of_check(rules, "r3/4/4/4 b") == "no error");
    CHECK(error_of_check(rules, "r3/4/4/4 r") ==
          "position: of the side to move 1 stones have crossed, of its opponent 0; "
          "it must be as many, or one more of the opponent's");
    CHECK(error_of_check(rules, "rr2/4/4/4 b") ==
          "position: of the side to move 0 stones have crossed, of its opponent 2; "
          "it must be as many, or one more of the opponent's");
    CHECK(error_of_check(rules, "rr2/4/4/2b1 b") == "no error");
    Position position = rules.start();
    position.squares[5] = Piece::neutral;
    CHECK(error_of_check(rules, position) == "position: this game has no neutral men");
    position = rules.start();
    position.squares[16] = Piece::first;
    CHECK(error_of_check(rules, position) == "position: a man stands outside the board");
    position = rules.start();
    position.phase = Phase::movement;
    CHECK(error_of_check(rules, position) == "position: this game has no phases");
}
