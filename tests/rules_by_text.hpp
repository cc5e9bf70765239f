// Questions to the plain rules of a game about positions given as text.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/plain_rules.hpp"
#include "retrograde/error.hpp"

namespace retrograde::test {

template <PlainRules Rules>
std::vector<std::string> move_texts(const Rules& rules, std::string_view text) {
    std::vector<std::string> texts;
    for (const Move& move : sorted_moves(rules, parse_position(rules.board(), text)))
        texts.push_back(move.text);
    return texts;
}

template <PlainRules Rules>
bool has_move(const Rules& rules, std::string_view text, const std::string& move) {
    const auto moves = move_texts(rules, text);
    return std::ranges::find(moves, move) != moves.end();
}

template <PlainRules Rules>
std::optional<Value> over(const Rules& rules, std::string_view text) {
    return rules.over(parse_position(rules.board(), text));
}

template <PlainRules Rules>
std::string error_of_check(const Rules& rules, const Position& position) {
    try {
        rules.check(position);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

template <PlainRules Rules>
std::string error_of_check(const Rules& rules, std::string_view text) {
    return error_of_check(rules, parse_position(rules.board(), text));
}

}  // namespace retrograde::test
