// The tables of data/golden, and what they say about the moves of a game.
#pragma once

#include <catch2/catch.hpp>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/plain_rules.hpp"

namespace retrograde::test {

using Fields = std::vector<std::string>;

inline Fields split(std::string_view text, std::string_view separator) {
    Fields fields;
    for (;;) {
        const std::size_t end = text.find(separator);
        fields.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return fields;
        text.remove_prefix(end + separator.size());
    }
}

/// A number of a table, strictly: digits alone.
inline std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size()) {
        throw std::runtime_error("not a number: " + std::string(text));
    }
    return value;
}

/// The lines of a golden table, comments (`#`) left out.
inline std::vector<Fields> read_golden(const std::string& name) {
    const std::string path = std::string(RETROGRADE_DATA_DIR) + "/golden/" + name;
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot open " + path);
    std::vector<Fields> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') lines.push_back(split(line, "\t"));
    }
    return lines;
}

/// `a1-a2 > POSITION ; b1-b2 > POSITION`, or `loss`, `draw`, `win` where the game is over: as the golden tables do.
template <PlainRules Rules>
std::string moves_or_result(const Rules& rules, const Position& position) {
    if (const auto result = rules.over(position)) return name_of(*result);
    std::string text;
    for (const Move& move : sorted_moves(rules, position)) {
        if (!text.empty()) text += " ; ";
        text += move.text + " > " + position_text(rules.board(), move.after);
    }
    return text;
}

/// Compares every line of a table of moves with the rules that `make_rules` gives for the line's options.
template <class MakeRules>
void check_golden_moves(const std::string& name, MakeRules make_rules) {
    const std::vector<Fields> lines = read_golden(name);
    REQUIRE(!lines.empty());
    for (const Fields& line : lines) {
        REQUIRE(line.size() == 4);
        INFO(name << ": " << line[0] << ' ' << line[1]);
        const auto rules = make_rules(line[0]);
        const Position position = parse_position(rules.board(), line[1]);
        CHECK_NOTHROW(rules.check(position));
        CHECK(sorted_moves(rules, position).size() == number(line[2]));
        CHECK(moves_or_result(rules, position) == line[3]);
    }
}

/// Compares the move counts of the lines of one game in perft.tsv.
template <class MakeRules>
void check_golden_perft(const std::string& game, MakeRules make_rules) {
    int lines = 0;
    for (const Fields& line : read_golden("perft.tsv")) {
        REQUIRE(line.size() == 4);
        if (line[0] != game) continue;
        ++lines;
        INFO("perft.tsv: " << line[1] << ' ' << line[2]);
        const auto rules = make_rules(line[1]);
        std::vector<std::uint64_t> expected;
        for (const std::string& count : split(line[3], " "))
            expected.push_back(number(count));
        const Position position = parse_position(rules.board(), line[2]);
        CHECK(perft(rules, position, static_cast<unsigned>(expected.size())) == expected);
    }
    CHECK(lines > 0);
}

}  // namespace retrograde::test
