// Fuzz target: rule options and positions of all games. An input is two or three lines: game, rule options, position.
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "fuzz.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"

namespace retrograde::fuzz {
namespace {

/// The game under these rules, or none; those used lately are kept, because some take long to make.
const Game* game_of(const std::string& name, const std::string& rules) {
    constexpr std::size_t kMost = 16;
    static std::map<std::string, std::unique_ptr<Game>> games;
    const std::string key = name + ' ' + rules;
    if (const auto found = games.find(key); found != games.end()) return found->second.get();
    std::unique_ptr<Game> game;
    if (!succeeds(ErrorKind::usage, [&] { game = make_game(name, rules); })) return nullptr;
    if (games.size() == kMost) games.clear();
    return (games[key] = std::move(game)).get();
}

void check_text(const Board& board, const Position& position) {
    if (parse_position(board, position_text(board, position)) != position) fail("text and position differ");
}

/// What every position that the rules accept has to hold.
void check_moves(const Game& game, const Position& position) {
    const std::vector<Move> moves = game.moves(position);
    if (moves.empty() != game.over(position).has_value()) fail("no moves, or moves after the end");
    if (game.children(position).size() != moves.size()) fail("as many children as moves");
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i > 0 && moves[i - 1].text >= moves[i].text) fail("moves out of order, or two with one text");
        if (moves[i].after.to_move == position.to_move) fail("a side moves twice");
        check_text(game.board(), moves[i].after);
    }
    if (game.diagram(position).empty()) fail("no diagram");
}

}  // namespace
}  // namespace retrograde::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace retrograde;
    std::istringstream lines(std::string(data, data + size));
    std::string name;
    std::string rules;
    std::string text;
    std::getline(lines, name);
    std::getline(lines, rules);
    std::getline(lines, text);
    const Game* const game = fuzz::game_of(name, rules);
    if (game == nullptr) return 0;
    Position position;
    if (!fuzz::succeeds(ErrorKind::usage, [&] { position = parse_position(game->board(), text); })) return 0;
    fuzz::check_text(game->board(), position);
    if (!fuzz::succeeds(ErrorKind::usage, [&] { game->check(position); })) return 0;
    fuzz::check_moves(*game, position);
    return 0;
}
