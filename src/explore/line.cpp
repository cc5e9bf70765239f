#include "retrograde/line.hpp"

#include <algorithm>

namespace retrograde {
namespace {

LineMove next_move(const Game& game, const Database& database, const Position& position) {
    const std::vector<EvaluatedMove> moves = evaluate_moves(game, database, position);
    LineMove next{choose_move(game, database, moves), {}};
    for (EvaluatedMove& move : best_of(moves)) {
        if (move.move.text != next.chosen.move.text) next.equal.push_back(std::move(move));
    }
    return next;
}

}  // namespace

BestLine best_line(const Game& game, const Database& database, const Position& start, std::size_t most_plies) {
    BestLine line;
    line.start = start;
    line.evaluation = evaluate(game, database, start);
    std::vector<Position> seen{start};
    while (!(line.result = game.over(line.last()))) {
        if (line.moves.size() == most_plies) {
            line.end = LineEnd::cut;
            return line;
        }
        line.moves.push_back(next_move(game, database, line.last()));
        const auto before = std::ranges::find(seen, line.last());
        if (before != seen.end()) {
            line.end = LineEnd::repeated;
            line.repeats = static_cast<std::size_t>(before - seen.begin());
            return line;
        }
        seen.push_back(line.last());
    }
    return line;
}

}  // namespace retrograde
