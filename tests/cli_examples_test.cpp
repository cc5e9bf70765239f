// The scripts of scripts/examples, run as a user would run them.
#include <map>
#include <sstream>

#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

/// Lines of what a script prints, with the databases in a folder.
Words lines_of(const std::string& script, const Words& arguments, const fs::path& root) {
    Surroundings surroundings;
    surroundings.environment = {{"RETROGRADE", RETROGRADE_BINARY}, {"RETROGRADE_DB", root.native()}};
    surroundings.timeout = std::chrono::seconds(300);
    const Outcome outcome =
        Process(RETROGRADE_SOURCE_DIR "/scripts/examples/" + script, arguments, surroundings).wait();
    CHECK(outcome.err == "");
    REQUIRE(outcome.status == kDone);
    return test::lines_of(outcome.out);
}

Words fields_of(const std::string& line, char separator) {
    std::istringstream stream(line);
    Words fields;
    for (std::string field; std::getline(stream, field, separator);)
        fields.push_back(field);
    return fields;
}

}  // namespace

TEST_CASE("example: values of openings", "[cli][examples]") {
    const TempFolder root;
    const Words lines = lines_of("opening-values", {"pangki", "2"}, root.path());
    REQUIRE(lines.size() == 1 + 4 + 18);  // the heading, and the openings as counted by perft
    CHECK(lines.front() == "opening,value,dtw,position");
    std::map<std::string, std::string> values;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const Words fields = fields_of(lines[i], ',');
        REQUIRE(fields.size() == 4);
        values[fields[0]] = fields[1];
        const Json answer = json_output_of({"query", "pangki", fields[3], "--db", root.path().native()});
        const bool is_first = answer["to_move"] == "b";
        const std::string value = answer["value"];
        CHECK(fields[1] == (is_first || value == "draw" ? value : value == "win" ? "loss" : "win"));
        CHECK(fields[2] == (answer["dtw"].is_null() ? "" : answer["dtw"].dump()));
    }
    CHECK(values["a2-b2"] == "draw");
    CHECK(values["b1-b2"] == "loss");
}

TEST_CASE("example: tables of Crossings", "[cli][examples]") {
    const TempFolder root;
    const Words lines = lines_of("crossings-tables", {"3x4", "4x4:1"}, root.path());
    REQUIRE(lines.size() == 5);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const Words fields = fields_of(lines[i], '\t');
        REQUIRE(fields.size() == 5);
        CHECK(fields[0] == (i < 3 ? "3x4" : "4x4"));
        CHECK(fields[2] == (i % 2 == 1 ? "up-to" : "exact"));
        if (fields[2] == "up-to") CHECK(fields[3] == "draw");
        const std::string rules = "board=" + fields[0] + ",ranks=1,shift=" + fields[2];
        output_of({"verify", "crossings", "--quiet", "--rules", rules, "--db", root.path()});
    }
}

TEST_CASE("example: puzzles of Pangki", "[cli][examples]") {
    const TempFolder root;
    const fs::path folder = root.path() / "puzzles";
    const Words lines = lines_of("pangki-puzzles", {folder, "3"}, root.path());
    REQUIRE(lines.size() == 3);
    CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 3);
    for (const std::string& line : lines) {
        const Words fields = fields_of(line, '\t');
        REQUIRE(fields.size() == 3);
        const Bytes picture = read_file(fields[0]);
        CHECK_THAT(std::string(picture.begin(), picture.end()),
                   Catch::StartsWith("<svg ") && Catch::Contains(fields[2]));
        const Json answer = json_output_of({"query", "pangki", fields[2], "--db", root.path().native()});
        CHECK(fields[1] == "win in " + answer["dtw"].dump() + " plies");
        CHECK(answer["moves"][0]["value"] == "win");
        CHECK(answer["moves"][1]["value"] != "win");
    }
}

}  // namespace retrograde::test
