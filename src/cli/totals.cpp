#include "cli/totals.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace retrograde::cli {
namespace {

void add(Tally& tally, Code code, std::uint64_t count, bool has_distances) {
    if (count == 0) return;
    const unsigned distance = has_distances ? distance_of(code).value_or(0) : 0;
    switch (value_of(code)) {
        case Value::win:
            tally.win += count;
            tally.longest_win = std::max(tally.longest_win, distance);
            return;
        case Value::loss:
            tally.loss += count;
            tally.longest_loss = std::max(tally.longest_loss, distance);
            return;
        case Value::draw: tally.draw += count; return;
    }
}

void add_distance(std::vector<std::uint64_t>& by_distance, unsigned distance, std::uint64_t count) {
    if (count == 0) return;
    if (by_distance.size() <= distance) by_distance.resize(distance + 1);
    by_distance[distance] += count;
}

}  // namespace

Totals totals_of(const Database& database) {
    const bool has_distances = database.identity().kind == TableKind::distances;
    Totals totals;
    std::map<std::tuple<Phase, unsigned, unsigned, unsigned>, Tally> by_men;
    for (const LayerInfo& layer : database.layers()) {
        for (const TableInfo& table : layer.tables) {
            Tally& men = by_men[{table.phase, table.own, table.opponent, table.neutral}];
            for (std::size_t i = 0; i < table.histogram.size(); ++i) {
                const auto code = static_cast<Code>(i);
                add(men, code, table.histogram[i], has_distances);
                add(totals.all, code, table.histogram[i], has_distances);
                const auto distance = has_distances ? distance_of(code) : std::nullopt;
                if (distance) add_distance(totals.by_distance, *distance, table.histogram[i]);
            }
        }
    }
    for (const auto& [men, tally] : by_men) {
        const auto& [phase, own, opponent, neutral] = men;
        totals.by_men.push_back({phase, own, opponent, neutral, tally});
    }
    return totals;
}

}  // namespace retrograde::cli
