// Diamond as the engine's two views of a game joined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/diamond.hpp"
#include "games/diamond_rules.hpp"
#include "retrograde/seat.hpp"

namespace retrograde {

class DiamondModel {
public:
    using Rules = DiamondRules;
    using Fast = Diamond;

    explicit DiamondModel(const DiamondSetup& setup) : rules_(setup), fast_(rules_.net(), setup.pieces) {}

    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
    [[nodiscard]] const Fast& fast() const noexcept { return fast_; }

    [[nodiscard]] std::optional<Seat<3>> seat(const Position& position) const noexcept {
        const Men<3> men{men_of(position, Piece::neutral), men_of(position, man_of(other(position.to_move))),
                         men_of(position, man_of(position.to_move))};
        if (fast_.owns_square(men[1]) || fast_.owns_square(men[2])) return std::nullopt;
        const int opponent = count(men[1]);
        const int own = count(men[2]);
        if (position.phase == Phase::placement) return Seat<3>{fast_.placement_table_of(own + opponent), men};
        if (!Fast::is_stored(own, opponent)) return std::nullopt;
        return Seat<3>{fast_.table_of(own, opponent, count(men[0])), men};
    }

    /// Without a seat a position is over, or a square is completed by the next ply or never.
    [[nodiscard]] Code known_code(const Position& position) const {
        if (const auto result = rules_.over(position)) return code_of_end(*result);
        if (count(men_of(position, man_of(position.to_move))) < Fast::kMenOfSquare) return kDrawCode;
        Code code = kDrawCode;
        rules_.for_each_move(position, [&](const DiamondMove& /*move*/, const Position& after) {
            if (rules_.over(after) == Value::loss) code = kWinCode;
        });
        return code;
    }

    /// As tables see it the side to move is Black, but for White's turns of the placement phase.
    [[nodiscard]] Position position(std::size_t table, const Men<3>& men) const noexcept {
        const auto& spec = fast_.tables()[table];
        Position position;
        position.phase = spec.phase;
        if (spec.phase == Phase::placement && spec.own < spec.opponent) position.to_move = Side::second;
        put(position, men[0], Piece::neutral);
        put(position, men[1], man_of(other(position.to_move)));
        put(position, men[2], man_of(position.to_move));
        return position;
    }

    [[nodiscard]] std::string diagram(const Position& position) const { return net_diagram(rules_.net(), position); }

    [[nodiscard]] Picture picture(const Position& /*position*/) const { return net_picture(rules_.net()); }

    /// The pie rule belongs to the empty board alone.
    [[nodiscard]] std::string remark(const Position& position, std::span<const Value> values) const {
        if (position != rules_.start()) return {};
        std::vector<Value> for_white(values.size());
        std::ranges::transform(values, for_white.begin(), opposite);
        return std::string("with the pie rule, by which White may change sides after Black's first man: ") +
               name_of(value_with_pie_rule(for_white));
    }

private:
    [[nodiscard]] Bits men_of(const Position& position, Piece piece) const noexcept {
        return squares_of(position, piece, rules_.board().squares());
    }

    Rules rules_;
    Fast fast_;
};

}  // namespace retrograde
