// Holds the parts of a game against each other: index, moves, un-moves, symmetries and text, position by position.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/index_set.hpp"
#include "games/plain_rules.hpp"
#include "retrograde/position.hpp"
#include "retrograde/seat.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// `Model` joins the plain rules of a game with its solver class; see solvable_game.hpp. Each check returns what is
/// wrong, or nothing.
template <class Model>
class SelfTest {
public:
    using Fast = typename Model::Fast;
    static constexpr std::size_t kGroups = Fast::kGroups;
    using Fault = std::optional<std::string>;

    SelfTest(const Model& model, const IndexSet<Fast>& indices) : model_(model), indices_(indices) {}

    /// All checks for one entry of a table.
    [[nodiscard]] Fault check(std::size_t table, std::uint32_t block, std::uint32_t inner) const {
        const Men<kGroups> men = indices_[table].men(block, inner);
        for (const auto part : {&SelfTest::check_index, &SelfTest::check_symmetry}) {
            if (Fault fault = (this->*part)(table, {block, inner}, men)) return described(table, men, *fault);
        }
        return check(table, men);
    }

    /// The checks that need no index, for any position of a table's shape whose block is stored.
    [[nodiscard]] Fault check(std::size_t table, const Men<kGroups>& men) const {
        for (const auto part : {&SelfTest::check_text, &SelfTest::check_moves, &SelfTest::check_unmoves}) {
            if (Fault fault = (this->*part)(table, men)) return described(table, men, *fault);
        }
        return std::nullopt;
    }

private:
    /// A conversion: where it leads, up to symmetry, or the code of an ended game.
    struct Child {
        std::size_t table = kEnded;
        Men<kGroups> men{};
        Code code = kDrawCode;

        friend auto operator<=>(const Child&, const Child&) = default;
    };
    static constexpr std::size_t kEnded = ~std::size_t{0};

    /// Collects the conversions of one parent.
    struct Sink {
        const SelfTest* test;
        Bits parent;
        std::vector<Child>* children;
        std::map<int, std::pair<std::size_t, Men<kGroups>>> families = {};

        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men) const {
            return {table, test->first_image(men)};
        }
        /// As a solver does it: all men but the waiting ones are those of the first child of the family.
        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men, int family) {
            auto [table_of_first, located] = families.try_emplace(family, table, men).first->second;
            located[kGroups - 2] = men[kGroups - 2];
            return child(table_of_first, located);
        }
        [[nodiscard]] Child ended(Value value) const { return {kEnded, {}, code_of_end(value)}; }
        void move(Bits from, const Child& child) const {
            if (from == parent) children->push_back(child);
        }
    };

    [[nodiscard]] std::string described(std::size_t table, const Men<kGroups>& men, const std::string& fault) const {
        return fmt::format("{} (table {}): {}", position_text(model_.rules().board(), model_.position(table, men)),
                           model_.fast().tables()[table].name, fault);
    }

    [[nodiscard]] Men<kGroups> image(unsigned g, const Men<kGroups>& men) const {
        Men<kGroups> result{};
        for (std::size_t i = 0; i < kGroups; ++i)
            result[i] = model_.fast().symmetries().apply(g, men[i]);
        return result;
    }

    [[nodiscard]] Men<kGroups> first_image(const Men<kGroups>& men) const {
        Men<kGroups> first = men;
        for (unsigned g = 1; g < model_.fast().symmetries().size(); ++g)
            first = std::min(first, image(g, men));
        return first;
    }

    [[nodiscard]] bool is_impossible(std::size_t table, const Men<kGroups>& men) const {
        const auto moves = model_.fast().moves_in(table, men);
        return moves.standing(men[kGroups - 1], moves.number(men[kGroups - 1])) == Standing::impossible;
    }

    /// How the plain rules see a position.
    [[nodiscard]] Standing plain_standing(const Position& position) const {
        const std::optional<Value> over = model_.rules().over(position);
        if (!over) return Standing::open;
        return *over == Value::win ? Standing::impossible : *over == Value::draw ? Standing::drawn : Standing::lost;
    }

    /// The entry of the men is the one they came from.
    [[nodiscard]] Fault check_index(std::size_t table, Location at, const Men<kGroups>& men) const {
        const Location found = indices_[table].locate(men);
        const Block& block = indices_[table].block(at.block);
        const Bits ranked = extract(men[kGroups - 1], block.free);
        const bool first = indices_[table].is_first_image(block, at.inner);
        if (indices_[table].ranking(block).rank(ranked) == at.inner && found.block == at.block &&
            (first ? found.inner == at.inner : found.inner < at.inner)) {
            return std::nullopt;
        }
        return fmt::format("unranked from block {} entry {}, ranked to {}, {}", at.block, at.inner, found.block,
                           found.inner);
    }

    /// Every symmetric image lies in the same block, and as many keys share it as it says.
    [[nodiscard]] Fault check_symmetry(std::size_t table, Location at, const Men<kGroups>& men) const {
        std::vector<Men<kGroups>> keys;
        for (unsigned g = 0; g < model_.fast().symmetries().size(); ++g) {
            Men<kGroups> other = image(g, men);
            const Location found = indices_[table].locate(other);
            if (found.block != at.block) return "an image lies in another block";
            if (found.inner != indices_[table].locate(men).inner) return "an image has another entry";
            other[kGroups - 1] = 0;
            keys.push_back(other);
        }
        std::sort(keys.begin(), keys.end());
        const auto images = static_cast<std::size_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
        if (images != indices_[table].block(at.block).images) return "the block has the wrong number of images";
        return std::nullopt;
    }

    /// Text, table and men say the same position.
    [[nodiscard]] Fault check_text(std::size_t table, const Men<kGroups>& men) const {
        if (is_impossible(table, men)) return std::nullopt;
        const Board& board = model_.rules().board();
        const Position position = model_.position(table, men);
        const std::string text = position_text(board, position);
        if (parse_position(board, text) != position) return "its text reads as another position";
        const auto seat = model_.seat(position);
        if (!seat || seat->table != table || seat->men != men) return "it is seated elsewhere";
        return std::nullopt;
    }

    /// The solver's moves from a position are those of the plain rules.
    [[nodiscard]] Fault check_moves(std::size_t table, const Men<kGroups>& men) const {
        const auto& spec = model_.fast().tables()[table];
        const Position position = model_.position(table, men);
        const auto moves = model_.fast().moves_in(table, men);
        const Bits own = men[kGroups - 1];
        std::vector<Child> plain;
        std::vector<Child> fast;
        std::vector<Bits> visits{own};
        unsigned number = 0;
        Fault fault;
        model_.rules().for_each_move(position, [&](const auto& /*move*/, const Position& after) {
            ++number;
            const auto seat = model_.seat(after);
            if (!seat) {
                plain.push_back({kEnded, {}, model_.known_code(after)});
                visits.push_back(squares_of(after, man_of(position.to_move), model_.rules().board().squares()));
                return;
            }
            const Men<kGroups> seen = model_.fast().exchange(seat->men);
            visits.push_back(seen[kGroups - 1]);
            if (seat->table == spec.partner) {
                unsigned found = 0;
                moves.unmoves(seen[kGroups - 1], [&](Bits parent) { found += parent == own ? 1 : 0; });
                if (found != 1) fault = fmt::format("a quiet move is found {} times by un-moves", found);
            } else {
                const auto& listed = spec.conversions;
                if (std::find(listed.begin(), listed.end(), seat->table) == listed.end()) {
                    fault = "a conversion leads to a table that is not listed";
                }
                plain.push_back({seat->table, first_image(seat->men)});
            }
        });
        if (fault) return fault;
        if (moves.number(own) != number) return fmt::format("{} moves, not {}", number, moves.number(own));
        if (number > spec.max_moves) return fmt::format("{} moves, more than the limit", number);
        const Standing standing = moves.standing(own, number);
        if (standing != plain_standing(position)) return "the two views differ on whether it is over";
        if (standing != Standing::open) return std::nullopt;

        // Conversions are reported from where they start or from where they end, as the game likes.
        std::sort(visits.begin(), visits.end());
        visits.erase(std::unique(visits.begin(), visits.end()), visits.end());
        std::erase_if(visits, [&](Bits visited) { return count(visited) != count(own); });
        Sink sink{this, own, &fast};
        for (const Bits visited : visits)
            moves.conversions(visited, sink);
        std::sort(plain.begin(), plain.end());
        std::sort(fast.begin(), fast.end());
        if (plain != fast) return fmt::format("{} conversions, not {}, or other ones", plain.size(), fast.size());
        return std::nullopt;
    }

    /// Each parent that the solver's un-moves give has a quiet move here.
    [[nodiscard]] Fault check_unmoves(std::size_t table, const Men<kGroups>& men) const {
        if (is_impossible(table, men)) return std::nullopt;
        // The parents' table is the partner: seen from there, the men of this position that wait have just moved.
        const std::size_t partner = model_.fast().tables()[table].partner;
        Men<kGroups> parent = model_.fast().exchange(men);
        const Bits moved = parent[kGroups - 1];
        Fault fault;
        model_.fast().moves_in(partner, parent).unmoves(moved, [&](Bits from) {
            parent[kGroups - 1] = from;
            unsigned found = 0;
            model_.rules().for_each_move(model_.position(partner, parent), [&](const auto&, const Position& after) {
                const auto seat = model_.seat(after);
                found += seat && seat->table == table && seat->men == men ? 1 : 0;
            });
            if (found != 1) fault = fmt::format("an un-move has {} moves to match it", found);
        });
        return fault;
    }

    const Model& model_;
    const IndexSet<Fast>& indices_;
};

}  // namespace retrograde
