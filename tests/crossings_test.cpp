// The solver's view of Crossings against the plain rules, over whole boards, and small boards solved.
#include "games/crossings.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "engine/index_set.hpp"
#include "games/crossings_model.hpp"
#include "rules_by_text.hpp"
#include "solution.hpp"
#include "whole_tables.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

#if defined(RETROGRADE_SANITIZE)
constexpr unsigned kMostStones = 5;  // both sides together, on 4x4: what the slower build has time for
#else
constexpr unsigned kMostStones = 8;
#endif

CrossingsSetup board(int width, int height, ShiftRule shift = ShiftRule::up_to, int ranks = 1) {
    return {.width = width, .height = height, .ranks = ranks, .shift = shift};
}

}  // namespace

TEST_CASE("moves, un-moves, index and symmetry agree over whole boards of Crossings", "[crossings]") {
    const auto shift = GENERATE(ShiftRule::up_to, ShiftRule::exact);
    CHECK(check_all(CrossingsModel(board(3, 3, shift)), 6) == "");
    CHECK(check_all(CrossingsModel(board(3, 4, shift)), 6) == "");
    CHECK(check_all(CrossingsModel(board(4, 3, shift)), 8) == "");
    CHECK(check_all(CrossingsModel(board(4, 4, shift)), kMostStones) == "");
}

TEST_CASE("moves, un-moves, index and symmetry agree for few stones on large boards", "[crossings]") {
    const auto shift = GENERATE(ShiftRule::up_to, ShiftRule::exact);
    CHECK(check_all(CrossingsModel(board(3, 7, shift, 2)), 4) == "");
    CHECK(check_all(CrossingsModel(board(8, 5, shift)), 3) == "");
    CHECK(check_all(CrossingsModel(board(8, 8, shift, 2)), 3) == "");
}

TEST_CASE("tables of Crossings have the size of their closed form, and names of their own", "[crossings]") {
    const auto setup = GENERATE(board(3, 4), board(4, 3), board(4, 5), board(3, 6, ShiftRule::up_to, 2));
    const Crossings game(setup);
    const IndexSet indices(game);
    const int between = setup.width * (setup.height - 2);
    std::set<std::string> names;
    for (std::size_t number = 0; number < game.tables().size(); ++number) {
        const auto& table = game.tables()[number];
        const auto [own_crossed, opponent_crossed, waiting, moving] = table.shape;
        CHECK(own_crossed.men + moving.men == static_cast<int>(table.own));
        CHECK(opponent_crossed.men + waiting.men == static_cast<int>(table.opponent));
        // Some of the waiting stones stand on the top row, the others between the rows, where the moving stones can be.
        std::uint64_t unlocked = 0;
        for (int on_top = 0; on_top <= waiting.men; ++on_top) {
            const int others = waiting.men - on_top;
            if (on_top > setup.width || others > between) continue;
            unlocked += binomial(setup.width - own_crossed.men, on_top) * binomial(between, others) *
                        binomial(between - others + setup.width - opponent_crossed.men, moving.men);
        }
        const std::uint64_t raw = raw_positions(indices[number]);
        CHECK(raw == binomial(setup.width, own_crossed.men) * binomial(setup.width, opponent_crossed.men) * unlocked);
        CHECK(raw > 0);
        CHECK(names.insert(table.name).second);
    }
}

TEST_CASE("tables of Crossings hold every position with a meaning, but for the empty board", "[crossings]") {
    const CrossingsModel model(GENERATE(board(3, 3), board(4, 3), board(3, 4)));
    const IndexSet indices(model.fast());
    std::uint64_t stored = 0;
    for (std::size_t table = 0; table < model.fast().tables().size(); ++table)
        stored += raw_positions(indices[table]);

    std::uint64_t with_a_meaning = 0;
    const auto squares = static_cast<std::size_t>(model.rules().board().squares());
    Position position;
    for (;;) {
        with_a_meaning += error_of_check(model.rules(), position) == "no error" ? 1 : 0;
        std::size_t square = 0;  // the next position, counting in threes
        while (square < squares && position.squares[square] == Piece::second) {
            position.squares[square++] = Piece::none;
        }
        if (square == squares) break;
        Piece& piece = position.squares[square];
        piece = piece == Piece::none ? Piece::first : Piece::second;
    }
    CHECK(stored == with_a_meaning - 1);
}

TEST_CASE("Crossings has the counts of the independent solver", "[crossings][solve]") {
    const Crossings narrow(board(3, 4));
    check_golden_counts(narrow, Solution(narrow, 3, 2), 3, "crossings-3x4.tsv");
    const Crossings square(board(4, 4));
    check_golden_counts(square, Solution(square, 4, 2), 4, "crossings-4x4.tsv");
}

TEST_CASE("the start of Crossings on small boards is a draw, and two first moves lose", "[crossings][solve]") {
    const auto first_moves = [](const CrossingsSetup& setup) {
        const CrossingsModel model(setup);
        const Solution solution(model.fast(), 4, 2);
        const Position start = model.rules().start();
        std::map<std::string, Code> codes{{"", solution.code(model.seat(start).value())}};
        for (const Move& move : sorted_moves(model.rules(), start)) {
            codes[move.text] = solution.code(model.seat(move.after).value());
        }
        return codes;
    };
    for (const auto& [move, code] : first_moves(board(3, 4))) {
        INFO(move);
        CHECK((move.empty() ? code == kDrawCode : value_of(code) != Value::loss));
    }
    for (const auto& [move, code] : first_moves(board(4, 4))) {
        INFO(move);
        const bool loses = move == "a1-a2" || move == "d1-d2";
        CHECK((loses          ? code == code_of_distance(11)
               : move.empty() ? code == kDrawCode
                              : value_of(code) != Value::loss));
    }
}
