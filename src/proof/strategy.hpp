// Strategies: a move for every position that can arise under them.
//
// A strategy is closed: whatever the other side replies, the position that arises has a move too, or the game has ended
// well. For a draw that is all, play may go round for ever; for a win every line must also lead to an end, so that each
// position has a number of plies that falls along all lines.
//
// To find the smallest closed set is hard; several ways of choosing moves are tried and the smallest set is kept. Each
// goes through the positions that need a move, takes the move whose replies bring the least that is new, and then goes
// through the set again, with moves that stay inside it, as long as that leaves positions out.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "proof/strategy_graph.hpp"
#include "retrograde/proof.hpp"

namespace retrograde::proof {

struct Choice {
    StrategyGraph::Node node = 0;
    StrategyGraph::Option option = 0;
    unsigned plies = 0;  ///< within which the strategy wins; 0 in one that draws
};

struct Strategy {
    std::vector<Choice> choices;     ///< one for each position that can arise
    std::vector<ChoosingWay> tried;  ///< all ways of choosing, with what came of each
};

/// The smallest of the strategies that `choose(way)` gives, the first of several; a way has a name.
template <class Ways, class Chooser>
[[nodiscard]] Strategy smallest_of(const Ways& ways, const Chooser& choose) {
    Strategy smallest;
    for (const auto& way : ways) {
        std::vector<Choice> choices = choose(way);
        smallest.tried.push_back({way.name, choices.size()});
        if (smallest.tried.size() == 1 || choices.size() < smallest.choices.size()) {
            smallest.choices = std::move(choices);
        }
    }
    return smallest;
}

/// The smallest strategy found that does not lose from the roots of a graph whose aim is a draw.
[[nodiscard]] Strategy drawing_strategy(StrategyGraph& graph, const std::vector<StrategyGraph::Node>& roots);

/// The smallest strategy found that wins from the roots of a graph whose aim is a win.
[[nodiscard]] Strategy winning_strategy(StrategyGraph& graph, const std::vector<StrategyGraph::Node>& roots);

}  // namespace retrograde::proof
