// The solver's view of Pangki and Cinc camins against the plain rules, over whole layers.
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <string>

#include "engine/index_set.hpp"
#include "engine/self_test.hpp"
#include "games/line_capture_model.hpp"

using namespace retrograde;

namespace {

#if defined(RETROGRADE_SANITIZE)
constexpr unsigned kMostMen = 7;  // both sides together: what the slower build has time for
#else
constexpr unsigned kMostMen = 12;
#endif

/// Checks every entry of the tables with up to that many men together; returns the first fault found.
template <int kSize>
std::string check_all(const LineCaptureModel<kSize>& model, unsigned most_men) {
    using Fast = LineCapture<kSize>;
    const IndexSet<Fast> indices(model.fast());
    const SelfTest<LineCaptureModel<kSize>> test(model, indices);
    std::mutex mutex;
    std::string first_fault;
    std::atomic<std::uint64_t> checked = 0;
    for (std::size_t table = 0; table < model.fast().tables().size(); ++table) {
        const auto& spec = model.fast().tables()[table];
        if (spec.own + spec.opponent > most_men) continue;
        const auto& index = indices[table];
        tbb::parallel_for(std::uint32_t{0}, index.blocks(), [&](std::uint32_t block) {
            for (std::uint32_t inner = 0; inner < index.block_size(block); ++inner) {
                ++checked;
                const auto fault = test.check(table, block, inner);
                if (!fault) continue;
                const std::scoped_lock lock(mutex);
                first_fault = *fault;
            }
        });
    }
    REQUIRE(checked > 10'000);
    return first_fault;
}

}  // namespace

TEST_CASE("moves, un-moves, index and symmetry agree over all of Pangki", "[line-capture]") {
    const auto capture = GENERATE(CaptureRule::touched, CaptureRule::destination, CaptureRule::any);
    CHECK(check_all(LineCaptureModel<4>(pangki_setup(capture)), kMostMen) == "");
}

TEST_CASE("moves, un-moves, index and symmetry agree over Cinc camins up to five men", "[line-capture]") {
    const auto capture = GENERATE(CaptureRule::touched, CaptureRule::destination, CaptureRule::any);
    const auto stalemate = GENERATE(Value::loss, Value::draw);
    CHECK(check_all(LineCaptureModel<5>(cinc_camins_setup(capture, stalemate)), 5) == "");
}

TEST_CASE("layers have the size of their closed form", "[line-capture]") {
    const auto check = [](const auto& model, int squares) {
        const IndexSet indices(model.fast());
        std::uint64_t all = 0;
        for (std::size_t table = 0; table < model.fast().tables().size(); ++table) {
            const auto& spec = model.fast().tables()[table];
            const auto& index = indices[table];
            std::uint64_t raw = 0;
            for (std::uint32_t block = 0; block < index.blocks(); ++block) {
                raw += std::uint64_t{index.block(block).images} * index.block_size(block);
            }
            const auto own = static_cast<int>(spec.own);
            const auto opponent = static_cast<int>(spec.opponent);
            CHECK(raw == binomial(squares, opponent) * binomial(squares - opponent, own));
            all += raw;
        }
        return all;
    };
    check(LineCaptureModel<4>(pangki_setup(CaptureRule::touched)), 16);
    CHECK(check(LineCaptureModel<5>(cinc_camins_setup(CaptureRule::touched, Value::loss)), 25) == 1'602'007'870);
}
