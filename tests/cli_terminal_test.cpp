// What the program prints on a terminal: tables that fit it, and colour.
#include <algorithm>
#include <sstream>

#include "cli_helpers.hpp"
#include "golden_files.hpp"

namespace retrograde::test {
namespace {

using Environment = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// What a terminal with so many columns gets from the program; COLUMNS is not set unless it is given.
std::string sent_to_terminal(const Words& arguments, int columns, const Environment& environment = {}) {
    std::string command = "stty cols " + std::to_string(columns) + " && exec " RETROGRADE_BINARY;
    for (const std::string& argument : arguments)
        command += " '" + argument + "'";
    Surroundings surroundings;
    surroundings.environment = {{"TERM", "xterm"}, {"NO_COLOR", std::nullopt}, {"COLUMNS", std::nullopt}};
    for (const auto& entry : environment)
        surroundings.environment.push_back(entry);
    const Outcome outcome = Process("/usr/bin/script", {"-qec", command, "/dev/null"}, surroundings).wait();
    REQUIRE(outcome.status == kDone);
    return outcome.out;
}

/// The same without carriage returns, where no line is written anew.
std::string on_terminal(const Words& arguments, int columns, const Environment& environment = {}) {
    std::string text = sent_to_terminal(arguments, columns, environment);
    std::erase(text, '\r');
    return text;
}

/// The lines of progress in what a terminal gets, each of which takes the place of the one before.
Words progress_lines(const std::string& sent) {
    Words lines;
    for (const std::string& part : split(sent, "\r")) {
        const std::size_t end = part.find("\x1b[K");
        if (end != std::string::npos && end != 0) lines.push_back(part.substr(0, end));
    }
    return lines;
}

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    for (const std::string& line : lines_of(text))
        longest = std::max(longest, line.size());
    return longest;
}

/// All words, in order, as they would be read across a table that is not broken into lines.
Words sorted_words(const std::string& text) {
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    std::ranges::sort(words);
    return words;
}

}  // namespace

TEST_CASE("tables fit the terminal", "[cli][terminal]") {
    const SolvedPangki pangki;
    const Words stats = {"stats", "pangki", "--db", pangki.root().native()};
    const Environment no_colour = {{"NO_COLOR", "1"}};
    for (const int columns : {70, 80}) {
        const std::string games = on_terminal({"games"}, columns, no_colour);
        CHECK(longest_line(games) <= static_cast<std::size_t>(columns));
        CHECK(sorted_words(games) == sorted_words(output_of({"games"})));
    }
    CHECK(longest_line(output_of({"games"})) > 80);
    CHECK(longest_line(on_terminal(stats, 60, no_colour)) <= 60);
    CHECK(longest_line(output_of(stats)) > 60);
    CHECK(longest_line(on_terminal({"solve", "--help"}, 60, no_colour)) <= 60);
    CHECK(on_terminal({"games"}, 300, no_colour) == output_of({"games"}));
    CHECK(on_terminal({"games"}, 300, {{"NO_COLOR", "1"}, {"COLUMNS", "70"}}) == on_terminal({"games"}, 70, no_colour));
    CHECK(on_terminal({"games"}, 60, {{"NO_COLOR", "1"}, {"COLUMNS", "300"}}) == output_of({"games"}));
}

TEST_CASE("progress fits the terminal", "[cli][terminal]") {
    const TempFolder root;
    for (const int columns : {20, 50, 100}) {
        const std::string sent =
            sent_to_terminal({"solve", "pangki", "--force", "--db", root.path().native()}, columns);
        CHECK_THAT(sent, Catch::StartsWith("2,794,684 positions to store; in memory, up to "));
        const Words lines = progress_lines(sent);
        CHECK_FALSE(lines.empty());
        for (const std::string& line : lines) {
            INFO(line);
            CHECK(line.size() < static_cast<std::size_t>(columns));
            CHECK(line.substr(1, 1) == "v");  // the layer comes first
            if (columns != 50) CHECK(contains(line, " of 2,794,684") == (columns == 100));
        }
    }
}

TEST_CASE("files and pipes get tables of any width", "[cli][terminal]") {
    Surroundings narrow;
    narrow.environment = {{"COLUMNS", "40"}};
    CHECK(output_of({"games"}, narrow) == output_of({"games"}));
}

TEST_CASE("colour is for terminals that want it", "[cli][terminal]") {
    const SolvedPangki pangki;
    const Words query = {"query", "pangki", "wwww/w2w/bb1b/b1bb w", "--db", pangki.root().native()};
    const std::string plain = output_of(query);
    CHECK_FALSE(contains(plain, "\x1b"));
    const std::string coloured = on_terminal(query, 100);
    CHECK(contains(coloured, "\x1b[32mwin in 33 plies\x1b[0m"));
    CHECK(contains(coloured, "\x1b[31mloss\x1b[0m"));
    CHECK(on_terminal(query, 100, {{"NO_COLOR", "1"}}) == plain);
    CHECK(on_terminal(query, 100, {{"TERM", "dumb"}}) == plain);
    CHECK(on_terminal(query, 100, {{"NO_COLOR", ""}}) == coloured);
    CHECK_FALSE(contains(on_terminal(joined(query, {"--json"}), 100), "\x1b"));
}

}  // namespace retrograde::test
