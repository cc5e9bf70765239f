// line: every ply is legal and best, distances fall by one, and the record has the numbers that people expect.
#include "batches.hpp"

namespace retrograde::test {
namespace {

/// After b1-b2 from the start of Pangki.
const std::string kAfterB1B2 = "wwww/w2w/bb1b/b1bb w";

Json legal_moves(const std::string& game, const std::string& position, const Words& rules) {
    return json_output_of(joined({"moves", game, position}, rules))["moves"];
}

/// Checks a line against `moves` and `query`, neither of which knows of lines.
void check_line(const Json& line, const Words& rules, const Words& database) {
    const std::string game = line["game"];
    const Words options = joined(joined({game}, rules), database);
    Words positions{line["position"]};
    for (const Json& move : line["moves"])
        positions.push_back(move["position"]);
    const std::vector<Json> answers = answers_to(positions, options);
    CHECK(line["value"] == answers.front()["value"]);
    CHECK(line["dtw"] == answers.front()["dtw"]);
    for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
        const Json& move = line["moves"][i];
        const Json wanted{{"move", move["move"]}, {"position", move["position"]}};
        const Json legal = legal_moves(game, positions[i], rules);
        CHECK(std::ranges::find(legal, wanted) != legal.end());
        CHECK(move["value"] == answers[i]["value"]);
        CHECK(move["dtw"] == answers[i]["dtw"]);
    }
    CHECK(line["over"] == answers.back()["over"]);
}

}  // namespace

TEST_CASE("the line after b1-b2 is as long as it is known to be", "[cli][line]") {
    const TempFolder root;
    const Words rules = {"--rules", "capture=destination"};
    const Words database = {"--db", root.path().native()};
    output_of(joined(solve_pangki(root.path()), rules));
    const Json line = json_output_of(joined(joined({"line", "pangki", kAfterB1B2}, rules), database));
    CHECK(keys_of(line) == Words{"game", "rules", "position", "to_move", "value", "dtw", "moves", "end", "over"});
    CHECK(line["value"] == "win");
    CHECK(line["moves"].size() == 29);  // b1-b2 loses in 30
    CHECK(line["end"] == "over");
    CHECK(line["over"] == "loss");
    check_line(line, rules, database);
}

TEST_CASE("lines of Pangki", "[cli][line]") {
    const SolvedPangki pangki;
    const Words database = {"--db", pangki.root().native()};
    const auto line_from = [&](const std::string& position, const Words& more = {}) {
        return json_output_of(joined(joined({"line", "pangki", position}, database), more));
    };
    const Words longest = lines_of(output_of(joined({"find", "pangki", "--longest", "--quiet"}, database)));
    REQUIRE(!longest.empty());
    const Json lost = line_from(longest.front());
    CHECK(lost["moves"].size() == 76);  // the longest loss there is
    check_line(lost, {}, database);

    const Json drawn = line_from(kPangkiStart);
    CHECK(drawn["value"] == "draw");
    CHECK(drawn["end"] == "repeated");
    check_line(drawn, {}, database);
    Words positions{drawn["position"]};
    for (const Json& move : drawn["moves"])
        positions.push_back(move["position"]);
    CHECK(std::ranges::count(positions, positions.back()) == 2);

    const Json cut = line_from(kPangkiStart, {"--length", "3"});
    CHECK(cut["moves"].size() == 3);
    CHECK(cut["end"] == "cut");
    const Json over = line_from("www1/4/4/b3 b");
    CHECK(over["moves"].empty());
    CHECK(over["over"] == "loss");
    CHECK(output_of(joined({"line", "pangki"}, database)) ==
          output_of(joined({"line", "pangki", kPangkiStart}, database)));
}

TEST_CASE("all best moves of a line", "[cli][line]") {
    const SolvedPangki pangki;
    const Words database = {"--db", pangki.root().native()};
    const Json line = json_output_of(joined({"line", "pangki", kAfterB1B2, "--all-best"}, database));
    std::string position = kAfterB1B2;
    std::size_t choices = 0;
    for (const Json& move : line["moves"]) {
        Words expected;
        const Json answer = json_output_of(joined({"query", "pangki", position}, database));
        for (const Json& other : answer["moves"]) {
            const bool is_equal = other["value"] == move["value"] && other["dtw"] == move["dtw"];
            if (is_equal && other["move"] != move["move"]) expected.push_back(other["move"]);
        }
        CHECK(move["or"] == Json(expected));
        choices += expected.size();
        position = move["position"];
    }
    CHECK(choices > 0);
    const std::string text = output_of(joined({"line", "pangki", kAfterB1B2, "--all-best"}, database));
    CHECK_THAT(text, Catch::Contains(" {or "));
}

TEST_CASE("a line as people read it", "[cli][line]") {
    const SolvedPangki pangki;
    const Words database = {"--db", pangki.root().native()};
    const Json line = json_output_of(joined({"line", "pangki", kAfterB1B2}, database));
    const auto move = [&](std::size_t ply) { return line["moves"][ply]["move"].get<std::string>(); };
    const std::string text = output_of(joined({"line", "pangki", kAfterB1B2, "--diagrams", "10"}, database));
    CHECK_THAT(text, Catch::StartsWith("# best play: win in 33 plies\ngame pangki\nrules capture=touched\nstart " +
                                       kAfterB1B2 + "\n\n1... " + move(0) + "\n2. " + move(1) + " " + move(2) + "\n"));
    CHECK_THAT(text, Catch::EndsWith("\n# the game is over: loss for b\n"));
    for (const std::size_t ply : {10U, 20U, 30U}) {
        const std::string position = line["moves"][ply - 1]["position"];
        std::string diagram;
        const Words answer = lines_of(output_of(joined({"query", "pangki", position}, database)));
        for (std::size_t row = 0; row < 5; ++row)
            diagram += "# " + answer[row] + '\n';
        CHECK_THAT(text, Catch::Contains(diagram));
    }
    CHECK(split(text, "#    a b c d\n").size() == 4);
    CHECK_THAT(output_of(joined({"line", "pangki", "--length", "2"}, database)), Catch::Contains("\n\n1. "));
}

TEST_CASE("lines of other games, and without distances", "[cli][line]") {
    const TempFolder root;
    const Words database = {"--db", root.path().native()};
    const std::vector<Words> games = {{"crossings", "--rules", "board=3x4,ranks=1"},
                                      {"diamond", "--rules", "size=1", "--layers", "4v3"}};
    for (const Words& game : games)
        output_of(joined(joined({"solve"}, game), joined(database, {"--quiet"})));
    const Words rules = {"--rules", "board=3x4,ranks=1"};
    check_line(json_output_of(joined(joined({"line", "crossings"}, rules), database)), rules, database);
    const Words size = {"--rules", "size=1"};
    const Words found = lines_of(output_of(
        joined(joined({"find", "diamond", "--longest", "--value", "win", "--quiet", "--limit", "1"}, size), database)));
    REQUIRE(found.size() == 1);
    const Json line = json_output_of(joined(joined({"line", "diamond", found.front()}, size), database));
    CHECK(line["moves"].size() == line["dtw"]);
    check_line(line, size, database);

    output_of(solve_pangki(root.path(), {"--values", "wdl"}));
    const Json blind = json_output_of(joined({"line", "pangki", kAfterB1B2, "--length", "20"}, database));
    CHECK(blind["dtw"].is_null());
    check_line(blind, {}, database);
}

}  // namespace retrograde::test
