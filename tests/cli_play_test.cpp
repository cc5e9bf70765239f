// play and annotate: dialogues through a pipe, records of games, and what is known of Pangki's first moves.
#include <algorithm>

#include "batches.hpp"

namespace retrograde::test {
namespace {

const std::string kAfterB1B2 = "wwww/w2w/bb1b/b1bb w";

Surroundings with_input(std::string text) {
    Surroundings surroundings;
    surroundings.input = std::move(text);
    return surroundings;
}

class PlayedPangki {
public:
    [[nodiscard]] Words database() const { return {"--db", pangki_.root().native()}; }
    [[nodiscard]] fs::path file(const std::string& name) const { return pangki_.root() / name; }

    /// What is said when these lines are typed.
    [[nodiscard]] std::string dialogue(const Words& more, const Words& lines) const {
        return output_of(joined(joined({"play", "pangki"}, more), database()), with_input(text_of_lines(lines)));
    }
    [[nodiscard]] Json query(const std::string& position) const {
        return json_output_of(joined({"query", "pangki", position}, database()));
    }
    /// Runs annotate on a record with this text.
    [[nodiscard]] Outcome annotate(const std::string& record, const Words& more = {}) const {
        return retrograde_run(joined(joined({"annotate", "pangki", "-"}, database()), more), with_input(record));
    }
    [[nodiscard]] Json annotated(const std::string& record) const {
        const Outcome outcome = annotate(record, {"--json"});
        CHECK(outcome.err.empty());
        return Json::parse(outcome.out);
    }

private:
    SolvedPangki pangki_;
};

std::string record_of(const std::string& moves, const std::string& start = kPangkiStart) {
    return "game pangki\nrules capture=touched\nstart " + start + "\n\n" + moves + "\n";
}

/// A game from a position between the computer and a person who plays the best move there is; both sides' plies.
std::size_t plies_of_game(const PlayedPangki& pangki, const std::string& start, const std::string& person) {
    constexpr std::size_t kMostPlies = 200;
    Words typed;
    while (typed.size() < kMostPlies) {
        const std::string said = pangki.dialogue({start, "--side", person}, joined(typed, {"record"}));
        const Json game = pangki.annotated(said.substr(said.find("game pangki")));
        const auto& moves = game["moves"];
        const std::string last = moves.empty() ? start : moves.back()["position"].get<std::string>();
        const Json answer = pangki.query(last);
        if (!answer["over"].is_null()) return moves.size();
        CHECK(last.back() == person.front());
        typed.push_back(answer["moves"][0]["move"]);
    }
    return kMostPlies;
}

std::size_t losing_moves(const Json& answer) {
    const auto& moves = answer["moves"];
    return static_cast<std::size_t>(
        std::ranges::count_if(moves, [](const Json& move) { return move["value"] == "loss"; }));
}

}  // namespace

TEST_CASE("the computer wins as fast, and defends as long, as can be", "[cli][play]") {
    const PlayedPangki pangki;
    CHECK(plies_of_game(pangki, kAfterB1B2, "b") == 33);  // the computer wins
    CHECK(plies_of_game(pangki, kAfterB1B2, "w") == 33);  // it loses
}

TEST_CASE("in a drawn position the computer sets traps", "[cli][play]") {
    const PlayedPangki pangki;
    Words find = {"find", "pangki", "--value", "draw", "--layer", "5v5", "--min-losing-moves", "3"};
    find = joined(find, {"--random", "--seed", "5", "--limit", "12", "--quiet"});
    for (const std::string& position : lines_of(output_of(joined(find, pangki.database())))) {
        const std::string said = pangki.dialogue({position, "--side", "w"}, {"record"});
        const Json game = pangki.annotated(said.substr(said.find("game pangki")));
        REQUIRE(game["moves"].size() == 1);
        std::size_t most = 0;
        const Json answer = pangki.query(position);
        for (const Json& move : answer["moves"]) {
            if (move["value"] == "draw") most = std::max(most, losing_moves(pangki.query(move["position"])));
        }
        CHECK(game["moves"][0]["value"] == "draw");
        CHECK(losing_moves(pangki.query(game["moves"][0]["position"])) == most);
    }
}

TEST_CASE("a dialogue", "[cli][play]") {
    const PlayedPangki pangki;
    const std::string said = pangki.dialogue({"--side", "both"}, {"nonsense",
                                                                  "eval",
                                                                  "hint",
                                                                  "moves",
                                                                  "b1-b2",
                                                                  "eval",
                                                                  "a3",
                                                                  "a3-b3xb2x",
                                                                  "side",
                                                                  "hint now",
                                                                  std::string(5000, 'x'),
                                                                  "",
                                                                  "undo",
                                                                  "undo",
                                                                  "undo",
                                                                  "a2",
                                                                  "board",
                                                                  "help",
                                                                  "quit",
                                                                  "b1-b2"});
    for (const char* part :
         {"pangki, capture=touched; 'help' lists the commands\n\n4  w w w w\n", "'nonsense' is no legal move\n",
          "b: draw\n", "\na2-b2 b1-b2 c1-c2 d2-c2\n", "\n1. b1-b2\n", "\nw: win in 33 plies\n",
          "'a3-b3xb2x' is no legal move\n", "side SIDE: ", "'hint' takes nothing more\n", "the line is too long\n",
          "there is no move of yours to take back\n", "\n1. a2-b2\n", "  save FILE   write"}) {
        CHECK_THAT(said, Catch::Contains(part));
    }
    CHECK(said.find("b1-b2\n", said.find("  quit ")) == std::string::npos);
    CHECK_THAT(pangki.dialogue({"--side", "both"}, {"b1-b2", "d3-c3", "b2"}), Catch::Contains("'b2' may be b2-"));
    CHECK_THAT(pangki.dialogue({"www1/4/4/b3 b"}, {"a1-a2", "hint", "moves", "eval"}),
               Catch::Contains("the game is over: loss for b\n'a1-a2', but the game is over\n"));
}

TEST_CASE("undo and side against the computer", "[cli][play]") {
    const PlayedPangki pangki;
    const std::string once = pangki.dialogue({}, {"a2-b2", "record"});
    const std::string again = pangki.dialogue({}, {"b1-b2", "undo", "a2-b2", "record"});
    const auto record_in = [](const std::string& said) { return said.substr(said.rfind("game pangki")); };
    CHECK(record_in(again) == record_in(once));
    CHECK(pangki.annotated(record_in(once))["moves"].size() == 2);
    // White is the computer's no more, and Black is.
    const std::string changed = pangki.dialogue({"--side", "both"}, {"b1-b2", "side b", "record"});
    CHECK(pangki.annotated(record_in(changed))["moves"].size() == 2);
    CHECK_THAT(pangki.dialogue({"--side", "w"}, {"undo"}), Catch::Contains("there is no move of yours to take back"));
    CHECK_THAT(pangki.dialogue({}, {"side x"}), Catch::Contains("'x' is none of b, w, both\n"));
}

TEST_CASE("games are saved and loaded", "[cli][play]") {
    const PlayedPangki pangki;
    const std::string file = pangki.file("my game.txt").native();
    const std::string saved = pangki.dialogue({"--side", "both"}, {"b1-b2", "c4-c3", "save " + file});
    CHECK_THAT(saved, Catch::EndsWith("saved\n"));
    const Bytes bytes = read_file(file);
    const std::string record(bytes.begin(), bytes.end());
    CHECK(record == record_of("1. b1-b2 c4-c3"));
    CHECK_THAT(pangki.dialogue({"--side", "both"}, {"load " + file, "record"}), Catch::EndsWith(record));
    CHECK_THAT(output_of(joined({"annotate", "pangki", file}, pangki.database())), Catch::Contains("1. b1-b2? {"));

    const std::string nowhere = pangki.file("no/where").native();
    const std::string said = pangki.dialogue(
        {"--side", "both"}, {"b1-b2", "load " + nowhere, "save " + nowhere, "load /", "load -", "record"});
    CHECK_THAT(said, Catch::Contains("cannot read " + nowhere + ": ") && Catch::Contains("cannot make " + nowhere) &&
                         Catch::Contains("cannot read /: ") && Catch::EndsWith(record_of("1. b1-b2")));
    CHECK_THAT(pangki.dialogue({"--side", "both"}, {"save /dev/full"}),
               Catch::Contains("cannot write /dev/full: No space"));
}

TEST_CASE("play without a database", "[cli][play]") {
    const TempFolder root;
    const Words play = {"play", "pangki", "--db", root.path().native()};
    CHECK_THAT(error_of(kBadDatabase, play), Catch::Contains("manifest.json"));
    const std::string said =
        output_of(joined(play, {"--side", "both"}), with_input("a2-b2\nhint\nside b\nd3-c3\nrecord\n"));
    CHECK_THAT(said, Catch::Contains("manifest.json") && Catch::EndsWith(record_of("1. a2-b2 d3-c3")));

    output_of(solve_pangki(root.path(), {"--pieces", "3"}));
    CHECK_THAT(output_of(joined(play, {"--side", "w"}), with_input("a2-b2\n")),
               Catch::Contains("people play both sides now\n") && Catch::Contains("6v6.layer") &&
                   Catch::Contains("\n1. a2-b2\n"));
}

TEST_CASE("play and standard streams that cannot be used", "[cli][play]") {
    const PlayedPangki pangki;
    const Words play = joined({"play", "pangki"}, pangki.database());
    Surroundings surroundings;
    surroundings.standard_input = Stream::closed;
    const Outcome outcome = retrograde_run(play, surroundings);
    CHECK(outcome.status == kBadUsage);
    CHECK_THAT(outcome.err, Catch::StartsWith("retrograde: cannot read standard input: "));
    Surroundings full = with_input("a2-b2\n");
    full.standard_output = Stream::full;
    error_of(kNoResources, play, full);
    CHECK_THAT(error_of(kBadUsage, joined(play, {"--side", "x"})), Catch::Contains("'x' is none of b, w, both"));
}

TEST_CASE("annotate marks what changed the value", "[cli][play]") {
    const PlayedPangki pangki;
    // b1-b2 loses, a2-b2 and d2-c2 draw; against it a3-b3xb2 wins in 33, and c4-c3 loses.
    const Outcome outcome = pangki.annotate(record_of("1. b1-b2 c4-c3"));
    CHECK(outcome.status == kDone);
    CHECK_THAT(outcome.out, Catch::StartsWith("game pangki\nrules capture=touched\nstart " + kPangkiStart +
                                              "\n\n1. b1-b2? {better ") &&
                                Catch::EndsWith(": draw} c4-c3?? {better a3-b3xb2: win in 33 plies}\n"
                                                "# b: 1 ?, 0 ??; w: 0 ?, 1 ??\n"));
    CHECK(pangki.annotate(outcome.out).out == outcome.out);

    const Json game = pangki.annotated(record_of("1. b1-b2 c4-c3"));
    CHECK(keys_of(game) == Words{"game", "rules", "position", "to_move", "moves"});
    const Json& blunder = game["moves"][1];
    CHECK(keys_of(blunder) == Words{"to_move", "move", "value", "dtw", "position", "mark", "better"});
    CHECK(blunder["value"] == "loss");
    CHECK(blunder["dtw"] == 40);
    CHECK(blunder["mark"] == "??");
    CHECK(blunder["better"].dump() == R"({"move":"a3-b3xb2","value":"win","dtw":33})");
    const Json& mistake = game["moves"][0];
    CHECK(mistake["mark"] == "?");
    CHECK((mistake["better"]["move"] == "a2-b2" || mistake["better"]["move"] == "d2-c2"));
}

TEST_CASE("annotate has nothing to say against best play", "[cli][play]") {
    const PlayedPangki pangki;
    const std::string line =
        output_of(joined({"line", "pangki", kAfterB1B2, "--all-best", "--diagrams", "7"}, pangki.database()));
    const Json game = pangki.annotated(line);
    CHECK(game["moves"].size() == 33);
    for (const Json& move : game["moves"])
        CHECK(move["mark"].is_null());
}

TEST_CASE("annotate with a database of endings", "[cli][play]") {
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--pieces", "3"}));
    const Words annotate = {"annotate", "pangki", "-", "--json", "--db", root.path().native()};
    const Json game = Json::parse(output_of(annotate, with_input(record_of("1. b1-b2 c4-c3"))));
    for (const Json& move : game["moves"]) {
        CHECK(move["value"].is_null());
        CHECK(move["mark"].is_null());
    }
}

TEST_CASE("records as people write them", "[cli][play]") {
    const PlayedPangki pangki;
    const Words records = {
        record_of("1. b1-b2 c4-c3"),
        record_of("b1-b2 c4-c3"),
        record_of("1.b1-b2!? {a remark\nover two lines}\n\n# another\n1... c4-c3??"),
        "# a game\nstart " + kPangkiStart + "\r\n game pangki \r\n1. b1-b2\r\n1...\r\nc4-c3",
    };
    const Json expected = pangki.annotated(records.front());
    for (const std::string& record : records)
        CHECK(pangki.annotated(record) == expected);
    const Json second = pangki.annotated(record_of("1... a3-b3xb2 2. d2-c2", kAfterB1B2));
    CHECK(second["moves"].size() == 2);

    const std::vector<std::pair<std::string, std::string>> bad = {
        {"", "there is no line 'game ...'"},
        {"game pangki\n1. b1-b2\n", "there is no line 'start ...'"},
        {"game diamond\nstart x\n", "line 2: a game of diamond, not pangki"},
        {"game pangki\ngame pangki\n", "line 2: a second line 'game'"},
        {"game\n", "line 1: 'game' without a value"},
        {"game pangki\nrules capture=x\nstart " + kPangkiStart, "'capture' cannot be 'x'"},
        {"game pangki\nstart wwww b\n", "line 2: position, character 5"},
        {record_of("1. b1-b3"), "line 5: 'b1-b3' is no legal move"},
        {record_of("1. b1-b2\n3. a3-b3xb2"), "line 6: '3.' where '1...' is due"},
        {record_of("1... b1-b2"), "line 5: '1...' where '1.' is due"},
        {record_of("1. b1-b2 {a remark"), "does not end"},
        {record_of("\x1b[2J"), "line 5: '\\x1b[2J' is no legal move"},
        {record_of("1. b1-b2", "www1/4/4/b3 b"), "line 5: 'b1-b2', but the game is over"},
        {std::string(100'000, '{'), ""},
        {std::string(17U << 20U, ' '), "cannot read"},
    };
    for (const auto& [record, message] : bad) {
        const Outcome outcome = pangki.annotate(record);
        CHECK(fault_of_error(outcome, kBadUsage) == "");
        CHECK_THAT(outcome.err, Catch::Contains(message));
    }
    CHECK_THAT(error_of(kBadUsage, {"annotate", "pangki", "/no/such/file"}),
               Catch::Contains("cannot read /no/such/file"));
    CHECK_THAT(error_of(kBadUsage, {"annotate", "pangki"}), Catch::Contains("FILE is missing"));
}

}  // namespace retrograde::test
