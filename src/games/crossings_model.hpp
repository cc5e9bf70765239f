// Crossings as the engine's two views of a game joined.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "games/crossings.hpp"
#include "games/crossings_rules.hpp"
#include "retrograde/picture.hpp"
#include "retrograde/seat.hpp"

namespace retrograde {

class CrossingsModel {
public:
    using Rules = CrossingsRules;
    using Fast = Crossings;

    explicit CrossingsModel(const CrossingsSetup& setup) : rules_(setup), fast_(setup) {}

    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const Fast& fast() const noexcept { return fast_; }

    [[nodiscard]] std::optional<Seat<Fast::kGroups>> seat(const Position& position) const noexcept {
        const int squares = rules_.board().squares();
        Bits own = squares_of(position, Piece::first, squares);
        Bits opponent = squares_of(position, Piece::second, squares);
        if (position.to_move == Side::second) own = std::exchange(opponent, fast_.flip(own)), own = fast_.flip(own);
        const Bits own_crossed = own & fast_.top_row();
        const Bits opponent_crossed = opponent & fast_.bottom_row();
        const CrossingsStones stones{count(own), count(opponent), count(own_crossed),
                                     count(opponent_crossed) > count(own_crossed)};
        if (!fast_.has_table(stones)) return std::nullopt;
        return Seat<Fast::kGroups>{fast_.table_of(stones),
                                   {own_crossed, opponent_crossed, opponent & ~opponent_crossed, own & ~own_crossed}};
    }

    /// Without a seat the board is empty, and the game over.
    [[nodiscard]] Code known_code(const Position& position) const { return code_of_end(rules_.over(position).value()); }

    [[nodiscard]] Position position(std::size_t /*table*/, const Men<Fast::kGroups>& men) const noexcept {
        Position position;
        put(position, men[Fast::kOwnCrossed] | men[Fast::kMoving], Piece::first);
        put(position, men[Fast::kOpponentCrossed] | men[Fast::kWaiting], Piece::second);
        return position;
    }

    /// Red and blue stones; those that have crossed are locked.
    [[nodiscard]] Picture picture(const Position& position) const {
        const int squares = rules_.board().squares();
        Picture picture = board_picture(rules_.board());
        picture.first = Ink::red;
        picture.second = Ink::blue;
        picture.locked = (squares_of(position, Piece::first, squares) & fast_.top_row()) |
                         (squares_of(position, Piece::second, squares) & fast_.bottom_row());
        return picture;
    }

private:
    Rules rules_;
    Fast fast_;
};

}  // namespace retrograde
