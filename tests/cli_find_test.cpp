// find: against a scan by another way, which makes all positions of small layers from text and asks `query --batch`.
#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "batches.hpp"

namespace retrograde::test {
namespace {

using Set = std::set<std::string>;

/// Sixteen letters, a4 to d1: `.`, `b` or `w`.
using Squares = std::string;

std::string text_of_squares(const Squares& squares, char to_move) {
    std::string text;
    for (std::size_t square = 0; square < 16; ++square) {
        if (square > 0 && square % 4 == 0) text += '/';
        if (squares[square] != '.') {
            text += squares[square];
        } else if (square % 4 > 0 && text.back() >= '1' && text.back() <= '9') {
            ++text.back();
        } else {
            text += '1';
        }
    }
    return text + ' ' + to_move;
}

Squares squares_of_text(const std::string& text) {
    Squares squares;
    for (const char letter : text.substr(0, text.find(' '))) {
        if (letter >= '1' && letter <= '9') {
            squares += std::string(static_cast<std::size_t>(letter - '0'), '.');
        } else if (letter != '/') {
            squares += letter;
        }
    }
    return squares;
}

/// The images of a board by turning and mirroring.
std::array<Squares, 8> images_of(const Squares& squares) {
    std::array<Squares, 8> images;
    for (std::size_t i = 0; i < 16; ++i) {
        const std::size_t row = i / 4;
        const std::size_t column = i % 4;
        const std::array<std::size_t, 2> rows{row, 3 - row};
        const std::array<std::size_t, 2> columns{column, 3 - column};
        for (std::size_t g = 0; g < 4; ++g) {
            const std::size_t r = rows[g / 2];
            const std::size_t c = columns[g % 2];
            images[g] += squares[4 * r + c];
            images[4 + g] += squares[4 * c + r];
        }
    }
    return images;
}

std::string first_image(const std::string& position) {
    return text_of_squares(std::ranges::min(images_of(squares_of_text(position))), position.back());
}

/// All positions of Pangki with two or three men a side, Black to move, one of each set of images.
Words small_positions() {
    Words positions;
    Squares squares(16, '.');
    const std::function<void(std::size_t, int, int)> fill = [&](std::size_t square, int black, int white) {
        if (square == 16) {
            const bool is_small = black >= 2 && white >= 2;
            if (is_small && std::ranges::min(images_of(squares)) == squares)
                positions.push_back(text_of_squares(squares, 'b'));
            return;
        }
        fill(square + 1, black, white);
        for (const char man : {'b', 'w'}) {
            if ((man == 'b' ? black : white) == 3) continue;
            squares[square] = man;
            fill(square + 1, black + (man == 'b' ? 1 : 0), white + (man == 'w' ? 1 : 0));
            squares[square] = '.';
        }
    };
    fill(0, 0, 0);
    return positions;
}

std::size_t moves_worth(const Json& answer, const std::string& value) {
    const auto& moves = answer["moves"];
    return static_cast<std::size_t>(
        std::ranges::count_if(moves, [&](const Json& move) { return move["value"] == value; }));
}

bool has_only_move(const Json& answer) { return moves_worth(answer, answer["value"]) == 1; }

using Condition = std::function<bool(const Json&)>;

/// Conditions, and the options of find that say the same.
const std::vector<std::pair<Words, Condition>> kConditions = {
    {{}, [](const Json&) { return true; }},
    {{"--value", "win"}, [](const Json& answer) { return answer["value"] == "win"; }},
    {{"--value", "draw"}, [](const Json& answer) { return answer["value"] == "draw"; }},
    {{"--dtw", "0"}, [](const Json& answer) { return answer["dtw"] == 0; }},
    {{"--value", "loss", "--dtw", "2"}, [](const Json& answer) { return answer["dtw"] == 2; }},
    {{"--value", "win", "--dtw", "2"}, [](const Json&) { return false; }},
    {{"--only-move"}, has_only_move},
    {{"--min-losing-moves", "4"}, [](const Json& answer) { return moves_worth(answer, "loss") >= 4; }},
    {{"--value", "draw", "--only-move", "--min-losing-moves", "2"},
     [](const Json& answer) {
         return answer["value"] == "draw" && has_only_move(answer) && moves_worth(answer, "loss") >= 2;
     }},
    {{"--dtw", "5", "--only-move"}, [](const Json& answer) { return answer["dtw"] == 5 && has_only_move(answer); }},
};

/// Positions whose answers meet a condition.
Words those_that(const std::vector<Json>& answers, const Condition& condition) {
    Words positions;
    for (const Json& answer : answers) {
        if (condition(answer)) positions.push_back(answer["position"]);
    }
    return positions;
}

/// What find prints; each position once.
Words found(const Words& game_and_options, const Words& more) {
    const Outcome outcome = retrograde_run(joined(joined({"find", "--quiet"}, game_and_options), more));
    CAPTURE(more);
    CHECK(outcome.err.empty());
    const Words lines = lines_of(outcome.out);
    CHECK(outcome.status == (lines.empty() ? kNo : kDone));
    CHECK(Set(lines.begin(), lines.end()).size() == lines.size());
    return lines;
}

Set images_of_all(const Words& positions) {
    Set images;
    for (const std::string& position : positions)
        CHECK(images.insert(first_image(position)).second);
    return images;
}

/// The same men with the other side to move.
std::string turned(std::string position) {
    char& to_move = position[position.find(' ') + 1];
    to_move = to_move == 'b' ? 'w' : 'b';
    return position;
}

/// Positions that are mutual zugzwang by the values of two queries each.
Set mutual_zugzwangs(const std::vector<Json>& answers, const Words& game_and_options) {
    Words others;
    for (const Json& answer : answers)
        others.push_back(turned(answer["position"]));
    const std::vector<Json> others_answers = answers_to(others, joined(game_and_options, {"--no-moves"}));
    const auto points = [](const Json& answer) {
        return answer["value"] == "win" ? 1 : answer["value"] == "loss" ? -1 : 0;
    };
    Set zugzwangs;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const bool over = !answers[i]["over"].is_null() || !others_answers[i]["over"].is_null();
        // Moving is worth points(a), waiting -points(b).
        if (!over && points(answers[i]) < -points(others_answers[i])) zugzwangs.insert(answers[i]["position"]);
    }
    return zugzwangs;
}

}  // namespace

TEST_CASE("find against all positions of small layers", "[cli][find]") {
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--pieces", "3"}));
    const Words options = {"pangki", "--db", root.path().native()};
    const std::vector<Json> answers = answers_to(small_positions(), options);
    REQUIRE(answers.size() > 30'000);
    for (const auto& [words, condition] : kConditions) {
        CAPTURE(words);
        const Words expected = those_that(answers, condition);
        CHECK((images_of_all(found(options, words)) == Set(expected.begin(), expected.end())));
    }
    const Set zugzwangs = mutual_zugzwangs(answers, options);
    CHECK(!zugzwangs.empty());
    CHECK((images_of_all(found(options, {"--mutual-zugzwang"})) == zugzwangs));

    for (const std::string value : {"win", "loss"}) {
        unsigned longest = 0;
        for (const Json& answer : answers) {
            if (answer["value"] == value) longest = std::max(longest, answer["dtw"].get<unsigned>());
        }
        const Words expected = those_that(
            answers, [&](const Json& answer) { return answer["value"] == value && answer["dtw"] == longest; });
        CHECK(images_of_all(found(options, {"--value", value, "--longest"})) == Set(expected.begin(), expected.end()));
    }
    const Words layer = those_that(answers, [](const Json& answer) {
        const std::string position = answer["position"];
        return std::ranges::count(position.substr(0, position.find(' ')), 'b') +
                   std::ranges::count(position.substr(0, position.find(' ')), 'w') ==
               5;
    });
    CHECK((images_of_all(found(options, {"--layer", "3v2"})) == Set(layer.begin(), layer.end())));
    CHECK(found(options, {"--layer", "2v2,3v2,3v3"}).size() == answers.size());
}

TEST_CASE("find in other games agrees with batches", "[cli][find]") {
    const TempFolder root;
    const std::vector<Words> games = {{"cinc-camins", "--rules", "stalemate=draw"},
                                      {"crossings", "--rules", "board=3x4,ranks=1"},
                                      {"diamond", "--rules", "size=1"}};
    const Words limits[] = {{"--pieces", "2"}, {}, {"--layers", "4v2"}};
    for (std::size_t i = 0; i < games.size(); ++i) {
        CAPTURE(games[i]);
        const Words options = joined(games[i], {"--db", root.path().native()});
        output_of(joined(joined({"solve", "--quiet"}, options), limits[i]));
        const std::vector<Json> answers = answers_to(found(options, {}), options);
        REQUIRE(answers.size() > 1'000);
        for (const Json& answer : answers)
            CHECK(answer["over"] != "win");
        for (const auto& [words, condition] : kConditions) {
            CAPTURE(words);
            CHECK((found(options, words) == those_that(answers, condition)));
        }
    }
}

TEST_CASE("find counts as stats does", "[cli][find]") {
    // Only left and right are exchanged in Crossings, and colours, which find never prints.
    const TempFolder root;
    const Words options = {"crossings", "--rules", "board=3x4,ranks=1", "--db", root.path().native()};
    output_of(joined({"solve", "--quiet"}, options));
    const Json stats = json_output_of(joined({"stats"}, options));
    for (const std::string value : {"win", "draw", "loss"}) {
        std::uint64_t raw = 0;
        for (const std::string& position : found(options, {"--value", value})) {
            std::string mirrored;
            for (std::string row : split(position.substr(0, position.find(' ')), "/")) {
                std::ranges::reverse(row);
                mirrored += (mirrored.empty() ? "" : "/") + row;
            }
            raw += mirrored == position.substr(0, position.find(' ')) ? 1 : 2;
        }
        CHECK(stats[value] == raw);
    }
}

TEST_CASE("mutual zugzwang in other games", "[cli][find]") {
    const TempFolder root;
    const Words options = {"diamond", "--rules", "size=1", "--db", root.path().native()};
    output_of(joined({"solve", "--quiet", "--layers", "4v3"}, options));
    const Words layer = {"--layer", "4v3"};
    const std::vector<Json> answers = answers_to(found(options, layer), options);
    const Words zugzwangs = found(options, joined(layer, {"--mutual-zugzwang"}));
    CHECK(Set(zugzwangs.begin(), zugzwangs.end()) == mutual_zugzwangs(answers, options));
}

TEST_CASE("what is known of the longest wins is found", "[cli][find]") {
    const SolvedPangki pangki;
    const Words options = {"pangki", "--db", pangki.root().native()};
    const std::string json =
        output_of(joined(joined({"find", "--longest", "--quiet", "--json"}, options), {"--value", "win"}));
    for (const std::string& line : lines_of(json)) {
        const Json answer = Json::parse(line);
        CHECK(keys_of(answer) == Words{"game", "rules", "position", "to_move", "value", "dtw", "over"});
        CHECK(answer["value"] == "win");
        CHECK(answer["dtw"] == 75);
    }
    CHECK(found(options, {"--value", "win", "--dtw", "75"}) == found(options, {"--value", "win", "--longest"}));
    CHECK(found(options, {"--dtw", "77"}).empty());
}

TEST_CASE("a choice of what is found", "[cli][find]") {
    const SolvedPangki pangki;
    const Words options = {"pangki", "--db", pangki.root().native(), "--value", "loss", "--dtw", "40"};
    const Words all = found(options, {});
    REQUIRE(all.size() > 100);
    CHECK(found(options, {"--threads", "1"}) == all);
    CHECK(found(options, {"--limit", "7"}) == Words(all.begin(), all.begin() + 7));

    const Words chosen = found(options, {"--limit", "20", "--random", "--seed", "1"});
    CHECK(chosen.size() == 20);
    for (const std::string& position : chosen)
        CHECK(std::ranges::find(all, position) != all.end());
    CHECK(found(options, {"--limit", "20", "--random", "--seed", "1", "--threads", "1"}) == chosen);
    CHECK(found(options, {"--limit", "20", "--random", "--seed", "2"}) != chosen);
    CHECK(found(options, {"--random"}).size() == 1);
    Words everything = found(options, {"--limit", "1000000", "--random"});
    CHECK(everything != all);
    Words sorted = all;
    std::ranges::sort(sorted);
    std::ranges::sort(everything);
    CHECK(everything == sorted);
}

TEST_CASE("find shows its progress, and says what it cannot do", "[cli][find]") {
    const SolvedPangki pangki;
    const Words find = {"find", "pangki", "--db", pangki.root().native()};
    const Outcome outcome = retrograde_run(joined(find, {"--value", "loss", "--dtw", "76"}));
    CHECK(outcome.status == kDone);
    CHECK_THAT(outcome.err, Catch::Contains("6v6 finished: "));
    const auto message = [&](const Words& more) { return error_of(kBadUsage, joined(find, more)); };
    CHECK_THAT(message({"--layer", "9v9"}), Catch::Contains("no layer of the database is named '9v9'"));
    CHECK_THAT(message({"--layer", "3v2,"}), Catch::Contains("--layer"));
    CHECK_THAT(message({"--value", "maybe"}), Catch::Contains("'maybe' is none of draw, win, loss"));
    CHECK_THAT(message({"--dtw", "-1"}), Catch::Contains("--dtw"));
    CHECK_THAT(message({"--limit", "0"}), Catch::Contains("--limit"));
    CHECK_THAT(message({"--min-losing-moves", "0"}), Catch::Contains("--min-losing-moves"));
    CHECK_THAT(message({"--seed", "3"}), Catch::Contains("--random"));

    fs::remove(pangki.folder() / "4v3.layer");
    CHECK_THAT(error_of(kBadDatabase, joined(find, {"--layer", "4v3", "--quiet"})), Catch::Contains("4v3.layer"));
    CHECK(found({"pangki", "--db", pangki.root().native()}, {"--layer", "5v3", "--dtw", "1"}).size() > 1);

    const TempFolder values;
    output_of(solve_pangki(values.path(), {"--values", "wdl", "--pieces", "3"}));
    const Words options = {"pangki", "--db", values.path().native()};
    CHECK(found(options, {"--value", "win", "--only-move"}).size() > 1);
    for (const Words& more : {Words{"--longest"}, Words{"--dtw", "3"}})
        CHECK_THAT(error_of(kBadUsage, joined(joined({"find", "--quiet"}, options), more)),
                   Catch::Contains("distances"));
}

}  // namespace retrograde::test
