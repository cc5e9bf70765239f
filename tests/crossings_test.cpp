// The solver's view of Crossings against the plain rules, over whole boards, and small boards solved.
#include "games/crossings.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/index_set.hpp"
#include "games/crossings_game.hpp"
#include "games/crossings_model.hpp"
#include "rules_by_text.hpp"
#include "solution.hpp"
#include "whole_tables.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

#if defined(RETROGRADE_SANITIZE)
constexpr unsigned kMostStones = 5;  // both sides together, on 4x4: what the slower build has time for
constexpr unsigned kFewStones = 2;   // on large boards
#else
constexpr unsigned kMostStones = 8;
constexpr unsigned kFewStones = 3;
#endif

CrossingsSetup board(int width, int height, ShiftRule shift = ShiftRule::up_to, int ranks = 1) {
    return {.width = width, .height = height, .ranks = ranks, .shift = shift};
}

/// Where conversions lead, as table and men.
using Children = std::vector<std::pair<std::size_t, Men<Crossings::kGroups>>>;

struct ChildrenSink {
    Children children = {};

    [[nodiscard]] std::size_t child(std::size_t table, const Men<Crossings::kGroups>& men, int /*family*/) {
        children.emplace_back(table, men);
        return children.size();
    }
    void move(Bits /*parent*/, std::size_t /*child*/) const {}
};

/// A position with a meaning and many stones, so that there are long runs.
Position random_position(const CrossingsRules& rules, std::mt19937_64& random) {
    const int most = count_men(rules.start(), Side::first);
    Position position;
    do {
        position = Position{};
        for (std::size_t square = 0; square < static_cast<std::size_t>(rules.board().squares()); ++square) {
            const auto drawn = random() % 16;
            if (drawn < 6) position.squares[square] = Piece::first;
            if (drawn >= 13) position.squares[square] = Piece::second;
        }
        position.to_move = random() % 2 == 0 ? Side::first : Side::second;
    } while (std::max(count_men(position, Side::first), count_men(position, Side::second)) > most ||
             error_of_check(rules, position) != "no error");
    return position;
}

/// Compares the moves of one position, by the men they lead to.
void check_moves(const CrossingsModel& model, const Position& position) {
    const auto seat = model.seat(position).value();
    const auto& table = model.fast().tables()[seat.table];
    const auto moves = model.fast().moves_in(seat.table, seat.men);
    const Bits own = seat.men[Crossings::kMoving];
    std::vector<Bits> plain_quiet;
    Children plain_conversions;
    unsigned number = 0;
    model.rules().for_each_move(position, [&](const CrossingsMove&, const Position& after) {
        ++number;
        const auto child = model.seat(after).value();
        if (child.table == table.partner) {
            plain_quiet.push_back(model.fast().exchange(child.men)[Crossings::kMoving]);
        } else {
            plain_conversions.emplace_back(child.table, child.men);
        }
    });
    std::vector<Bits> quiet;  // un-moves are moves
    moves.unmoves(own, [&](Bits parent) { quiet.push_back(parent); });
    ChildrenSink sink;
    moves.conversions(own, sink);
    for (auto* list : {&quiet, &plain_quiet})
        std::ranges::sort(*list);
    for (auto* list : {&sink.children, &plain_conversions})
        std::ranges::sort(*list);
    INFO(position_text(model.rules().board(), position));
    CHECK(moves.number(own) == number);
    CHECK(number <= table.max_moves);
    CHECK(quiet == plain_quiet);
    CHECK(sink.children == plain_conversions);
}

std::string error_of_rules(const std::string& rules) {
    try {
        static_cast<void>(make_game("crossings", rules));
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("options of Crossings", "[crossings]") {
    CHECK(make_game("crossings", "")->start() == CrossingsRules(CrossingsSetup{}).start());
    CHECK(error_of_rules("board=3x8,ranks=4,shift=exact") == "no error");
    for (const std::string board : {"2x9", "3x2", "9x3", "33", "3x3x3", "03x3", "3X3", "3x3 ", "axb", "x", ""}) {
        CHECK(error_of_rules("ranks=1,board=" + board) ==
              "rule option 'board' cannot be '" + board + "'; allowed: 3x3 to 8x8");
    }
    CHECK(error_of_rules("board=4x4,ranks=5") ==
          "rule option 'ranks' cannot be '5'; allowed: 1 to 2 on a board of 4 rows");
    CHECK(error_of_rules("ranks=0") == "rule option 'ranks' cannot be '0'; allowed: 1 to 4 on a board of 8 rows");
    CHECK(error_of_rules("board=3x3") == "rule option 'ranks' cannot be '2'; allowed: 1 on a board of 3 rows");
    CHECK(error_of_rules("ranks=-1").starts_with("rule option 'ranks' cannot be '-1'"));
    CHECK(error_of_rules("shift=any") == "rule option 'shift' cannot be 'any'; allowed: up-to, exact");
}

TEST_CASE("moves and un-moves agree in random positions with many stones", "[crossings]") {
    std::mt19937_64 random(8);
    for (const ShiftRule shift : {ShiftRule::up_to, ShiftRule::exact}) {
        for (const CrossingsSetup& setup :
             {board(8, 8, shift, 4), board(3, 8, shift, 4), board(8, 3, shift, 1), board(5, 7, shift, 3)}) {
            const CrossingsModel model(setup);
            for (int i = 0; i < 2'000; ++i)
                check_moves(model, random_position(model.rules(), random));
        }
    }
}

TEST_CASE("moves, un-moves, index and symmetry agree over whole boards of Crossings", "[crossings]") {
    const auto shift = GENERATE(ShiftRule::up_to, ShiftRule::exact);
    CHECK(check_all(CrossingsModel(board(3, 3, shift)), 6) == "");
    CHECK(check_all(CrossingsModel(board(3, 4, shift)), 6) == "");
    CHECK(check_all(CrossingsModel(board(4, 3, shift)), 8) == "");
    CHECK(check_all(CrossingsModel(board(4, 4, shift)), kMostStones) == "");
}

TEST_CASE("moves, un-moves, index and symmetry agree for few stones on large boards", "[crossings]") {
    const auto shift = GENERATE(ShiftRule::up_to, ShiftRule::exact);
    CHECK(check_all(CrossingsModel(board(3, 7, shift, 2)), kFewStones + 1) == "");
    CHECK(check_all(CrossingsModel(board(8, 5, shift)), kFewStones) == "");
    CHECK(check_all(CrossingsModel(board(8, 8, shift, 2)), kFewStones) == "");
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
    const CrossingsModel model(GENERATE(board(3, 3), board(4, 3)));
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
