#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <utility>

#include "proof/strategy.hpp"

namespace retrograde::proof {

namespace {

using Node = StrategyGraph::Node;
using Option = StrategyGraph::Option;

enum class Order { breadth_first, depth_first };

struct Way {
    Order order;
    double growth;  ///< see Weights
    const char* name;
};

constexpr std::array kWays{Way{Order::breadth_first, 1.15, "breadth first, wins weighed by 1.15 a ply"},
                           Way{Order::depth_first, 1.15, "depth first, wins weighed by 1.15 a ply"},
                           Way{Order::breadth_first, 1.3, "breadth first, wins weighed by 1.3 a ply"}};

/// How many more positions a new one may bring with it: a win in `d` plies a tree that grows with `d`, a draw much
/// more. Without weights the sets of Pangki become several times as large.
class Weights {
public:
    explicit Weights(double growth) : growth_(growth) {}

    [[nodiscard]] double operator()(Code code) const {
        constexpr double kDraw = 1e6;
        const auto distance = distance_of(code);
        return distance ? std::min(kDraw, std::pow(growth_, *distance)) : kDraw;
    }

private:
    double growth_;
};

using NodeSet = std::vector<bool>;  ///< by node; those beyond the end are not in it

bool holds(const NodeSet& set, Node node) { return node < set.size() && set[node]; }

/// One walk through the positions that need a move.
class Walk {
public:
    Walk(StrategyGraph& graph, Order order) : graph_(graph), order_(order) {}

    /// `choose(node)` gives the option for a position.
    template <class Chooser>
    [[nodiscard]] std::vector<Choice> run(const std::vector<Node>& roots, const Chooser& choose) {
        std::vector<Choice> choices;
        for (const Node root : roots)
            add(root);
        while (!to_do_.empty()) {
            const Node node = take();
            const Option option = choose(node);
            choices.push_back({node, option, 0});
            for (const Node reply : graph_.replies(option))
                add(reply);
        }
        return choices;
    }

    /// The positions that have a move or will get one.
    [[nodiscard]] const NodeSet& seen() const noexcept { return seen_; }

private:
    void add(Node node) {
        if (holds(seen_, node)) return;
        if (seen_.size() <= node) seen_.resize(graph_.size() + graph_.size() / 2);
        seen_[node] = true;
        to_do_.push_back(node);
    }

    [[nodiscard]] Node take() {
        const bool from_front = order_ == Order::breadth_first;
        const Node node = from_front ? to_do_.front() : to_do_.back();
        from_front ? to_do_.pop_front() : to_do_.pop_back();
        return node;
    }

    StrategyGraph& graph_;
    Order order_;
    NodeSet seen_;
    std::deque<Node> to_do_;
};

/// The option with the smallest rank, the first of several.
template <class Rank>
Option best_of(StrategyGraph::Options options, const Rank& rank) {
    Option best = options.first;
    auto best_rank = rank(best);
    for (Option option = options.first + 1; option < options.last; ++option) {
        auto other_rank = rank(option);
        if (!(other_rank < best_rank)) continue;
        best = option;
        best_rank = std::move(other_rank);
    }
    return best;
}

/// A first set: the new positions of each move as light as possible.
std::vector<Choice> weighed(StrategyGraph& graph, const Way& way, const std::vector<Node>& roots, NodeSet& set) {
    const Weights weight(way.growth);
    Walk walk(graph, way.order);
    std::vector<Choice> choices = walk.run(roots, [&](Node node) {
        return best_of(graph.options(node), [&](Option option) {
            double sum = 0;
            for (const Node reply : graph.replies(option))
                sum += holds(walk.seen(), reply) ? 0 : weight(graph.code(reply));
            return std::pair(sum, graph.replies(option).size());
        });
    });
    set = walk.seen();
    return choices;
}

/// A set inside another: as few new positions as possible.
std::vector<Choice> inside(StrategyGraph& graph, Order order, const std::vector<Node>& roots, NodeSet& set) {
    Walk walk(graph, order);
    std::vector<Choice> choices = walk.run(roots, [&](Node node) {
        return best_of(graph.options(node), [&](Option option) {
            const auto replies = graph.replies(option);
            const auto outside = std::ranges::count_if(replies, [&](Node reply) { return !holds(set, reply); });
            const auto unseen = std::ranges::count_if(replies, [&](Node reply) { return !holds(walk.seen(), reply); });
            return std::tuple(outside != 0, unseen, replies.size());
        });
    });
    set = walk.seen();
    return choices;
}

/// Walks inside the set again, in both orders by turns, as long as that leaves out one position in a hundred.
std::vector<Choice> smallest(StrategyGraph& graph, const Way& way, const std::vector<Node>& roots) {
    NodeSet set;
    std::vector<Choice> choices = weighed(graph, way, roots, set);
    Order order = way.order;
    for (bool gains = true; gains;) {
        order = order == Order::breadth_first ? Order::depth_first : Order::breadth_first;
        std::vector<Choice> fewer = inside(graph, order, roots, set);
        gains = fewer.size() < choices.size() - choices.size() / 100;
        choices = std::move(fewer);
    }
    return choices;
}

}  // namespace

Strategy drawing_strategy(StrategyGraph& graph, const std::vector<Node>& roots) {
    return smallest_of(kWays, [&](const Way& way) { return smallest(graph, way, roots); });
}

}  // namespace retrograde::proof
