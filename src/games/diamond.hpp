// Diamond for the solver: bitboards, one block at a time. The rules in plain words and plain code are in
// diamond_rules.hpp; the tests hold the two against each other.
//
// Tables. A position of the movement phase is [neutral men] [waiting men] [moving men] on the points of the net. A
// table is named by its men, those of the side to move first, then the neutral ones: `2v4n1`. In the placement phase,
// `p3v3` and `p3v4`, there are no neutral men and no quiet moves.
//
// Known without a table: blocks whose waiting men own a square; positions in which neither side has the four men of a
// square, all drawn; and those in which one side has no man, which a single ply decides. Of these last the tables are
// declared, with all blocks left out, so that their positions are counted.
//
// Children. All children of a block by the removal of one neutral man, or the capture of one waiting man, differ in
// the men that have moved alone: a family of children each, numbered by its point.
//
// Captures. Whether a step to a point captures depends on the men after it alone: two men of the mover and one enemy on
// a triangle, the step to either of the two. So captures are found from where a step ends, and all steps of one man to
// a point share their child. The pairs of points that corner a waiting man are lines of the net, worked out once a
// block; where no man of the mover stands on such a pair, and that is nearly everywhere, nothing is captured.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/diamond_net.hpp"
#include "games/diamond_rules.hpp"
#include "retrograde/bits.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

class Diamond {
public:
    static constexpr std::size_t kGroups = 3;

    /// Men that a side needs to own a square.
    static constexpr int kMenOfSquare = 4;

    class Moves;

    /// Both sides have `pieces` men to place, at least kMenOfSquare.
    Diamond(const DiamondNet& net, int pieces);

    [[nodiscard]] const SymmetryGroup& symmetries() const noexcept { return symmetries_; }
    [[nodiscard]] const std::vector<TableSpec<kGroups>>& tables() const noexcept { return tables_; }
    [[nodiscard]] Men<kGroups> exchange(const Men<kGroups>& men) const noexcept { return {men[0], men[2], men[1]}; }
    [[nodiscard]] Moves moves_in(std::size_t table, const Men<kGroups>& key) const noexcept;

    /// Whether a table has entries for positions of the movement phase with these numbers of men.
    [[nodiscard]] static bool is_stored(int own, int opponent) noexcept {
        return std::min(own, opponent) > 0 && std::max(own, opponent) >= kMenOfSquare;
    }

    /// Table of the movement phase in which the side to move has `own` men.
    [[nodiscard]] std::size_t table_of(int own, int opponent, int neutral) const noexcept {
        const int pair = own * (pieces_ + 1) + opponent;
        return first_tables_[static_cast<std::size_t>(pair)] + static_cast<std::size_t>(neutral);
    }

    /// Table of the placement phase with that many men on the net.
    [[nodiscard]] std::size_t placement_table_of(int men) const noexcept {
        return first_placement_ + static_cast<std::size_t>(men);
    }

    /// Whether men stand on all four corners of a square.
    [[nodiscard]] bool owns_square(Bits men) const noexcept { return squares_.any_within(men); }

private:
    /// The squares of the net by their lower-left corners.
    struct Squares {
        int width = 0;  ///< of the grid
        Bits corners = 0;

        /// The corners of each square.
        [[nodiscard]] std::vector<Bits> sets() const {
            std::vector<Bits> sets;
            for_each_square(corners, [&](int corner) { sets.push_back((Bits{3} | Bits{3} << width) << corner); });
            return sets;
        }

        [[nodiscard]] bool any_within(Bits men) const noexcept {
            const Bits rows = men & men >> 1;
            return (rows & rows >> width & corners) != 0;
        }

        /// Whether men stand on three corners of a square, or on all four.
        [[nodiscard]] bool any_but_one_within(Bits men) const noexcept {
            const Bits both = men & men >> 1;
            const Bits either = men | men >> 1;
            return (((both & either >> width) | (either & both >> width)) & corners) != 0;
        }
    };

    /// Lines lead from a point to the next in its row, or to the one above it or to the left or right of that.
    static constexpr std::size_t kDirections = 4;

    /// A set of lines: for each direction the set of their lower ends.
    using LineSet = std::array<Bits, kDirections>;

    /// What the moves of a table need to know of it.
    struct Links {
        Phase phase = Phase::movement;
        std::optional<std::size_t> after_capture;  ///< table; none where all its positions are drawn
        std::size_t after_removal = 0;             ///< table
        std::size_t after_placement = 0;           ///< table
    };

    void set_up_net(const DiamondNet& net);
    void set_up_tables();
    void add_table(int own, int opponent, int neutral);
    void add_placement_table(int men);
    [[nodiscard]] static std::string name_of(Phase phase, int first, int second, int neutral);

    [[nodiscard]] std::size_t direction_of(int step) const noexcept {
        return static_cast<std::size_t>(std::ranges::find(steps_, step) - steps_.begin());
    }

    /// Points that a line joins to one of the set.
    [[nodiscard]] Bits neighbours_of(Bits set) const noexcept {
        Bits neighbours = 0;
        for (std::size_t d = 0; d < kDirections; ++d) {
            neighbours |= (set & lines_[d]) << steps_[d] | (set >> steps_[d] & lines_[d]);
        }
        return neighbours;
    }

    int pieces_;
    SymmetryGroup symmetries_;
    std::vector<TableSpec<kGroups>> tables_;
    std::vector<Links> links_;               ///< by table
    std::vector<std::size_t> first_tables_;  ///< by own * (pieces + 1) + opponent
    std::size_t first_placement_ = 0;

    std::array<int, kDirections> steps_;  ///< from the lower end of a line to the upper one
    Bits points_ = 0;
    Squares squares_;
    LineSet lines_{};
    std::array<Bits, kMaxSquares> neighbours_{};
    std::array<LineSet, kMaxSquares> opposite_lines_{};  ///< sides of triangles that face a point
    std::array<std::array<Bits, DiamondNet::kMostTriangles>, kMaxSquares> triangles_{};  ///< other two corners
};

/// Moves of the side to move against fixed neutral and waiting men. But for known(), the waiting men own no square.
class Diamond::Moves {
public:
    Moves(const Diamond& game, const Links& links, Bits neutral, Bits waiting) noexcept
        : game_(&game),
          links_(&links),
          neutral_(neutral),
          waiting_(waiting),
          free_(game.points_ & ~(neutral | waiting)),
          removable_(neutral & ~game.neighbours_of(waiting)) {
        for_each_square(waiting, [&](int point) {
            const LineSet& opposite = game.opposite_lines_[static_cast<std::size_t>(point)];
            for (std::size_t d = 0; d < kDirections; ++d)
                cornering_lines_[d] |= opposite[d];
        });
        for (std::size_t d = 0; d < kDirections; ++d) {
            free_lines_[d] = game.lines_[d] & free_ & free_ >> game.steps_[d];
        }
    }

    [[nodiscard]] unsigned number(Bits men) const noexcept {
        if (game_->owns_square(men)) return 0;
        if (links_->phase == Phase::placement) return static_cast<unsigned>(count(free_ & ~men));
        int steps = 0;
        for (std::size_t d = 0; d < kDirections; ++d)
            steps += count(lines_to_step_on(men, d));
        return static_cast<unsigned>(steps == 0 ? 0 : steps + count(removable_by(men)));
    }

    [[nodiscard]] Standing standing(Bits men, unsigned number) const noexcept {
        if (number != 0) return Standing::open;
        return game_->owns_square(men) ? Standing::impossible : Standing::drawn;
    }

    template <class Visitor>
    void unmoves(Bits men, Visitor&& visit) const {
        if (links_->phase == Phase::placement || game_->owns_square(men)) return;
        const Bits capturing = capturing_men(men);
        for_each_step_back(men, capturing, [&](Bits parent) { visit(parent); });
    }

    template <class Sink>
    void conversions(Bits men, Sink& sink) const {
        if (links_->phase == Phase::placement) {
            placements(men, sink);
        } else if (game_->owns_square(men)) {
            const auto won = sink.ended(Value::loss);
            for_each_step_back(men, 0, [&](Bits parent) { sink.move(parent, won); });
        } else {
            captures(men, sink);
            removals(men, sink);
        }
    }

    /// Code of a position of a block that is left out.
    [[nodiscard]] std::optional<Code> known(Bits men) const noexcept {
        if (game_->owns_square(men)) return std::nullopt;
        if (game_->owns_square(waiting_)) return kLossCode;
        return can_complete_square(men) ? kWinCode : kDrawCode;
    }

private:
    /// Lines along which the men can step in this direction, or can have come.
    [[nodiscard]] Bits lines_to_step_on(Bits men, std::size_t direction) const noexcept {
        return (men ^ men >> game_->steps_[direction]) & free_lines_[direction];
    }

    [[nodiscard]] bool can_step(Bits men) const noexcept {
        Bits lines = 0;
        for (std::size_t d = 0; d < kDirections; ++d)
            lines |= lines_to_step_on(men, d);
        return lines != 0;
    }

    /// Calls visit(other_men) for each placement of the men one step away from this one; a step is the same in both
    /// directions of time.
    template <class Visitor>
    void for_each_step(Bits men, Bits standing_still, Visitor&& visit) const {
        for (std::size_t d = 0; d < kDirections; ++d) {
            const int step = game_->steps_[d];
            const Bits lines = lines_to_step_on(men, d) & ~(standing_still | standing_still >> step);
            const Bits ends = Bits{1} | Bits{1} << step;
            for_each_square(lines, [&](int lower) { visit(men ^ ends << lower); });
        }
    }

    /// Calls visit(parent) for each placement from which a step of one of the men, but those standing still, leads to
    /// this one. A side that owns a square makes no more steps; it has three of its men there after one.
    template <class Visitor>
    void for_each_step_back(Bits men, Bits standing_still, Visitor&& visit) const {
        if (!game_->squares_.any_but_one_within(men)) {
            for_each_step(men, standing_still, visit);
            return;
        }
        for_each_step(men, standing_still, [&](Bits parent) {
            if (!game_->owns_square(parent)) visit(parent);
        });
    }

    [[nodiscard]] bool can_complete_square(Bits men) const noexcept {
        bool can = false;
        for_each_step(men, 0, [&](Bits after) { can |= game_->owns_square(after); });
        return can;
    }

    [[nodiscard]] Bits removable_by(Bits men) const noexcept {
        return removable_ == 0 ? 0 : removable_ & ~game_->neighbours_of(men);
    }

    /// Men that stand with another on a triangle whose third corner is a waiting man.
    [[nodiscard]] Bits cornering_men(Bits men) const noexcept {
        Bits found = 0;
        for (std::size_t d = 0; d < kDirections; ++d) {
            const int step = game_->steps_[d];
            const Bits pairs = men & men >> step & cornering_lines_[d];
            found |= pairs | pairs << step;
        }
        return found;
    }

    /// The waiting man that is captured when a man has just stepped to this point; the empty set if none is.
    [[nodiscard]] Bits captured_by(int point, Bits men) const noexcept {
        Bits cornered = 0;
        for (const Bits corners : game_->triangles_[static_cast<std::size_t>(point)]) {
            if ((corners & men) != 0) cornered |= corners & waiting_;
        }
        return count(cornered) == 1 ? cornered : 0;
    }

    /// Men that have captured if they have just moved.
    [[nodiscard]] Bits capturing_men(Bits men) const noexcept {
        Bits capturing = 0;
        for_each_square(cornering_men(men), [&](int point) {
            if (captured_by(point, men) != 0) capturing |= bit(point);
        });
        return capturing;
    }

    /// Captures that end on `men`, which own no square.
    template <class Sink>
    void captures(Bits men, Sink& sink) const {
        for_each_square(cornering_men(men), [&](int point) {
            const Bits captured = captured_by(point, men);
            const Bits origins = game_->neighbours_[static_cast<std::size_t>(point)] & free_ & ~men;
            if (captured == 0 || origins == 0) return;
            const auto child = child_of_capture(men, captured, sink);
            for_each_square(origins, [&](int origin) {
                const Bits parent = men ^ bit(point) ^ bit(origin);
                if (!game_->owns_square(parent)) sink.move(parent, child);
            });
        });
    }

    template <class Sink>
    [[nodiscard]] auto child_of_capture(Bits men, Bits captured, Sink& sink) const {
        if (!links_->after_capture) return sink.ended(Value::draw);
        return sink.child(*links_->after_capture, Men<kGroups>{neutral_ | captured, men, waiting_ ^ captured},
                          lowest(captured));
    }

    /// Removals that start on `men`, which own no square.
    template <class Sink>
    void removals(Bits men, Sink& sink) const {
        const Bits removable = removable_by(men);
        if (removable == 0 || !can_step(men)) return;
        for_each_square(removable, [&](int point) {
            const Men<kGroups> child{neutral_ ^ bit(point), men, waiting_};
            sink.move(men, sink.child(links_->after_removal, child, point));
        });
    }

    template <class Sink>
    void placements(Bits men, Sink& sink) const {
        if (game_->owns_square(men)) return;
        for_each_square(free_ & ~men, [&](int point) {
            const Bits placed = men | bit(point);
            sink.move(men, game_->owns_square(placed)
                               ? sink.ended(Value::loss)
                               : sink.child(links_->after_placement, Men<kGroups>{0, placed, waiting_}, 0));
        });
    }

    const Diamond* game_;
    const Links* links_;
    Bits neutral_;
    Bits waiting_;
    Bits free_;                  ///< points for the men of the side to move
    Bits removable_;             ///< neutral men that no waiting man stands next to
    LineSet free_lines_{};       ///< with both ends free
    LineSet cornering_lines_{};  ///< sides of triangles that face a waiting man
};

inline Diamond::Moves Diamond::moves_in(std::size_t table, const Men<kGroups>& key) const noexcept {
    return {*this, links_[table], key[0], key[1]};
}

}  // namespace retrograde
