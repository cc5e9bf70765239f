#include <algorithm>
#include <limits>
#include <tuple>

#include "proof/strategy.hpp"

namespace retrograde::proof {

namespace {

using Node = StrategyGraph::Node;
using Option = StrategyGraph::Option;

/// Plies by node; 0 where a position has no move yet.
using Plies = std::vector<unsigned>;

unsigned plies_of(const Plies& plies, Node node) { return node < plies.size() ? plies[node] : 0; }

struct Way {
    bool uses_finished;  ///< a move whose replies all have moves already goes before the shortest
    bool longest_first;  ///< of the replies
    const char* name;
};

constexpr Way kWays[] = {{false, false, "shortest wins"},
                         {true, false, "fewest new positions, short replies first"},
                         {true, true, "fewest new positions, long replies first"}};

/// Gives moves to positions and all that follow from them, depth first, so that a position has its plies after all its
/// replies.
class Walk {
public:
    /// `bounds`: plies of an earlier strategy, whose positions are not to be left, and below which the replies to a
    /// move must stay; none: moves win as fast as any.
    Walk(StrategyGraph& graph, const Way& way, const Plies* bounds) : graph_(graph), way_(way), bounds_(bounds) {}

    [[nodiscard]] std::vector<Choice> run(const std::vector<Node>& roots) {
        for (const Node root : roots)
            visit(root);
        return std::move(choices_);
    }

    [[nodiscard]] const Plies& plies() const noexcept { return plies_; }

private:
    /// Smaller is better: replies without a move, plies if there are none of these, replies.
    using Rank = std::tuple<std::size_t, unsigned, std::size_t>;

    /// A position that is being dealt with: its option, and the replies that are left to visit.
    struct Visit {
        Node node;
        Option option;
        std::vector<Node> replies;
    };

    void visit(Node root) {
        std::vector<Visit> stack;
        const auto enter = [&](Node node) {
            if (plies_of(plies_, node) != 0) return;
            const Option option = best_option(node);
            const auto replies = graph_.replies(option);
            stack.push_back({node, option, {replies.begin(), replies.end()}});
            sort(stack.back().replies);
        };
        enter(root);
        while (!stack.empty()) {
            Visit& top = stack.back();
            if (!top.replies.empty()) {
                const Node reply = top.replies.back();
                top.replies.pop_back();
                enter(reply);
                continue;
            }
            finish(top.node, top.option);
            stack.pop_back();
        }
    }

    void finish(Node node, Option option) {
        if (plies_.size() < graph_.size()) plies_.resize(graph_.size() + graph_.size() / 2);
        plies_[node] = plies_through(option);
        choices_.push_back({node, option, plies_[node]});
    }

    /// The last is visited first.
    void sort(std::vector<Node>& replies) {
        if (!way_.uses_finished) return;
        std::vector<std::pair<unsigned, Node>> keyed;
        for (const Node reply : replies)
            keyed.emplace_back(way_.longest_first ? shortest(reply) : ~shortest(reply), reply);
        std::ranges::sort(keyed);
        std::ranges::transform(keyed, replies.begin(), [](const auto& one) { return one.second; });
    }

    [[nodiscard]] unsigned shortest(Node node) {
        unsigned plies = std::numeric_limits<unsigned>::max();
        const auto [first, last] = graph_.options(node);
        for (Option option = first; option < last; ++option)
            plies = std::min(plies, distance_after(option) + 1);
        return plies;
    }

    [[nodiscard]] unsigned distance_after(Option option) const {
        return distance_of(graph_.code_after(option)).value();
    }

    /// What a move and its replies take; the replies have their plies.
    [[nodiscard]] unsigned plies_through(Option option) const {
        const bool ends_at_once = distance_after(option) == 0;
        unsigned plies = 0;
        for (const Node reply : graph_.replies(option))
            plies = std::max(plies, plies_of(plies_, reply));
        return ends_at_once ? 1 : plies + 2;
    }

    [[nodiscard]] Option best_option(Node node) {
        const unsigned least = shortest(node);
        const auto [first, last] = graph_.options(node);
        Option best = first;
        Rank best_rank{std::numeric_limits<std::size_t>::max(), 0, 0};
        for (Option option = first; option < last; ++option) {
            const auto replies = graph_.replies(option);
            const auto is_open = [&](Node reply) { return plies_of(plies_, reply) == 0; };
            const auto open = static_cast<std::size_t>(std::ranges::count_if(replies, is_open));
            const bool is_finished = way_.uses_finished && open == 0;
            if (!is_finished && !may_be_used(node, option, least)) continue;
            const Rank rank{open, open == 0 ? plies_through(option) : 0, replies.size()};
            if (rank >= best_rank) continue;
            best = option;
            best_rank = rank;
        }
        return best;
    }

    [[nodiscard]] bool may_be_used(Node node, Option option, unsigned least) const {
        if (!bounds_) return distance_after(option) + 1 == least;
        const unsigned bound = plies_of(*bounds_, node);
        return std::ranges::all_of(graph_.replies(option), [&](Node reply) {
            const unsigned plies = plies_of(*bounds_, reply);
            return plies != 0 && plies < bound;
        });
    }

    StrategyGraph& graph_;
    const Way& way_;
    const Plies* bounds_;
    Plies plies_;
    std::vector<Choice> choices_;
};

std::vector<Choice> walk_until_small(StrategyGraph& graph, const Way& way, const std::vector<Node>& roots) {
    Walk first(graph, way, nullptr);
    std::vector<Choice> choices = first.run(roots);
    if (!way.uses_finished) return choices;
    Plies bounds = first.plies();
    while (true) {
        Walk again(graph, way, &bounds);
        std::vector<Choice> fewer = again.run(roots);
        if (fewer.size() >= choices.size()) return choices;
        choices = std::move(fewer);
        bounds = again.plies();
    }
}

}  // namespace

Strategy winning_strategy(StrategyGraph& graph, const std::vector<Node>& roots) {
    return smallest_of(kWays, [&](const Way& way) { return walk_until_small(graph, way, roots); });
}

}  // namespace retrograde::proof
