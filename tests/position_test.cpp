#include "retrograde/position.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>

#include "boards.hpp"
#include "retrograde/error.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

std::string error_of(const Board& board, std::string_view text) {
    try {
        static_cast<void>(parse_position(board, text));
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

Position random_position(const Board& board, std::mt19937_64& random) {
    const auto pick = [&random](unsigned choices) { return static_cast<unsigned>(random() % choices); };
    constexpr Piece kPieces[] = {Piece::first, Piece::second, Piece::neutral};
    Position position;
    const unsigned one_in = 1 + pick(4);
    for (int square = 0; square < board.squares(); ++square) {
        if (!board.exists(square) || pick(one_in) != 0) continue;
        position.squares[static_cast<std::size_t>(square)] = kPieces[pick(board.neutral_letter == '\0' ? 2 : 3)];
    }
    position.to_move = pick(2) == 0 ? Side::first : Side::second;
    if (board.has_phases) position.phase = pick(2) == 0 ? Phase::placement : Phase::movement;
    return position;
}

}  // namespace

TEST_CASE("squares are named by column letter and row number", "[position]") {
    CHECK(square_name(pangki_board(), 0) == "a1");
    CHECK(square_name(pangki_board(), 4) == "a2");
    CHECK(square_name(cinc_camins_board(), 24) == "e5");
    CHECK(square_name(crossings_board(), 63) == "h8");
}

TEST_CASE("a position is read from the top row down", "[position]") {
    const Position position = parse_position(pangki_board(), "w3/4/4/2bb w");
    CHECK(position.to_move == Side::second);
    CHECK(position.phase == Phase::none);
    Position expected;
    expected.squares[12] = Piece::second;
    expected.squares[2] = expected.squares[3] = Piece::first;
    expected.to_move = Side::second;
    CHECK(position == expected);
}

TEST_CASE("letters may be in either case, and `_` stands for a space", "[position]") {
    const Position position = parse_position(pangki_board(), "wwww/w2w/b2b/bbbb b");
    CHECK(parse_position(pangki_board(), "WwWW/w2W/B2b/bBBb_B") == position);
    const Position in_movement = parse_position(diamond_board(1), ".bw1/1b2/2n1/w1w. w m");
    CHECK(in_movement.phase == Phase::movement);
    CHECK(parse_position(diamond_board(1), ".BW1/1B2/2N1/W1W._W_M") == in_movement);
    CHECK(position_text(diamond_board(1), in_movement) == ".bw1/1b2/2n1/w1w. w m");
}

TEST_CASE("the diagram has coordinates and no trailing spaces", "[position]") {
    CHECK(diagram(pangki_board(), parse_position(pangki_board(), "wwww/w2w/b2b/bbbb b")) ==
          "4  w w w w\n"
          "3  w . . w\n"
          "2  b . . b\n"
          "1  b b b b\n"
          "   a b c d\n");
    CHECK(diagram(diamond_board(1), parse_position(diamond_board(1), ".bw1/1b2/2n1/w1w. w m")) ==
          "4    b w .\n"
          "3  . b . .\n"
          "2  . . n .\n"
          "1  w . w\n"
          "   a b c d\n");
}

TEST_CASE("positions and their texts go round", "[position]") {
    std::mt19937_64 random(20010511);
    for (const Board& board : {pangki_board(), cinc_camins_board(), crossings_board(), diamond_board(1),
                               diamond_board(2), diamond_board(3), Board{.width = 3, .height = 8}}) {
        for (int i = 0; i < 3000; ++i) {
            const Position position = random_position(board, random);
            const std::string text = position_text(board, position);
            INFO(text);
            REQUIRE(parse_position(board, text) == position);
            REQUIRE(position_text(board, parse_position(board, text)) == text);
        }
    }
}

TEST_CASE("errors say what is wrong and at which character", "[position]") {
    struct Case {
        std::string text;
        std::string message;
    };
    const std::string of_pangki = "position, character ";
    const Case cases[] = {
        {"", "1: row 4 has 0 squares instead of 4"},
        {"wwww", "5: expected `/` after the row, found the end of the text"},
        {"wwww/w2w/b2b b", "13: 3 rows instead of 4"},
        {"wwww/w2w/b2b/ b", "14: row 1 has 0 squares instead of 4"},
        {"wwww/w2w/b2b/bbbb/4 b", "18: more rows than 4"},
        {"www/w2w/b2b/bbbb b", "4: row 4 has 3 squares instead of 4"},
        {"wwwww/w2w/b2b/bbbb b", "5: row 4 has more squares than 4"},
        {"wwww/w3w/b2b/bbbb b", "8: row 3 has more squares than 4"},
        {"wwww/w4/b2b/bbbb b", "7: row 3 has more squares than 4"},
        {"wwww/9/b2b/bbbb b", "6: row 3 has more squares than 4"},
        {"wwww/w0ww/b2b/bbbb b", "7: `0` is no number of empty squares"},
        {"wwww/w11w/b2b/bbbb b", "8: two digits side by side; write empty squares as one number"},
        {"wwww/w2w/b2x/bbbb b", "12: unknown letter `x`, the men are `b`, `w`"},
        {"wwww/w2w/b2n/bbbb b", "12: unknown letter `n`, the men are `b`, `w`"},
        {"wwww/w2w/b2\x1b/bbbb b", "12: unknown letter `\\x1b`, the men are `b`, `w`"},
        {"wwww/w2w/b2\n/bbbb b", "12: unknown letter `\\x0a`, the men are `b`, `w`"},
        {"wwww/w2w/b2\xc3\xa9/bbbb b", "12: unknown letter `\\xc3`, the men are `b`, `w`"},
        {std::string("wwww/w2w/b2\0/bbbb b", 19), "12: unknown letter `\\x00`, the men are `b`, `w`"},
        {"wwww/w2w/b2./bbbb b", "12: `.` marks a missing point, but there is a point d2"},
        {"wwww/w2w/b2b/bbbb", "18: expected a space and the side to move, `b` or `w`, found the end of the text"},
        {"wwww/w2w/b2b/bbbb ", "19: expected the side to move, `b` or `w`, found the end of the text"},
        {"wwww/w2w/b2b/bbbb  b", "19: expected the side to move, `b` or `w`, found ` `"},
        {"wwww/w2w/b2b/bbbb x", "19: expected the side to move, `b` or `w`, found `x`"},
        {"wwww/w2w/b2b/bbbb bw", "20: expected the end of the text, found `w`"},
        {"wwww/w2w/b2b/bbbb b m", "20: expected the end of the text, found ` `"},
        {"wwww/w2w/b2b/bbbb b\n", "20: expected the end of the text, found `\\x0a`"},
        {" wwww/w2w/b2b/bbbb b", "1: row 4 has 0 squares instead of 4"},
    };
    for (const Case& bad : cases) {
        INFO(bad.text);
        CHECK(error_of(pangki_board(), bad.text) == of_pangki + bad.message);
    }
    const Case diamond_cases[] = {
        {"4/4/4/4 b m", "1: there is no point a4, expected `.`"},
        {".3/4/4/4 b m", "8: there is no point d1, expected `.`"},
        {"b3/4/4/3. b m", "1: there is no point a4, expected `.`"},
        {".2./4/4/3. b m", "3: `.` marks a missing point, but there is a point d4"},
        {".3/4/4/3. b",
         "12: expected a space and the phase, `p` for placement or `m` for movement, found the end of "
         "the text"},
        {".3/4/4/3. b ", "13: expected the phase, `p` for placement or `m` for movement, found the end of the text"},
        {".3/4/4/3. bm", "12: expected a space and the phase, `p` for placement or `m` for movement, found `m`"},
        {".3/4/4/3. b w", "13: expected the phase, `p` for placement or `m` for movement, found `w`"},
        {".3/4/4/3. b m ", "14: expected the end of the text, found ` `"},
        {".3/4/4/2r. b m", "9: unknown letter `r`, the men are `b`, `w`, `n`"},
    };
    for (const Case& bad : diamond_cases) {
        INFO(bad.text);
        CHECK(error_of(diamond_board(1), bad.text) == of_pangki + bad.message);
    }
}

TEST_CASE("a long text is refused at once", "[position]") {
    const std::string rows(10'000'000, '/');
    CHECK(error_of(pangki_board(), rows) == "position, character 1: row 4 has 0 squares instead of 4");
    CHECK(error_of(pangki_board(), "wwww/w2w/b2b/bbbb b" + rows) ==
          "position, character 20: expected the end of the text, found `/`");
}
