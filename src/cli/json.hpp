// Pieces of JSON results that commands share. Keys keep the order in which they are written.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/evaluation.hpp"
#include "cli/output.hpp"
#include "cli/totals.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"

namespace retrograde::cli {

using Json = nlohmann::ordered_json;

/// The number, or null.
[[nodiscard]] inline Json json_of(const std::optional<unsigned>& number) { return number ? Json(*number) : Json(); }

/// The text, or null.
[[nodiscard]] inline Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

/// The name of the value, or null.
[[nodiscard]] inline Json json_of(const std::optional<Value>& value) { return value ? Json(name_of(*value)) : Json(); }

/// `{"capture": "touched"}`
[[nodiscard]] inline Json json_of(const RuleSet& rules) {
    Json object = Json::object();
    for (const auto& [name, value] : rules)
        object[name] = value;
    return object;
}

/// `{"value": "win", "dtw": 25}`
[[nodiscard]] inline Json json_of(const Evaluation& evaluation) {
    return {{"value", name_of(evaluation.value)}, {"dtw", json_of(evaluation.dtw)}};
}

/// The same, with nulls where the database does not have the position.
[[nodiscard]] inline Json json_of(const std::optional<Evaluation>& evaluation) {
    return evaluation ? json_of(*evaluation) : Json{{"value", nullptr}, {"dtw", nullptr}};
}

/// Adds the counts of a tally to an object.
inline void add_tally(Json& object, const Tally& tally) {
    object["win"] = tally.win;
    object["draw"] = tally.draw;
    object["loss"] = tally.loss;
    object["longest_win"] = tally.longest_win;
    object["longest_loss"] = tally.longest_loss;
}

/// An object that begins with `game` and `rules`, as every result does.
[[nodiscard]] inline Json result_of(const Game& game) {
    return {{"game", game.name()}, {"rules", json_of(game.rules())}};
}

/// Letter of the side to move, as in the position's text.
[[nodiscard]] inline std::string to_move_text(const Board& board, const Position& position) {
    return std::string(1, board.letter(position.to_move));
}

/// Adds `position` and `to_move`.
inline void add_position(Json& object, const Board& board, const Position& position) {
    object["position"] = position_text(board, position);
    object["to_move"] = to_move_text(board, position);
}

/// Prints it on one line.
inline void print_json(const Json& json) { print("{}\n", json.dump()); }

}  // namespace retrograde::cli
