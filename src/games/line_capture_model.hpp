// Pangki and Cinc camins as the engine's two views of a game joined.
#pragma once

#include <cstddef>
#include <optional>

#include "games/line_capture.hpp"
#include "games/line_capture_rules.hpp"
#include "retrograde/seat.hpp"

namespace retrograde {

/// Pangki (4x4) or Cinc camins (5x5).
template <int kSize>
class LineCaptureModel {
public:
    using Rules = LineCaptureRules;
    using Fast = LineCapture<kSize>;

    explicit LineCaptureModel(const LineCaptureSetup& setup)
        : rules_(setup), fast_(setup, count(squares_of(rules_.start(), Piece::first, kSize * kSize))) {}

    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const Fast& fast() const noexcept { return fast_; }

    [[nodiscard]] std::optional<Seat<2>> seat(const Position& position) const noexcept {
        const Bits own = squares_of(position, man_of(position.to_move), kSize * kSize);
        const Bits opponent = squares_of(position, man_of(other(position.to_move)), kSize * kSize);
        if (!fast_.has_table(count(own), count(opponent))) return std::nullopt;
        return Seat<2>{fast_.table_of(count(own), count(opponent)), {opponent, own}};
    }

    /// Without a seat a position has too few men of one side, and is over.
    [[nodiscard]] Code known_code(const Position& position) const { return code_of_end(rules_.over(position).value()); }

    [[nodiscard]] Position position(std::size_t /*table*/, const Men<2>& men) const noexcept {
        Position position;
        put(position, men[0], Piece::second);
        put(position, men[1], Piece::first);
        return position;
    }

private:
    Rules rules_;
    Fast fast_;
};

}  // namespace retrograde
