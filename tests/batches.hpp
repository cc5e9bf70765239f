// What the tests of `query --batch` and of commands that go with it share.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli_helpers.hpp"
#include "golden_files.hpp"

namespace retrograde::test {

inline std::string text_of_lines(const Words& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

/// What `query --batch` says of positions that are all good, an object each.
inline std::vector<Json> answers_to(const Words& positions, const Words& game_and_options) {
    Surroundings surroundings;
    surroundings.input = text_of_lines(positions);
    std::vector<Json> answers;
    for (const std::string& line : lines_of(output_of(joined({"query", "--batch"}, game_and_options), surroundings)))
        answers.push_back(Json::parse(line));
    CHECK(answers.size() == positions.size());
    return answers;
}

}  // namespace retrograde::test
