// What a database says of a position, and its JSON form, which `query`, alone or in batches, and `find` print.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/evaluation.hpp"
#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde::cli {

struct Answer {
    Position position;
    Evaluation evaluation;
    std::optional<Value> over;
    std::optional<std::vector<EvaluatedMove>> moves;  ///< best first; none where nobody asked for them
};

/// Throws Error(database) where the database is missing a layer or is damaged.
[[nodiscard]] Answer answer_to(const Game& game, const Database& database, const Position& position, bool with_moves);

/// Writes answers as JSON objects, each on a line. Millions of them are asked for in one run, which is too much for a
/// tree of JSON nodes each.
class AnswerWriter {
public:
    explicit AnswerWriter(const Game& game);

    /// Adds the line of an answer to `out`.
    void append(const Answer& answer, std::string& out) const;

private:
    const Game& game_;
    std::string beginning_;  ///< what all objects begin with
};

}  // namespace retrograde::cli
