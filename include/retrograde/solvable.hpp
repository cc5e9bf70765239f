// What a game gives to the engine. A new game is one class with these members (and plain rules beside it).
//
// The engine knows positions as groups of men seen from the side to move (index.hpp). All positions with the same
// numbers of men and the same side to move, up to an exchange of the sides, make a *table*. A quiet move changes
// the men of the side to move alone and leads to the table's *partner*, in which the other side moves; any other
// move is a *conversion* and leads to a table of another layer. A table and its partner are one layer. A table without
// quiet moves is a layer of its own.
//
//     struct G {
//         static constexpr std::size_t kGroups;            // groups of men, see index.hpp
//
//         const SymmetryGroup& symmetries() const;         // of the board; they keep every rule
//         const std::vector<TableSpec<kGroups>>& tables() const;
//
//         // The same position from the other side's point of view: waiting and moving men change places, and the
//         // board is turned where the game demands it. An involution.
//         Men<kGroups> exchange(const Men<kGroups>&) const;
//
//         // What moves do within one block: all positions with these shared and waiting men.
//         Moves moves_in(std::size_t table, const Men<kGroups>& key) const;
//     };
//
//     struct G::Moves {
//         // Number of legal moves of the side to move with its men on `men`, conversions included; 0 where it
//         // has ended.
//         unsigned number(Bits men) const;
//
//         // Whether the game goes on in a position; `number` is what number(men) gave.
//         Standing standing(Bits men, unsigned number) const;
//
//         // Quiet un-moves: calls visit(parent) for each placement of the moving men from which a quiet move leads
//         // to `men`, once for each such move.
//         void unmoves(Bits men, Visitor visit) const;
//
//         // Conversions: called for every placement `men` of a block, must report each conversion of the block
//         // exactly once. It may report those that end on `men` or those that start there, as suits the game:
//         //     auto child = sink.child(table, men_of_child)   seen from the side that moves next; or
//         //     auto child = sink.child(table, men, family)    the same, sooner: all children of the block with this
//         //                                                    number, below 64, differ in their waiting men alone; or
//         //     auto child = sink.ended(value)                 the child has ended with this value for that side
//         //     sink.move(parent, child)                       a move of `parent` leads to the child
//         void conversions(Bits men, Sink& sink) const;
//
//         // Only where a table leaves out blocks (TableSpec::left_out): code of a position in such a block, none where
//         // it is impossible.
//         std::optional<Code> known(Bits men) const;
//     };
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retrograde/index.hpp"
#include "retrograde/position.hpp"
#include "retrograde/symmetry.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// How a position stands before any search.
enum class Standing : std::uint8_t {
    open,       ///< the side to move has a move
    lost,       ///< the game has ended, lost for the side to move
    drawn,      ///< the game has ended in a draw
    impossible  ///< no position of the game, though it has an entry: not counted, and of no value
};

/// One table of a game, as its class declares it.
template <std::size_t kGroups>
struct TableSpec {
    std::string name;   ///< `4v3`: men of the side to move, men of the other; unique
    std::string layer;  ///< name of the layer, common with the partner
    unsigned own = 0;
    unsigned opponent = 0;
    unsigned neutral = 0;
    Phase phase = Phase::none;
    TableShape<kGroups> shape{};
    std::size_t partner = 0;               ///< where quiet moves lead; may be the table itself
    bool converts_only = false;            ///< there are no quiet moves; the partner is the table itself
    std::vector<std::size_t> conversions;  ///< where all other moves may lead
    unsigned max_moves = 0;                ///< no position has more moves
    LeftOut<kGroups> left_out;             ///< blocks whose positions are known without a table; empty: none
};

template <class G>
concept Solvable = requires(const G& game, std::size_t table, const Men<G::kGroups>& men) {
    { game.symmetries() } -> std::same_as<const SymmetryGroup&>;
    { game.tables() } -> std::same_as<const std::vector<TableSpec<G::kGroups>>&>;
    { game.exchange(men) } -> std::same_as<Men<G::kGroups>>;
    { game.moves_in(table, men).number(Bits{}) } -> std::same_as<unsigned>;
    { game.moves_in(table, men).standing(Bits{}, 0U) } -> std::same_as<Standing>;
};

}  // namespace retrograde
