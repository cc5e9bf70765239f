// The common shape of the plain rules of a game: rules written for a reader, on `Position`, without bitboards.
// The commands list moves with them, and the verifier generates the children of every stored position with
// them, independently of the solver. Every function here works for any game of this shape.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "retrograde/game.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// What the plain rules of a game offer. `Rules::PlainMove` is a small value without heap memory. With a
/// position that passes `check`:
///
/// - `board()`, `start()`: the board, and the position at the start of the game.
/// - `check(position)`: throws Error(usage) where the position has no meaning under the rules.
/// - `over(position)`: the result for the side to move where the game has ended, else none.
/// - `for_each_move(position, visit)`: calls `visit(move, after)` for each legal move, in no particular order;
///   not at all where the game is over, and at least once where it is not. `after` is valid during the call only.
/// - `move_text(move)`: the move in the game's notation; no two moves of one position share a text.
///
/// All members are const and may be called from several threads at once.
template <class Rules>
concept PlainRules = requires(const Rules& rules, const Position& position, const typename Rules::PlainMove& move,
                              void (*visit)(const typename Rules::PlainMove&, const Position&)) {
    requires std::copyable<typename Rules::PlainMove>;
    { rules.board() } -> std::same_as<const Board&>;
    { rules.start() } -> std::same_as<Position>;
    { rules.check(position) } -> std::same_as<void>;
    { rules.over(position) } -> std::same_as<std::optional<Value>>;
    { rules.move_text(move) } -> std::same_as<std::string>;
    rules.for_each_move(position, visit);
};

/// Men of a side on the board.
[[nodiscard]] int count_men(const Position& position, Side side);

/// The checks of all games without neutral men and phases. Throws Error(usage) where something stands on the board that
/// such a game does not have, or where a side has more men than `men_at_start` (by side).
void check_men(const Board& board, const Position& position, const std::array<int, 2>& men_at_start);

/// Legal moves sorted by their text; none where the game is over. The position passes `check`.
template <PlainRules Rules>
[[nodiscard]] std::vector<Move> sorted_moves(const Rules& rules, const Position& position) {
    std::vector<Move> moves;
    rules.for_each_move(position, [&](const typename Rules::PlainMove& move, const Position& after) {
        moves.push_back(Move{rules.move_text(move), after});
    });
    std::ranges::sort(moves, {}, &Move::text);
    return moves;
}

/// Adds the numbers of move sequences of length 1, 2, ... from `position` to `counts`.
template <PlainRules Rules>
void add_move_sequences(const Rules& rules, const Position& position, std::span<std::uint64_t> counts) {
    if (counts.empty()) return;
    rules.for_each_move(position, [&](const typename Rules::PlainMove&, const Position& after) {
        ++counts.front();
        add_move_sequences(rules, after, counts.subspan(1));
    });
}

/// Numbers of move sequences of length 1 to `depth`; a sequence ends where the game ends.
template <PlainRules Rules>
[[nodiscard]] std::vector<std::uint64_t> perft(const Rules& rules, const Position& position, unsigned depth) {
    std::vector<std::uint64_t> counts(depth);
    add_move_sequences(rules, position, counts);
    return counts;
}

}  // namespace retrograde
