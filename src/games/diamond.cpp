#include "games/diamond.hpp"

namespace retrograde {

Diamond::Diamond(const DiamondNet& net, int pieces)
    : pieces_(pieces),
      symmetries_(net.symmetries()),
      steps_{1, net.board().width - 1, net.board().width, net.board().width + 1},
      squares_{.width = net.board().width} {
    set_up_net(net);
    set_up_tables();
}

void Diamond::set_up_net(const DiamondNet& net) {
    const auto index = [](int point) { return static_cast<std::size_t>(point); };
    points_ = first_squares(net.board().squares()) & ~net.board().missing;
    for (const DiamondNet::Square& square : net.squares())
        squares_.corners |= bit(std::ranges::min(square));
    for (const auto& [lower, upper] : net.lines())
        lines_[direction_of(upper - lower)] |= bit(lower);
    for_each_square(points_, [&](int point) {
        neighbours_[index(point)] = neighbours_of(bit(point));
        auto* triangle = triangles_[index(point)].begin();
        for (const auto& [one, another] : net.triangles_at(point)) {
            *triangle++ = bit(one) | bit(another);
            const auto [lower, upper] = std::minmax(one, another);
            opposite_lines_[index(point)][direction_of(upper - lower)] |= bit(lower);
        }
    });
}

void Diamond::set_up_tables() {
    const auto neutral_tables = [this](int own, int opponent) {
        return std::max(own, opponent) < kMenOfSquare ? 0 : 2 * pieces_ - own - opponent + 1;
    };
    for (int own = 0; own <= pieces_; ++own) {
        for (int opponent = 0; opponent <= pieces_; ++opponent) {
            first_tables_.push_back(first_placement_);
            first_placement_ += static_cast<std::size_t>(neutral_tables(own, opponent));
        }
    }
    for (int own = 0; own <= pieces_; ++own) {
        for (int opponent = 0; opponent <= pieces_; ++opponent) {
            for (int neutral = 0; neutral < neutral_tables(own, opponent); ++neutral)
                add_table(own, opponent, neutral);
        }
    }
    for (int men = 0; men < 2 * pieces_; ++men)
        add_placement_table(men);
}

/// `4v2n1`, `p3v3`
std::string Diamond::name_of(Phase phase, int first, int second, int neutral) {
    std::string name = phase == Phase::placement ? "p" : "";
    name += std::to_string(first) + 'v' + std::to_string(second);
    if (neutral > 0) name += 'n' + std::to_string(neutral);
    return name;
}

void Diamond::add_table(int own, int opponent, int neutral) {
    TableSpec<kGroups> table;
    Links links;
    table.name = name_of(Phase::movement, own, opponent, neutral);
    table.layer = name_of(Phase::movement, std::max(own, opponent), std::min(own, opponent), neutral);
    table.own = static_cast<unsigned>(own);
    table.opponent = static_cast<unsigned>(opponent);
    table.neutral = static_cast<unsigned>(neutral);
    table.phase = Phase::movement;
    table.shape = {GroupShape{neutral, points_}, GroupShape{opponent, points_}, GroupShape{own, points_}};
    table.partner = table_of(opponent, own, neutral);
    table.max_moves = table.own * static_cast<unsigned>(DiamondNet::kMostNeighbours) + table.neutral;
    if (is_stored(own, opponent)) {
        table.left_out = {.sets = squares_.sets()};
        if (own > 1 && is_stored(opponent - 1, own)) {  // one man alone captures nothing
            links.after_capture = table_of(opponent - 1, own, neutral + 1);
            table.conversions.push_back(*links.after_capture);
        }
        if (neutral > 0) {
            links.after_removal = table_of(opponent, own, neutral - 1);
            table.conversions.push_back(links.after_removal);
        }
    } else {
        table.left_out = {.sets = {Bits{0}}};  // all
    }
    tables_.push_back(std::move(table));
    links_.push_back(links);
}

void Diamond::add_placement_table(int men) {
    const int own = men / 2;
    const int opponent = men - own;
    TableSpec<kGroups> table;
    table.name = name_of(Phase::placement, own, opponent, 0);
    table.layer = name_of(Phase::placement, opponent, own, 0);
    table.own = static_cast<unsigned>(own);
    table.opponent = static_cast<unsigned>(opponent);
    table.phase = Phase::placement;
    table.shape = {GroupShape{0, points_}, GroupShape{opponent, points_}, GroupShape{own, points_}};
    table.partner = placement_table_of(men);
    table.converts_only = true;
    table.max_moves = static_cast<unsigned>(count(points_) - men);
    table.left_out = {.sets = squares_.sets()};
    Links links;
    links.phase = Phase::placement;
    links.after_placement = men + 1 == 2 * pieces_ ? table_of(pieces_, pieces_, 0) : placement_table_of(men + 1);
    table.conversions.push_back(links.after_placement);
    tables_.push_back(std::move(table));
    links_.push_back(links);
}

}  // namespace retrograde
