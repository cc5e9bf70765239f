#include "games/line_capture_rules.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "golden_files.hpp"
#include "rules_by_text.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

constexpr CaptureRule kCaptureRules[] = {CaptureRule::touched, CaptureRule::destination, CaptureRule::any};

LineCaptureRules pangki(CaptureRule capture = CaptureRule::touched) { return LineCaptureRules(pangki_setup(capture)); }

LineCaptureRules cinc_camins(CaptureRule capture = CaptureRule::touched, Value stalemate = Value::loss) {
    return LineCaptureRules(cinc_camins_setup(capture, stalemate));
}

CaptureRule capture_of(std::string_view options) {
    if (options == "-" || options == "capture=touched") return CaptureRule::touched;
    if (options == "capture=destination") return CaptureRule::destination;
    if (options == "capture=any") return CaptureRule::any;
    throw std::runtime_error("unknown options " + std::string(options));
}

LineCaptureRules pangki_for(const std::string& options) { return pangki(capture_of(options)); }
LineCaptureRules cinc_camins_for(const std::string& options) { return cinc_camins(capture_of(options)); }

}  // namespace

TEST_CASE("the moves of Pangki are those of the golden table", "[pangki][golden]") {
    check_golden_moves("moves-pangki.tsv", pangki_for);
}

TEST_CASE("the moves of Cinc camins are those of the golden table", "[cinc-camins][golden]") {
    check_golden_moves("moves-cinc-camins.tsv", cinc_camins_for);
}

TEST_CASE("the numbers of move sequences are those of the golden table", "[pangki][cinc-camins][golden]") {
    check_golden_perft("pangki", pangki_for);
    check_golden_perft("cinc-camins", cinc_camins_for);
}

TEST_CASE("start positions", "[pangki][cinc-camins]") {
    CHECK(position_text(pangki().board(), pangki().start()) == "wwww/w2w/b2b/bbbb b");
    CHECK(position_text(cinc_camins().board(), cinc_camins().start()) == "wwwww/5/5/5/bbbbb b");
    CHECK_FALSE(pangki().over(pangki().start()));
    CHECK_FALSE(cinc_camins().over(cinc_camins().start()));
}

TEST_CASE("a line captures in exactly the formations of the rules", "[pangki][cinc-camins]") {
    // The man that enters row 1 at b1 from b2 makes the line; nothing else moves.
    const auto captures = [](const LineCaptureRules& rules, std::string_view rows, std::string_view move) {
        return has_move(rules, rows, std::string(move));
    };
    const LineCaptureRules small = pangki();
    CHECK(captures(small, "w3/4/1b2/b1w1 b", "b2-b1xc1"));  // bbw.
    CHECK(captures(small, "w3/4/1b2/2bw b", "b2-b1xd1"));   // .bbw
    CHECK(captures(small, "w3/4/1b2/w1b1 b", "b2-b1xa1"));  // wbb.
    CHECK(captures(small, "w3/4/2b1/1w1b b", "c2-c1xb1"));  // .wbb
    CHECK(captures(small, "w3/4/1b2/b1bw b", "b2-b1"));     // bbbw
    CHECK(captures(small, "w3/4/1b2/w1bw b", "b2-b1"));     // wbbw
    CHECK(captures(small, "w3/4/1b2/b2w b", "b2-b1"));      // bb.w
    CHECK(captures(small, "w2b/4/1b2/3w b", "b2-b1"));      // .b.w
    CHECK(captures(small, "w3/4/2b1/bw1w b", "c2-c1"));     // bwbw
    const LineCaptureRules large = cinc_camins();
    CHECK(captures(large, "5/5/5/1b3/b1w2 b", "b2-b1xc1"));   // bbw..
    CHECK(captures(large, "5/5/5/1b3/2bw1 b", "b2-b1xd1"));   // .bbw.
    CHECK(captures(large, "5/5/5/2b2/3bw b", "c2-c1xe1"));    // ..bbw
    CHECK(captures(large, "5/5/5/3b1/2w1b b", "d2-d1xc1"));   // ..wbb
    CHECK(captures(large, "5/5/5/2b2/1w1b1 b", "c2-c1xb1"));  // .wbb.
    CHECK(captures(large, "5/5/5/1b3/w1b2 b", "b2-b1xa1"));   // wbb..
    CHECK(captures(large, "5/5/5/1b3/b2w1 b", "b2-b1"));      // bb.w.
    CHECK(captures(large, "5/5/5/1b3/b1w1w b", "b2-b1"));     // bbw.w
    CHECK(captures(large, "5/5/5/1b3/b1w1b b", "b2-b1"));     // bbw.b
}

TEST_CASE("a man that leaves a triplet captures with the pair it leaves, but not by `destination`", "[pangki]") {
    constexpr std::string_view kTriplet = "w3/4/4/bbbw b";
    CHECK(has_move(pangki(CaptureRule::touched), kTriplet, "a1-a2xd1"));
    CHECK(has_move(pangki(CaptureRule::any), kTriplet, "a1-a2xd1"));
    CHECK(has_move(pangki(CaptureRule::destination), kTriplet, "a1-a2"));
}

TEST_CASE("a formation that stood before captures only by `any`", "[pangki]") {
    constexpr std::string_view kStanding = "1bbw/4/b3/w3 b";
    CHECK(has_move(pangki(CaptureRule::touched), kStanding, "a2-b2"));
    CHECK(has_move(pangki(CaptureRule::destination), kStanding, "a2-b2"));
    CHECK(has_move(pangki(CaptureRule::any), kStanding, "a2-b2xd4"));
}

TEST_CASE("all captures of a move are judged on the board right after it", "[pangki]") {
    // a1-a2 makes a pair in row 2 (with b2, against c2) and leaves a pair in row 1 (b1 c1, against d1).
    CHECK(has_move(pangki(), "1w2/4/1bw1/bbbw b", "a1-a2xd1xc2"));
    CHECK(has_move(pangki(CaptureRule::destination), "1w2/4/1bw1/bbbw b", "a1-a2xc2"));
}

TEST_CASE("a side with too few men has lost", "[pangki][cinc-camins]") {
    CHECK(over(pangki(), "b3/4/4/1ww1 b") == Value::loss);
    CHECK(over(pangki(), "b3/4/4/1ww1 w") == Value::win);
    CHECK(over(pangki(), "4/4/4/1ww1 b") == Value::loss);
    CHECK_FALSE(over(pangki(), "bb2/4/4/1ww1 b"));
    CHECK_FALSE(over(cinc_camins(), "b4/5/5/5/4w b"));
    CHECK(over(cinc_camins(), "5/5/5/5/4w b") == Value::loss);
    CHECK(over(cinc_camins(), "5/5/5/5/4w w") == Value::win);
    CHECK(move_texts(pangki(), "b3/4/4/1ww1 w").empty());
    CHECK(move_texts(cinc_camins(), "5/5/5/5/4w w").empty());
}

TEST_CASE("where both sides have too few men the side to move has lost", "[pangki][cinc-camins]") {
    CHECK(over(pangki(), "b3/4/4/3w b") == Value::loss);
    CHECK(over(pangki(), "b3/4/4/3w w") == Value::loss);
    CHECK(over(cinc_camins(), "5/5/5/5/5 b") == Value::loss);
}

TEST_CASE("a side that cannot move has lost, or drawn by option", "[pangki][cinc-camins]") {
    constexpr std::string_view kPangki = "ww2/4/ww2/bbw1 b";
    CHECK(over(pangki(), kPangki) == Value::loss);
    CHECK(move_texts(pangki(), kPangki).empty());
    constexpr std::string_view kCincCamins = "5/5/5/w4/bw3 b";
    CHECK(over(cinc_camins(CaptureRule::touched, Value::loss), kCincCamins) == Value::loss);
    CHECK(over(cinc_camins(CaptureRule::touched, Value::draw), kCincCamins) == Value::draw);
    CHECK(move_texts(cinc_camins(), kCincCamins).empty());
}

TEST_CASE("positions without a meaning are refused", "[pangki][cinc-camins]") {
    CHECK(error_of_check(pangki(), "wwww/w2w/b2b/bbbb b") == "no error");
    CHECK(error_of_check(pangki(), "wwww/www1/b2b/bbbb b") == "position: 7 men `w`, but a side starts with 6");
    CHECK(error_of_check(pangki(), "4/bbb1/b2b/bbbb b") == "position: 9 men `b`, but a side starts with 6");
    CHECK(error_of_check(cinc_camins(), "5/5/5/5/bbbbb w") == "no error");
    CHECK(error_of_check(cinc_camins(), "5/5/5/b4/bbbbb w") == "position: 6 men `b`, but a side starts with 5");
    Position position = pangki().start();
    position.squares[5] = Piece::neutral;
    CHECK(error_of_check(pangki(), position) == "position: this game has no neutral men");
    position = pangki().start();
    position.squares[16] = Piece::first;
    CHECK(error_of_check(pangki(), position) == "position: a man stands outside the board");
    position = pangki().start();
    position.phase = Phase::movement;
    CHECK(error_of_check(pangki(), position) == "position: this game has no phases");
}

TEST_CASE("the shape promised to the verifier, over whole sets of positions", "[pangki]") {
    // All positions with up to two black men and three white ones: moves exactly where the game is not over,
    // and each move changes the side, moves one man by one step and only takes enemy men away.
    for (const CaptureRule capture : kCaptureRules) {
        const LineCaptureRules rules = pangki(capture);
        const auto check_moves = [&](const Position& position) {
            int moves = 0;
            rules.for_each_move(position, [&](const LineCaptureMove& move, const Position& after) {
                ++moves;
                Position expected = position;
                expected.to_move = other(position.to_move);
                std::swap(expected.squares[static_cast<std::size_t>(move.from)],
                          expected.squares[static_cast<std::size_t>(move.to)]);
                bool only_enemies = true;
                for (std::size_t square = 0; square < 16; ++square) {
                    if ((move.captured >> square & 1U) == 0) continue;
                    only_enemies &= expected.squares[square] == man_of(other(position.to_move));
                    expected.squares[square] = Piece::none;
                }
                if (!only_enemies || after != expected) FAIL("wrong move " + rules.move_text(move));
            });
            if ((moves == 0) != rules.over(position).has_value()) FAIL(position_text(rules.board(), position));
        };
        for (unsigned black = 0; black < 1U << 16; ++black) {
            if (std::popcount(black) > 2) continue;
            for (unsigned white = 0; white < 1U << 16; ++white) {
                if (std::popcount(white) > 3 || (black & white) != 0) continue;
                Position position;
                for (std::size_t square = 0; square < 16; ++square) {
                    if ((black >> square & 1U) != 0) position.squares[square] = Piece::first;
                    if ((white >> square & 1U) != 0) position.squares[square] = Piece::second;
                }
                for (const Side side : {Side::first, Side::second}) {
                    position.to_move = side;
                    check_moves(position);
                }
            }
        }
    }
    SUCCEED();
}
