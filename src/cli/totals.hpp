// Counts of a database: wins, draws and losses of raw positions, not reduced by symmetry.
#pragma once

#include <cstdint>
#include <vector>

#include "retrograde/database.hpp"

namespace retrograde::cli {

/// Counts of positions by the value for the side to move.
struct Tally {
    std::uint64_t win = 0;
    std::uint64_t draw = 0;
    std::uint64_t loss = 0;
    unsigned longest_win = 0;   ///< plies; 0 where there is none, or no distances are stored
    unsigned longest_loss = 0;  ///< the same

    [[nodiscard]] std::uint64_t positions() const { return win + draw + loss; }
};

/// The positions in which the side to move has `own` men and the other side `opponent` men.
struct MenTally {
    Phase phase = Phase::none;
    unsigned own = 0;
    unsigned opponent = 0;
    unsigned neutral = 0;
    Tally tally;
};

struct Totals {
    Tally all;
    std::vector<MenTally> by_men;            ///< by phase, own men, the opponent's, neutral men
    std::vector<std::uint64_t> by_distance;  ///< positions decided in so many plies; empty without distances
};

[[nodiscard]] Totals totals_of(const Database& database);

}  // namespace retrograde::cli
