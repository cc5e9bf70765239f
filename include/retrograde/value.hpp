// Values and distances of positions, and the code that tables store for them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace retrograde {

/// Value of a position for the side to move, with best play by both.
enum class Value : std::uint8_t { loss, draw, win };

/// The same result seen from the other side.
[[nodiscard]] constexpr Value opposite(Value value) noexcept {
    switch (value) {
        case Value::loss: return Value::win;
        case Value::win: return Value::loss;
        default: return Value::draw;
    }
}

[[nodiscard]] constexpr const char* name_of(Value value) noexcept {
    switch (value) {
        case Value::loss: return "loss";
        case Value::win: return "win";
        default: return "draw";
    }
}

/// What a table stores for one position: 0 for a draw, otherwise the distance to win in plies plus one.
/// A loss has an even distance and so an odd code, a win an odd distance and an even code; the code alone
/// gives value and distance. A table of values only uses 0 (draw), 1 (loss) and 2 (win).
using Code = std::uint16_t;

inline constexpr Code kDrawCode = 0;
inline constexpr Code kLossCode = 1;                               ///< lost already; in a table of values only: lost
inline constexpr Code kWinCode = 2;                                ///< won in one ply; in a table of values only: won
inline constexpr Code kNoCode = std::numeric_limits<Code>::max();  ///< of no position

[[nodiscard]] constexpr Code code_of_distance(unsigned plies) noexcept { return static_cast<Code>(plies + 1); }

[[nodiscard]] constexpr Value value_of(Code code) noexcept {
    if (code == kDrawCode) return Value::draw;
    return code % 2 == 1 ? Value::loss : Value::win;
}

/// Distance to win in plies; none for a draw.
[[nodiscard]] constexpr std::optional<unsigned> distance_of(Code code) noexcept {
    if (code == kDrawCode) return std::nullopt;
    return code - 1U;
}

/// Code of a position in which the game has ended with this value for the side to move. Only a side that is to move
/// after the game has ended in its favour has a win in 0 plies, which has no code of its own: it counts as a win in
/// one.
[[nodiscard]] constexpr Code code_of_end(Value value) noexcept {
    if (value == Value::draw) return kDrawCode;
    return value == Value::loss ? kLossCode : kWinCode;
}

}  // namespace retrograde
