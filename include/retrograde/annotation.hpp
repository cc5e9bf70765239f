// What a database thinks of the moves of a game that was played.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "retrograde/evaluation.hpp"
#include "retrograde/record.hpp"

namespace retrograde {

/// A move that was played, as the side that made it sees it.
struct Annotation {
    std::optional<Evaluation> played;     ///< of the move; none where the database does not have the positions
    std::optional<EvaluatedMove> better;  ///< the best move, where the one played gave some of the value away

    /// `?` for a win that became a draw and a draw that became a loss, `??` for a win that became a loss, else empty.
    [[nodiscard]] std::string_view mark() const noexcept;
};

/// One for each move of the record. Throws Error(database) where the database is damaged.
[[nodiscard]] std::vector<Annotation> annotate(const Database& database, const GameRecord& record);

}  // namespace retrograde
