// The positions among which a strategy chooses: those of one side to move, the moves that keep its aim, and the
// replies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde::proof {

/// Grows as it is asked: a position is expanded when its options are first wanted. Numbers stay as they are; references
/// and spans last until the next expansion.
class StrategyGraph {
public:
    using Node = std::uint32_t;    ///< a position with the side to move, by number
    using Option = std::uint32_t;  ///< a move that keeps the aim, by number

    /// Options `first` to `last` - 1; at least one.
    struct Options {
        Option first = 0;
        Option last = 0;
    };

    /// `aim` is Value::win or Value::draw (which a win serves as well). `heed(graph)` is called whenever options
    /// are asked for; it may throw, to end the work. Game and database must outlive the graph.
    StrategyGraph(const Game& game, const Database& database, Side side, Value aim,
                  std::function<void(const StrategyGraph&)> heed)
        : game_(game), database_(database), side_(side), aim_(aim), heed_(std::move(heed)) {}

    /// The positions with the side to move that come first: `position` itself, or those after the other side's moves.
    [[nodiscard]] std::vector<Node> roots(const Position& position);

    [[nodiscard]] std::size_t size() const noexcept { return positions_.size(); }
    /// Memory that it takes at the most, also while it grows.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    [[nodiscard]] const Position& position(Node node) const noexcept { return *positions_[node]; }
    [[nodiscard]] Side side() const noexcept { return side_; }
    /// Code of a node, for the side to move.
    [[nodiscard]] Code code(Node node);

    /// Options of a node; throws Error(database) where there are none, which no right database allows.
    [[nodiscard]] Options options(Node node);

    /// Positions after each reply of the other side, but for those in which the game has ended.
    [[nodiscard]] std::span<const Node> replies(Option option) const noexcept {
        return std::span(replies_).subspan(options_[option].first_reply, options_[option].replies);
    }
    /// Code of the position after the move, for the other side.
    [[nodiscard]] Code code_after(Option option) const noexcept { return options_[option].code; }
    /// Place of the move among game.children().
    [[nodiscard]] std::size_t child(Option option) const noexcept { return options_[option].child; }

private:
    struct OptionData {
        std::uint32_t first_reply = 0;
        std::uint16_t replies = 0;
        std::uint16_t child = 0;
        Code code = kDrawCode;
    };
    struct Hash {
        [[nodiscard]] std::size_t operator()(const Position& position) const noexcept {
            static_assert(std::has_unique_object_representations_v<Position>);
            return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&position), sizeof(position)});
        }
    };
    static constexpr Option kNotExpanded = ~Option{0};

    [[nodiscard]] Node node(const Position& position);
    void expand(Node node);
    void add_replies(const Position& after, std::vector<Node>& replies);

    const Game& game_;
    const Database& database_;
    Side side_;
    Value aim_;
    std::function<void(const StrategyGraph&)> heed_;
    std::unordered_map<Position, Node, Hash> nodes_;
    std::vector<const Position*> positions_;
    std::vector<std::optional<Code>> codes_;
    std::vector<Options> ranges_;  ///< by node
    std::vector<OptionData> options_;
    std::vector<Node> replies_;
};

}  // namespace retrograde::proof
