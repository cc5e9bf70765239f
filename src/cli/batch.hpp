// Many positions from standard input, one a line, answered one a line.
#pragma once

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"

namespace retrograde::cli {

struct BatchOptions {
    bool with_moves = true;
    bool strict = false;  ///< stop at the first line that has no answer
};

/// Answers each line, in order, with a JSON object, also `{"line":7,"error":"..."}`; leaves out blank lines and those
/// that begin with `#`. Lines are flushed when input pauses. At the end throws the Error of the worst line, if any had
/// none: Error(database) where a layer is missing or damaged, else Error(usage).
void answer_batch(const Game& game, const Database& database, const BatchOptions& options);

}  // namespace retrograde::cli
