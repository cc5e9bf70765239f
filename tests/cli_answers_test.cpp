// The answers of the program: values against the golden tables, JSON with its keys in order, text for people.
#include <algorithm>
#include <tuple>

#include "cli_helpers.hpp"
#include "golden_files.hpp"

namespace retrograde::test {
namespace {

/// What is known of Pangki under one reading of its capture rule.
struct KnownResult {
    std::string capture;
    unsigned b1_b2_loses_in;
    unsigned longest_win;
    unsigned longest_loss;
};

const std::vector<KnownResult> kKnownResults = {
    {"touched", 34, 75, 76}, {"destination", 30, 63, 64}, {"any", 26, 63, 62}};

/// The layers of a golden table: OWN, OPP, WIN, DRAW, LOSS.
std::vector<std::vector<std::uint64_t>> golden_layers(const std::string& capture) {
    std::vector<std::vector<std::uint64_t>> layers;
    for (const Fields& line : read_golden("pangki-" + capture + ".tsv")) {
        if (line.front() == "own") continue;
        layers.emplace_back();
        for (std::size_t i = 0; i < 5; ++i)
            layers.back().push_back(number(line.at(i)));
    }
    return layers;
}

std::vector<std::vector<std::uint64_t>> layers_in(const Json& stats) {
    std::vector<std::vector<std::uint64_t>> layers;
    for (const Json& layer : stats["layers"]) {
        layers.emplace_back();
        for (const char* key : {"own", "opp", "win", "draw", "loss"})
            layers.back().push_back(layer[key]);
    }
    return layers;
}

std::uint64_t sum_of(const Json& stats, const std::string& key) {
    std::uint64_t sum = 0;
    for (const Json& layer : stats["layers"])
        sum += layer[key].get<std::uint64_t>();
    return sum;
}

void check_stats(const Json& stats, const KnownResult& known) {
    const Words counts = {"win", "draw", "loss", "longest_win", "longest_loss"};
    CHECK(keys_of(stats) == joined(joined({"game", "rules", "start", "positions"}, counts), {"layers"}));
    CHECK(stats["game"] == "pangki");
    CHECK(stats["rules"] == Json{{"capture", known.capture}});
    CHECK(stats["start"].dump() == R"({"value":"draw","dtw":null})");
    CHECK(stats["longest_win"] == known.longest_win);
    CHECK(stats["longest_loss"] == known.longest_loss);
    CHECK(layers_in(stats) == golden_layers(known.capture));
    std::uint64_t positions = 0;
    for (const char* key : {"win", "draw", "loss"}) {
        CHECK(stats[key] == sum_of(stats, key));
        positions += stats[key].get<std::uint64_t>();
    }
    CHECK(stats["positions"] == positions);
    for (const Json& layer : stats["layers"])
        CHECK(keys_of(layer) == joined({"own", "opp"}, counts));
}

/// Value and distance of a move or a position, as one word.
std::string evaluation_of(const Json& object) {
    return object["value"].get<std::string>() + ' ' + object["dtw"].dump();
}

std::map<std::string, std::string> evaluations_of_moves(const Json& query) {
    std::map<std::string, std::string> evaluations;
    for (const Json& move : query["moves"])
        evaluations[move["move"]] = evaluation_of(move);
    return evaluations;
}

/// Smaller for better moves: wins by distance, draws, losses by distance, the longest first; then by text.
std::tuple<int, int, std::string> rank_of(const Json& move) {
    const int plies = move["dtw"].is_null() ? 0 : move["dtw"].get<int>();
    if (move["value"] == "win") return {0, plies, move["move"]};
    if (move["value"] == "draw") return {1, 0, move["move"]};
    return {2, -plies, move["move"]};
}

/// The same evaluation one ply earlier, for the other side.
std::string one_ply_before(const Json& after) {
    Json before = after;
    before["value"] = after["value"] == "win" ? "loss" : after["value"] == "loss" ? "win" : "draw";
    if (!after["dtw"].is_null()) before["dtw"] = after["dtw"].get<int>() + 1;
    return evaluation_of(before);
}

Json query(const fs::path& root, const std::string& position) {
    return json_output_of({"query", "pangki", position, "--db", root.native()});
}

void check_query_keys(const Json& answer) {
    CHECK(keys_of(answer) == Words{"game", "rules", "position", "to_move", "value", "dtw", "over", "moves"});
    for (const Json& move : answer["moves"])
        CHECK(keys_of(move) == Words{"move", "value", "dtw", "position"});
}

/// `MOVE > POSITION ; ...`, or the result where the game is over: as in the golden tables.
std::string moves_text(const Json& result) {
    if (!result["over"].is_null()) return result["over"];
    std::string text;
    for (const Json& move : result["moves"]) {
        if (!text.empty()) text += " ; ";
        text += move["move"].get<std::string>() + " > " + move["position"].get<std::string>();
    }
    return text;
}

/// Every `step`-th line of a golden table of moves, from the first on.
std::vector<Fields> some_golden_moves(const std::string& game, std::size_t step) {
    const std::vector<Fields> all = read_golden("moves-" + game + ".tsv");
    std::vector<Fields> some;
    for (std::size_t i = 0; i < all.size(); i += step)
        some.push_back(all[i]);
    return some;
}

/// Names of all games that there are.
Words games() {
    Words names;
    for (const Json& game : json_output_of({"games"}))
        names.push_back(game["game"]);
    return names;
}

/// `--rules OPTIONS`, or nothing for `-`.
Words rule_arguments(const std::string& options) { return options == "-" ? Words{} : Words{"--rules", options}; }

}  // namespace

TEST_CASE("the program solves Pangki as it is known", "[cli][answers]") {
    const TempFolder root;
    for (const KnownResult& known : kKnownResults) {
        const Words options = {"--rules", "capture=" + known.capture, "--db", root.path().native()};
        output_of(joined({"solve", "pangki", "--quiet"}, options));
        check_stats(json_output_of(joined({"stats", "pangki"}, options)), known);
        const Json start = json_output_of(joined({"query", "pangki", kPangkiStart}, options));
        check_query_keys(start);
        CHECK(evaluation_of(start) == "draw null");
        const std::string loss = "loss " + std::to_string(known.b1_b2_loses_in);
        CHECK(evaluations_of_moves(start) ==
              std::map<std::string, std::string>{
                  {"a2-b2", "draw null"}, {"d2-c2", "draw null"}, {"b1-b2", loss}, {"c1-c2", loss}});
    }
}

TEST_CASE("solve reports what it did", "[cli][answers]") {
    const TempFolder root;
    const Json report = json_output_of(solve_pangki(root.path()));
    CHECK(report["game"] == "pangki");
    CHECK(report["start"].dump() == R"({"value":"draw","dtw":null})");
    CHECK(report["positions"] == 20746908);
    CHECK(report["longest_win"] == 75);
    std::uint64_t bytes = 0;
    for (const auto& [name, content] : files_of(pangki_folder(root.path())))
        bytes += content.size();
    CHECK(report["bytes"] == bytes);
    CHECK(report["seconds"].get<double>() > 0);

    const std::string text = output_of(solve_pangki(root.path(), {"--force"}));
    for (const char* fact :
         {"pangki", "capture=touched", "draw", "20,746,908", "11,299,101", "1,824,378", "7,623,429", "75 plies"}) {
        CHECK_THAT(text, Catch::Contains(fact));
    }
}

TEST_CASE("query agrees with itself", "[cli][answers]") {
    const SolvedPangki pangki;
    int positions_with_moves = 0;
    for (const Fields& line : some_golden_moves("pangki", 2)) {
        if (line[0] != "-") continue;
        INFO(line[1]);
        const Json answer = query(pangki.root(), line[1]);
        check_query_keys(answer);
        CHECK(answer["position"] == line[1]);
        CHECK(answer["to_move"] == line[1].substr(line[1].size() - 1));
        const auto& moves = answer["moves"];
        CHECK(moves.size() == number(line[2]));
        CHECK(std::ranges::is_sorted(moves, {}, rank_of));
        if (moves.empty()) continue;
        ++positions_with_moves;
        CHECK(evaluation_of(answer) == evaluation_of(moves.front()));
        for (const Json& move : {moves.front(), moves.back()}) {
            CHECK(evaluation_of(move) == one_ply_before(query(pangki.root(), move["position"])));
        }
    }
    CHECK(positions_with_moves > 5);
}

TEST_CASE("query knows when the game is over", "[cli][answers]") {
    const SolvedPangki pangki;
    const Json lost = query(pangki.root(), "www1/4/4/b3 b");
    check_query_keys(lost);
    CHECK(lost["over"] == "loss");
    CHECK(evaluation_of(lost) == "loss 0");
    CHECK(lost["moves"].empty());
    CHECK_THAT(output_of({"query", "pangki", "www1/4/4/b3 b", "--db", pangki.root().native()}),
               Catch::Contains("the game is over: loss for the side to move"));
}

TEST_CASE("query and stats for people", "[cli][answers]") {
    const SolvedPangki pangki;
    const Words db = {"--db", pangki.root().native()};
    const std::string answer = output_of(joined({"query", "pangki", kPangkiStart}, db));
    const auto rows = {"4  w w w w\n3  w . . w\n2  b . . b\n1  b b b b\n   a b c d\n", "value     draw\n",
                       "to move   b\n", "\na2-b2  draw     -  wwww/w2w/1b1b/bbbb w\n",
                       "\nb1-b2  loss    34  wwww/w2w/bb1b/b1bb w\n"};
    for (const char* row : rows)
        CHECK_THAT(answer, Catch::Contains(row));
    CHECK(answer.find("a2-b2") < answer.find("b1-b2"));
    CHECK_THAT(output_of(joined({"query", "pangki", "wwww/w2w/bb1b/b1bb_w"}, db)),
               Catch::Contains("value     win in 33 plies\n"));

    const std::string table = output_of(joined({"stats", "pangki"}, db));
    for (const char* row :
         {"draw\n", "20,746,908 positions\n",
          "\n  6    6   1,013,450    279,426    388,804           75            76\n",
          "\nall       11,299,101  1,824,378  7,623,429           75            76\n", "\n  0  loss "}) {
        CHECK_THAT(table, Catch::Contains(row));
    }
}

TEST_CASE("moves are those of the golden tables", "[cli][answers]") {
    for (const std::string& game : games()) {
        for (const Fields& line : some_golden_moves(game, 17)) {
            INFO(game << ' ' << line[0] << ' ' << line[1]);
            const Json result = json_output_of(joined({"moves", game, line[1]}, rule_arguments(line[0])));
            CHECK(keys_of(result) == Words{"game", "rules", "position", "to_move", "over", "moves"});
            for (const Json& move : result["moves"])
                CHECK(keys_of(move) == Words{"move", "position"});
            CHECK(result["position"] == line[1]);
            CHECK(moves_text(result) == line[3]);
        }
    }
}

TEST_CASE("moves for people", "[cli][answers]") {
    CHECK(output_of({"moves", "pangki", kPangkiStart}) ==
          "move   position\n"
          "a2-b2  wwww/w2w/1b1b/bbbb w\n"
          "b1-b2  wwww/w2w/bb1b/b1bb w\n"
          "c1-c2  wwww/w2w/b1bb/bb1b w\n"
          "d2-c2  wwww/w2w/b1b1/bbbb w\n");
    CHECK(output_of({"moves", "pangki", "www1/4/4/b3 b"}) == "the game is over: loss for the side to move\n");
}

TEST_CASE("perft counts as the golden table does", "[cli][answers]") {
    constexpr std::size_t kDepth = 4;
    const Words known = games();
    std::size_t lines = 0;
    for (const Fields& line : read_golden("perft.tsv")) {
        if (std::ranges::find(known, line[0]) == known.end()) continue;
        ++lines;
        Fields counts = split(line[3], " ");
        if (counts.size() > kDepth) counts.resize(kDepth);
        std::string expected;
        std::string list;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            list += (i > 0 ? "," : "") + counts[i];
            expected += std::to_string(i + 1) + ' ' + counts[i] + '\n';
        }
        const Words arguments =
            joined({"perft", line[0], line[2], std::to_string(counts.size())}, rule_arguments(line[1]));
        CHECK(output_of(arguments) == expected);
        const Json answer = json_output_of(arguments);
        CHECK(keys_of(answer) == Words{"game", "rules", "position", "to_move", "counts"});
        CHECK(answer["counts"].dump() == '[' + list + ']');
    }
    CHECK(lines >= known.size());
}

TEST_CASE("verify says yes or no", "[cli][answers]") {
    const SolvedPangki pangki;
    const Words verify = {"verify", "pangki", "--quiet", "--db", pangki.root().native()};
    CHECK_THAT(output_of(joined(verify, {"--expect", "draw"})),
               Catch::Contains("20,746,908") && Catch::Contains("draw, as expected") &&
                   Catch::Contains("every value follows from the rules\n"));
    const Outcome no = retrograde_run(joined(verify, {"--expect", "win"}));
    CHECK(no.status == kNo);
    CHECK(no.err.empty());
    CHECK_THAT(no.out, Catch::Contains("win was expected"));
}

TEST_CASE("verify finds a wrong value behind right checksums", "[cli][answers]") {
    const SolvedPangki pangki;
    change_one_code(pangki.folder(), "3v2");
    const Words options = {"pangki", "--quiet", "--db", pangki.root().native()};
    const Outcome no = retrograde_run(joined({"verify"}, options));
    CHECK(no.status == kNo);
    CHECK(no.err.empty());
    CHECK_THAT(no.out, Catch::Contains("FAILED: "));
    const Json report = Json::parse(retrograde_run(joined({"verify", "--json"}, options)).out);
    CHECK(report["passed"] == false);
    CHECK(report["failure"].is_string());
}

TEST_CASE("endings alone", "[cli][answers]") {
    const TempFolder root;
    const Words db = {"--db", root.path().native()};
    output_of(solve_pangki(root.path(), {"--pieces", "3"}));
    const Json stats = json_output_of(joined({"stats", "pangki"}, db));
    CHECK(stats["start"].dump() == R"({"value":null,"dtw":null})");
    const auto known = golden_layers("touched");
    CHECK(layers_in(stats).size() == 4);
    for (const auto& layer : layers_in(stats))
        CHECK(std::ranges::find(known, layer) != known.end());
    CHECK(query(root.path(), "ww2/4/4/1bbb b")["value"] == "win");
    CHECK_THAT(error_of(kBadDatabase, joined({"query", "pangki", kPangkiStart}, db)), Catch::Contains("6v6.layer: "));
    output_of(joined({"verify", "pangki", "--quiet"}, db));
    CHECK(retrograde_run(joined({"verify", "pangki", "--quiet", "--expect", "draw"}, db)).status == kNo);
}

TEST_CASE("values alone", "[cli][answers]") {
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--values", "wdl"}));
    const Words options = {"--db", root.path().native(), "--values", "wdl"};
    const Json start = json_output_of(joined({"query", "pangki", kPangkiStart}, options));
    check_query_keys(start);
    CHECK(evaluations_of_moves(start) ==
          std::map<std::string, std::string>{
              {"a2-b2", "draw null"}, {"d2-c2", "draw null"}, {"b1-b2", "loss null"}, {"c1-c2", "loss null"}});
    CHECK(layers_in(json_output_of(joined({"stats", "pangki"}, options))) == golden_layers("touched"));
    output_of(joined({"verify", "pangki", "--quiet", "--expect", "draw"}, options));
}

TEST_CASE("estimates", "[cli][answers]") {
    const TempFolder root;
    const Json estimate = json_output_of(solve_pangki(root.path(), {"--estimate"}));
    CHECK(fs::is_empty(root.path()));
    const Json report = json_output_of(solve_pangki(root.path()));
    CHECK(estimate["stored_positions"] == report["stored_positions"]);
    CHECK(estimate["disk_bytes"] > report["bytes"]);
    CHECK(estimate["memory_bytes"] > 0);
    CHECK(keys_of(estimate) == Words{"game", "rules", "stored_positions", "way", "memory_bytes", "fastest_memory_bytes",
                                     "least_memory_bytes", "scratch_bytes", "disk_bytes", "seconds", "is_bound"});
    CHECK(estimate["way"] == "in memory");
    CHECK(estimate["is_bound"] == false);

    const std::string text = output_of(solve_pangki(root.path(), {"--estimate"}));
    CHECK_THAT(text, Catch::StartsWith("pangki, capture=touched\npositions     2,794,684 to store\nway           in "
                                       "memory\nmemory        "));
    for (const std::string part : {" MB; ", " for the fastest way, ", " at the least\n", "\nscratch       0 B\n",
                                   "\ndatabase      2.", "\ntime          "}) {
        CHECK_THAT(text, Catch::Contains(part));
    }
}

TEST_CASE("games and rules", "[cli][answers]") {
    const std::string text = output_of({"games"});
    for (const char* fact : {"pangki", "4x4", "wwww/w2w/b2b/bbbb b", "capture", "touched, destination, any",
                             "cinc-camins", "5x5", "stalemate"}) {
        CHECK_THAT(text, Catch::Contains(fact));
    }
    const Json list = json_output_of({"games"});
    CHECK(list.at(0)["game"] == "pangki");
    CHECK(list.at(0)["start"] == kPangkiStart);
    CHECK(list.at(0)["options"].at(0)["default"] == "touched");
    for (const Json& game : list) {
        const std::string rules = output_of({"rules", game["game"]});
        CHECK(rules.size() > 500);
        CHECK(json_output_of({"rules", game["game"]})["text"] == rules);
    }
}

}  // namespace retrograde::test
