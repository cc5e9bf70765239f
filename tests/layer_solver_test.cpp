// Layers solved in memory, against counts from independent plain solvers.
#include "engine/layer_solver.hpp"

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/plan.hpp"
#include "games/line_capture_model.hpp"
#include "golden_files.hpp"
#include "retrograde/solved_table.hpp"

using namespace retrograde;

namespace {

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
        REQUIRE(solver.run([](unsigned, std::uint64_t) {}, {}) == LayerResult::solved);
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

/// Wins, draws, losses, longest win, longest loss.
std::vector<std::uint64_t> counts_of(const std::vector<std::uint64_t>& histogram) {
    std::vector<std::uint64_t> counts(5, 0);
    for (std::size_t code = 0; code < histogram.size(); ++code) {
        if (histogram[code] == 0) continue;
        const Value value = value_of(static_cast<Code>(code));
        counts[value == Value::win ? 0 : value == Value::draw ? 1 : 2] += histogram[code];
        if (value == Value::win) counts[3] = code - 1;
        if (value == Value::loss) counts[4] = code - 1;
    }
    return counts;
}

/// Every row of a golden file must be met, and there must be a row for each table with up to `men` men a side.
template <class G>
void check_golden(const G& game, const Solution<G>& solution, unsigned men, const std::string& file) {
    std::size_t rows = 0;
    for (const auto& row : test::read_golden(file)) {
        if (row[0] == "own") continue;  // the heading
        const auto found = std::find_if(game.tables().begin(), game.tables().end(), [&](const auto& table) {
            return std::to_string(table.own) == row[0] && std::to_string(table.opponent) == row[1];
        });
        REQUIRE(found != game.tables().end());
        const auto counts = counts_of(solution.histogram(static_cast<std::size_t>(found - game.tables().begin())));
        for (std::size_t i = 2; i < row.size(); ++i) {
            INFO(file << ": " << row[0] << " v " << row[1] << " column " << i);
            CHECK(std::to_string(counts[i - 2]) == row[i]);
        }
        ++rows;
    }
    const auto within = std::count_if(game.tables().begin(), game.tables().end(),
                                      [&](const auto& table) { return std::max(table.own, table.opponent) <= men; });
    CHECK(rows == static_cast<std::size_t>(within));
}

}  // namespace

TEST_CASE("Pangki has the counts of the independent solver", "[solve]") {
    const auto [capture, file] = GENERATE(std::pair{CaptureRule::touched, "pangki-touched.tsv"},
                                          std::pair{CaptureRule::destination, "pangki-destination.tsv"},
                                          std::pair{CaptureRule::any, "pangki-any.tsv"});
    const LineCaptureModel<4> model(pangki_setup(capture));
    check_golden(model.fast(), Solution(model.fast(), 6, 2), 6, file);
}

TEST_CASE("Cinc camins up to 3 v 3 has the counts of the independent solver", "[solve]") {
    const LineCaptureModel<5> model(cinc_camins_setup(CaptureRule::touched, Value::loss));
    check_golden(model.fast(), Solution(model.fast(), 3, 2), 3, "cinc-camins-upto-3v3.tsv");
}

TEST_CASE("the number of threads does not matter", "[solve]") {
    const LineCaptureModel<4> model(pangki_setup(CaptureRule::touched));
    const Solution one(model.fast(), 5, 1);
    for (const unsigned threads : {2U, 4U}) {
        const Solution more(model.fast(), 5, threads);
        for (const PlannedLayer& layer : one.plan()) {
            for (const std::size_t table : layer.tables) {
                CHECK(std::ranges::equal(one.codes(table).bytes(), more.codes(table).bytes()));
            }
        }
    }
}

TEST_CASE("symmetric images have one code", "[solve]") {
    const LineCaptureModel<4> model(pangki_setup(CaptureRule::any));
    const Solution solution(model.fast(), 6, 2);
    std::uint64_t compared = 0;
    for (const PlannedLayer& layer : solution.plan()) {
        for (const std::size_t table : layer.tables) {
            const auto& index = solution.indices()[table];
            const auto& codes = solution.codes(table);
            for (std::uint32_t block = 0; block < index.blocks(); ++block) {
                if (index.block(block).stabiliser == 1) continue;  // there an image is the same entry
                for (std::uint32_t inner = 0; inner < index.block_size(block); ++inner) {
                    const Men<2> men = index.men(block, inner);
                    const Code code = codes.code(index.entry({block, inner}));
                    for_each_square(index.block(block).stabiliser, [&](int g) {
                        const Bits image = index.symmetries().apply(static_cast<unsigned>(g), men[1]);
                        const auto rank =
                            index.ranking(index.block(block)).rank(extract(image, index.block(block).free));
                        if (codes.code(index.entry({block, rank})) != code) FAIL("images differ");
                        ++compared;
                    });
                }
            }
        }
    }
    CHECK(compared > 100'000);
}

TEST_CASE("distances that do not fit a byte make the cells wider, never wrap", "[solve]") {
    using G = LineCapture<4>;
    const LineCaptureModel<4> model(pangki_setup(CaptureRule::touched));
    const Solution solution(model.fast(), 5, 2);
    const auto tables = solution.tables();
    const PlannedLayer& layer = solution.plan().back();
    const auto& longest = solution.histogram(layer.tables[0]);
    const auto limit = static_cast<Code>(longest.size() - 1);
    const auto nothing = [](unsigned, std::uint64_t) {};

    LayerSolver<G, std::uint8_t> narrow(model.fast(), tables, layer.tables, 2, limit);
    CHECK(narrow.run(nothing, {}) == LayerResult::needs_wider_cells);

    LayerSolver<G, std::uint16_t> wide(model.fast(), tables, layer.tables, 2);
    REQUIRE(wide.run(nothing, {}) == LayerResult::solved);
    CHECK(wide.histogram(0) == longest);
    const SolvedTable codes(wide.take(0));
    CHECK(codes.entry_bytes() == 2);
    for (std::uint64_t i = 0; i < codes.size(); ++i) {
        if (codes.code(i) != solution.codes(layer.tables[0]).code(i)) FAIL("entry " << i << " differs");
    }
}

TEST_CASE("a run can be stopped", "[solve]") {
    using G = LineCapture<4>;
    const LineCaptureModel<4> model(pangki_setup(CaptureRule::touched));
    const Solution solution(model.fast(), 4, 1);
    const auto tables = solution.tables();
    std::stop_source source;
    LayerSolver<G, std::uint8_t> solver(model.fast(), tables, solution.plan().back().tables, 1);
    const auto stop_at_five = [&](unsigned distance, std::uint64_t) {
        if (distance == 5) source.request_stop();
    };
    CHECK(solver.run(stop_at_five, source.get_token()) == LayerResult::interrupted);
}
