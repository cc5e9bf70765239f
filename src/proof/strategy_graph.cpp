#include "proof/strategy_graph.hpp"

#include <algorithm>

#include "retrograde/error.hpp"

namespace retrograde::proof {

std::vector<StrategyGraph::Node> StrategyGraph::roots(const Position& position) {
    if (position.to_move == side_) return {node(position)};
    std::vector<Node> roots;
    add_replies(position, roots);
    return roots;
}

StrategyGraph::Options StrategyGraph::options(Node node) {
    heed_(*this);
    if (ranges_[node].first == kNotExpanded) expand(node);
    return ranges_[node];
}

Code StrategyGraph::code(Node node) {
    if (!codes_[node]) codes_[node] = game_.probe(database_, *positions_[node]);
    return *codes_[node];
}

std::uint64_t StrategyGraph::bytes() const noexcept {
    constexpr std::size_t kHeap = 2 * sizeof(void*);     // of each piece, beside its own size
    constexpr std::size_t kBuckets = 3 * sizeof(void*);  // two for an entry at the most, and those that they replace
    constexpr std::size_t kEntry = sizeof(decltype(nodes_)::value_type) + sizeof(void*) + kHeap + kBuckets;
    constexpr std::size_t kNode = sizeof(positions_[0]) + sizeof(codes_[0]) + sizeof(ranges_[0]);
    const std::uint64_t options = options_.size() * sizeof(OptionData);
    const std::uint64_t replies = replies_.size() * sizeof(Node);
    const std::uint64_t moving = std::max(options, replies);  // a list that grows is there twice for a moment
    return positions_.size() * (kEntry + kNode) + options + replies + moving;
}

StrategyGraph::Node StrategyGraph::node(const Position& position) {
    const auto [found, is_new] = nodes_.try_emplace(position, static_cast<Node>(positions_.size()));
    if (is_new) {
        positions_.push_back(&found->first);
        codes_.emplace_back();
        ranges_.push_back({kNotExpanded, kNotExpanded});
    }
    return found->second;
}

void StrategyGraph::add_replies(const Position& after, std::vector<Node>& replies) {
    for (const Position& reply : game_.children(after)) {
        if (!game_.over(reply)) replies.push_back(node(reply));
    }
}

void StrategyGraph::expand(Node node) {
    const auto first = static_cast<Option>(options_.size());
    const std::vector<Position> children = game_.children(*positions_[node]);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const auto over = game_.over(children[i]);
        const Code code = over ? code_of_end(*over) : game_.probe(database_, children[i]);
        const bool keeps_aim = aim_ == Value::win ? value_of(code) == Value::loss : value_of(code) != Value::win;
        if (!keeps_aim) continue;
        OptionData option;
        option.first_reply = static_cast<std::uint32_t>(replies_.size());
        if (!over) add_replies(children[i], replies_);
        option.replies = static_cast<std::uint16_t>(replies_.size() - option.first_reply);
        option.child = static_cast<std::uint16_t>(i);
        option.code = code;
        options_.push_back(option);
    }
    if (options_.size() == first) {
        throw Error(ErrorKind::database, "the database contradicts itself at " +
                                             position_text(game_.board(), *positions_[node]) +
                                             ": no move has the value of the position");
    }
    ranges_[node] = {first, static_cast<Option>(options_.size())};
}

}  // namespace retrograde::proof
