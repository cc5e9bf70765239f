#include "games/diamond_rules.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "golden_files.hpp"
#include "rules_by_text.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

DiamondRules small() { return DiamondRules({.size = 1, .pieces = 4}); }
DiamondRules large() { return DiamondRules({.size = 3, .pieces = 12}); }

DiamondRules rules_for(const std::string& options) {
    if (options == "-") return large();
    if (options == "size=1,pieces=4") return small();
    throw std::runtime_error("unknown options " + options);
}

/// The position after a move given by its text.
std::string after(const DiamondRules& rules, std::string_view text, std::string_view move) {
    for (const Move& legal : sorted_moves(rules, parse_position(rules.board(), text))) {
        if (legal.text == move) return position_text(rules.board(), legal.after);
    }
    return "no such move";
}

}  // namespace

TEST_CASE("the moves of Diamond are those of the golden table", "[diamond][golden]") {
    check_golden_moves("moves-diamond.tsv", rules_for);
}

TEST_CASE("the numbers of move sequences of Diamond are those of the golden table", "[diamond][golden]") {
    check_golden_perft("diamond", rules_for);
}

TEST_CASE("Diamond starts with an empty net", "[diamond]") {
    CHECK(position_text(large().board(), large().start()) == ".7/8/8/8/8/8/8/7. b p");
    CHECK(position_text(small().board(), small().start()) == ".3/4/4/3. b p");
    CHECK_FALSE(large().over(large().start()));
    CHECK(error_of_check(large(), large().start()) == "no error");
}

TEST_CASE("published moves", "[diamond]") {
    // Each man alone, so that nothing is captured.
    const auto can = [](std::string_view rows, const std::string& move) {
        return has_move(large(), std::string(rows) + " b m", move);
    };
    CHECK(can(".7/8/8/8/8/4b3/8/7.", "e3-e4"));
    CHECK(can(".7/8/8/8/8/5b2/8/7.", "f3-f4"));
    CHECK(can(".7/8/8/8/8/6b1/8/7.", "g3-f3"));
    CHECK(can(".7/8/8/8/5b2/8/8/7.", "f4-e3"));
    CHECK(can(".7/8/8/8/6b1/8/8/7.", "g4-f4"));
}

TEST_CASE("the last man placed begins the movement phase", "[diamond]") {
    CHECK(after(small(), ".bww/w2b/3b/b2. w p", "c2") == ".bww/w2b/2wb/b2. b m");
    CHECK(after(small(), ".bww/3b/3b/b2. w p", "c2") == ".bww/3b/2wb/b2. b p");
}

TEST_CASE("exactly one cornered enemy is captured, and becomes neutral", "[diamond]") {
    // Two triangles share the line b3-c2; b2 and c3 are their other corners.
    CHECK(after(small(), ".3/1bw1/4/2b. b m", "c1-c2*") == ".3/1bn1/2b1/3. w m");
    CHECK(after(small(), ".3/1bw1/1w2/2b. b m", "c1-c2") == ".3/1bw1/1wb1/3. w m");
    // One enemy on two triangles at once: c2 has triangles with b3 b2, with b3 c3, and with c1 d2.
    CHECK(after(small(), ".3/1wb1/1b2/2b. b m", "c1-c2*") == ".3/1nb1/1bb1/3. w m");
    // In between two enemies a man is safe.
    CHECK(after(small(), ".3/2w1/4/1bw. b m", "b1-b2") == ".3/2w1/1b2/2w. w m");
    CHECK(after(small(), ".3/1ww1/4/2b. b m", "c1-c2") == ".3/1ww1/2b1/3. w m");
    // Only triangles with the point entered count: b3 and c3 corner nothing by a move elsewhere.
    CHECK(after(small(), ".3/1bw1/2b1/b2. b m", "a1-a2") == ".3/1bw1/b1b1/3. w m");
}

TEST_CASE("neutral men next to nobody can be removed", "[diamond]") {
    CHECK(has_move(small(), ".2n/4/4/b1w. b m", "(d4)"));
    CHECK_FALSE(has_move(small(), ".2n/3b/4/2w. b m", "(d4)"));
    CHECK_FALSE(has_move(small(), ".2n/3w/4/b2. b m", "(d4)"));
    CHECK(after(small(), ".2n/4/4/b1w. b m", "(d4)") == ".3/4/4/b1w. w m");
}

TEST_CASE("four corners of a square win, and no man to move draws", "[diamond]") {
    CHECK(over(small(), ".3/4/bb1w/bb1. w p") == std::nullopt);  // a triangle pair, no square
    CHECK(over(small(), ".3/bb2/bb2/1ww. w m") == Value::loss);
    CHECK(over(small(), ".3/bb2/bb2/1ww. b m") == Value::win);
    CHECK(over(small(), ".3/bb2/bb2/www. w p") == Value::loss);
    CHECK(over(small(), ".3/bb2/bb2/1ww. b p") == Value::win);
    CHECK(over(small(), ".3/bbww/bbww/3. b m") == Value::win);  // which no play leads to
    CHECK(over(small(), ".3/4/4/bbb. w m") == Value::draw);     // no man at all
    CHECK(over(small(), ".2n/w3/bw2/bb1. b m") == std::nullopt);
    CHECK(over(small(), ".2n/w3/ww2/bw1. b m") == Value::draw);  // though (d4) could be removed
    CHECK(move_texts(small(), ".2n/w3/ww2/bw1. b m").empty());
    CHECK(move_texts(small(), ".3/bb2/bb2/1ww. w m").empty());
}

TEST_CASE("positions of Diamond without a meaning are refused", "[diamond]") {
    CHECK(error_of_check(small(), ".3/4/4/b2. w p") == "no error");
    CHECK(error_of_check(small(), ".3/4/4/b2. b p") ==
          "position: 1 men `b` and 0 men `w` placed, but it is Black's turn");
    CHECK(error_of_check(small(), ".3/4/4/bw1. w p") ==
          "position: 1 men `b` and 1 men `w` placed, but it is White's turn");
    CHECK(error_of_check(small(), ".3/4/4/bwn. b p") == "position: there are no neutral men while men are placed");
    CHECK(error_of_check(small(), ".3/4/wwww/bbb. w p") ==
          "position: 3 men `b` and 4 men `w` placed, but it is White's turn");
    CHECK(error_of_check(small(), ".3/b3/wwww/bbb. b p") == "position: all men are placed, so the phase is `m`");
    CHECK(error_of_check(small(), ".3/b3/wwww/bbb. b m") == "no error");
    CHECK(error_of_check(small(), ".3/b3/bwww/bbb. b m") == "position: 5 men `b`, but a side has 4");
    CHECK(error_of_check(small(), ".3/3n/wwww/bbb. b m") == "no error");
    CHECK(error_of_check(small(), ".3/2nn/wwww/bbb. b m") ==
          "position: 3 men `b` and 4 men `w` leave at most 1 neutral men, not 2");
    Position position = small().start();
    position.squares[3] = Piece::first;  // d1
    CHECK(error_of_check(small(), position) == "position: a man stands outside the net");
    position = small().start();
    position.squares[16] = Piece::first;
    CHECK(error_of_check(small(), position) == "position: a man stands outside the net");
    position = small().start();
    position.phase = Phase::none;
    CHECK(error_of_check(small(), position) == "position: this game has a phase, placement or movement");
}

TEST_CASE("the pie rule gives White the better side of each first man", "[diamond]") {
    using enum Value;
    // The values are White's, who is to move after the first man.
    CHECK(value_with_pie_rule(std::vector{win, draw, loss}) == draw);
    CHECK(value_with_pie_rule(std::vector{loss, loss, win}) == loss);
    CHECK(value_with_pie_rule(std::vector{draw}) == draw);
}
