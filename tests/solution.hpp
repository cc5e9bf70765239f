// Games solved in memory, and their counts against golden tables.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/layer_solver.hpp"
#include "engine/plan.hpp"
#include "golden_files.hpp"
#include "retrograde/solved_table.hpp"

namespace retrograde::test {

/// All tables of a game with up to `men` men a side, solved in memory.
template <class G>
class Solution {
public:
    Solution(const G& game, unsigned men, unsigned threads)
        : game_(game), indices_(game), codes_(game.tables().size()) {
        histograms_.resize(codes_.size());
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            if (std::max(game.tables()[i].own, game.tables()[i].opponent) <= men) chosen.push_back(i);
        }
        plan_ = plan_layers(links_of<G::kGroups>(game.tables()), chosen);
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        tbb::task_arena arena(static_cast<int>(threads));
        for (const PlannedLayer& layer : plan_)
            arena.execute([&] { solve(layer, threads); });
    }

    [[nodiscard]] const std::vector<std::uint64_t>& histogram(std::size_t table) const { return histograms_[table]; }
    [[nodiscard]] const SolvedTable& codes(std::size_t table) const { return codes_[table]; }
    [[nodiscard]] const IndexSet<G>& indices() const { return indices_; }
    [[nodiscard]] const std::vector<PlannedLayer>& plan() const { return plan_; }

    /// Code of any position that has a seat.
    template <class Seat>
    [[nodiscard]] Code code(const Seat& seat) const {
        const auto& index = indices_[seat.table];
        return codes_[seat.table].code(index.entry(index.locate(seat.men)));
    }

    [[nodiscard]] Tables<G::kGroups> tables() const {
        Tables<G::kGroups> tables;
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            tables.indices.push_back(&indices_[i]);
            tables.solved.push_back(&codes_[i]);
        }
        return tables;
    }

private:
    void solve(const PlannedLayer& layer, unsigned threads) {
        const auto known = tables();
        LayerSolver<G, std::uint8_t> solver(game_, known, layer.tables, threads);
        REQUIRE(solver.run([](const LayerStatus&) {}, {}) == LayerResult::solved);
        for (std::size_t i = 0; i < layer.tables.size(); ++i) {
            histograms_[layer.tables[i]] = solver.histogram(i);
            codes_[layer.tables[i]] = SolvedTable(solver.take(i));
        }
    }

    const G& game_;
    IndexSet<G> indices_;
    std::vector<SolvedTable> codes_;
    std::vector<std::vector<std::uint64_t>> histograms_;
    std::vector<PlannedLayer> plan_;
};

/// Adds wins, draws and losses of a table to the first three counts; the other two become the longest win and loss.
inline void add_counts(const std::vector<std::uint64_t>& histogram, std::vector<std::uint64_t>& counts) {
    counts.resize(5);
    for (std::size_t code = 0; code < histogram.size(); ++code) {
        if (histogram[code] == 0) continue;
        const Value value = value_of(static_cast<Code>(code));
        counts[value == Value::win ? 0 : value == Value::draw ? 1 : 2] += histogram[code];
        if (value != Value::draw) {
            std::uint64_t& longest = counts[value == Value::win ? 3 : 4];
            longest = std::max<std::uint64_t>(longest, code - 1);
        }
    }
}

/// Every row of a golden file must be met by all tables with its numbers of men together, and there must be a row for
/// each table with up to `men` men a side, those of a placement phase left out.
template <class G>
void check_golden_counts(const G& game, const Solution<G>& solution, unsigned men, const std::string& file) {
    using Numbers = std::vector<std::uint64_t>;
    std::map<Numbers, Numbers> expected;  // counts by numbers of men: own, opponent and, if the file has them, neutral
    std::size_t columns_of_men = 2;
    for (const Fields& row : read_golden(file)) {
        if (row[0] == "own") {  // the heading
            if (row[2] == "neutral") columns_of_men = 3;
            continue;
        }
        Numbers numbers;
        for (const std::string& field : row)
            numbers.push_back(number(field));
        const auto counts = numbers.begin() + static_cast<std::ptrdiff_t>(columns_of_men);
        expected[{numbers.begin(), counts}] = {counts, numbers.end()};
    }
    std::map<Numbers, Numbers> found;
    for (std::size_t i = 0; i < game.tables().size(); ++i) {
        const auto& table = game.tables()[i];
        if (std::max(table.own, table.opponent) > men || table.phase == Phase::placement) continue;
        Numbers key{table.own, table.opponent, table.neutral};
        key.resize(columns_of_men);
        add_counts(solution.histogram(i), found[key]);
    }
    for (auto& [key, counts] : found)
        counts.resize(expected[key].size());
    INFO(file);
    CHECK(found == expected);
}

}  // namespace retrograde::test
