// Layers solved in memory, against counts from independent plain solvers.
#include "engine/layer_solver.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "games/line_capture_model.hpp"
#include "retrograde/solved_table.hpp"
#include "solution.hpp"

using namespace retrograde;
using namespace retrograde::test;

TEST_CASE("Pangki has the counts of the independent solver", "[solve]") {
    const auto [capture, file] = GENERATE(std::pair{CaptureRule::touched, "pangki-touched.tsv"},
                                          std::pair{CaptureRule::destination, "pangki-destination.tsv"},
                                          std::pair{CaptureRule::any, "pangki-any.tsv"});
    const LineCaptureModel<4> model(pangki_setup(capture));
    check_golden_counts(model.fast(), Solution(model.fast(), 6, 2), 6, file);
}

TEST_CASE("Cinc camins up to 3 v 3 has the counts of the independent solver", "[solve]") {
    const LineCaptureModel<5> model(cinc_camins_setup(CaptureRule::touched, Value::loss));
    check_golden_counts(model.fast(), Solution(model.fast(), 3, 2), 3, "cinc-camins-upto-3v3.tsv");
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
    const auto nothing = [](const LayerStatus&) {};

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
    const auto stop_at_five = [&](const LayerStatus& status) {
        if (status.distance == 5) source.request_stop();
    };
    CHECK(solver.run(stop_at_five, source.get_token()) == LayerResult::interrupted);
}
