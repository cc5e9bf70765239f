// Played games as text, such as people keep:
//
//     game pangki
//     rules capture=touched
//     start wwww/w2w/b2b/bbbb b
//
//     1. a2-b2 d3-c3
//     2. b1-c2?? {better d2-c2} ...
//
// First the game, its rule options (a line that is left out where there are none) and the position at the start; then
// the moves, numbered by turns of the first player: `4...` is where the second player comes first. Lines that begin
// with
// `#` are remarks, and so is what stands between braces; moves may carry marks of `?` and `!`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "retrograde/game.hpp"
#include "retrograde/position.hpp"

namespace retrograde {

/// A game in play or played: moves that follow each other by the rules.
class GameRecord {
public:
    /// Of the game's own start, or from another position.
    explicit GameRecord(const Game& game) : GameRecord(game, game.start()) {}
    GameRecord(const Game& game, const Position& start) : game_(&game), start_(start) {}

    [[nodiscard]] const Game& game() const noexcept { return *game_; }
    [[nodiscard]] const Position& start() const noexcept { return start_; }
    [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
    /// The position before a ply, counted from 0, or with their number the last one.
    [[nodiscard]] const Position& before(std::size_t ply) const { return ply == 0 ? start_ : moves_[ply - 1].after; }
    [[nodiscard]] const Position& last() const { return before(moves_.size()); }

    /// Adds a move, which must be one of the last position's.
    void add(Move move) { moves_.push_back(std::move(move)); }
    /// Takes the last move back; there is one.
    void undo() { moves_.pop_back(); }

private:
    const Game* game_;
    Position start_;
    std::vector<Move> moves_;
};

/// What is written beside a move.
struct MoveNote {
    std::string mark;     ///< `?`
    std::string comment;  ///< put between braces; has none itself
    std::string remark;   ///< lines put after the move, each behind `#`
};

/// The legal move of a position with this text or, where there is none, the only one whose text begins so. Throws
/// Error(usage) where there is none, or several.
[[nodiscard]] Move find_move(const Game& game, const Position& position, std::string_view text);

/// Number of the turn that a ply of a game from this position belongs to, and what stands before it there: `3. `,
/// `3... ` or nothing for the reply in the same line. Plies are counted from 0.
[[nodiscard]] std::string move_number(const GameRecord& record, std::size_t ply, bool begins_line);

/// `notes` are those of the first moves; there may be fewer of them, or none.
[[nodiscard]] std::string record_text(const GameRecord& record, const std::vector<MoveNote>& notes = {});

/// What a record says of its game.
struct RecordHeader {
    std::string game;
    std::string rules;  ///< as make_game() reads them
    std::string start;
};

/// Throws Error(usage) that names the line, as parse_record() does.
[[nodiscard]] RecordHeader parse_record_header(std::string_view text);

/// Reads the record of a game that is made as its header says. Throws Error(usage) that names the line where the game
/// is another, its rules differ, a move is not legal, or a number is not that of its move.
[[nodiscard]] GameRecord parse_record(const Game& game, std::string_view text);

}  // namespace retrograde
