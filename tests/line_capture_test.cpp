// The solver's view of Pangki and Cinc camins against the plain rules, over whole layers.
#include "games/line_capture.hpp"

#include <catch2/catch.hpp>

#include "engine/index_set.hpp"
#include "games/line_capture_model.hpp"
#include "whole_tables.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

#if defined(RETROGRADE_SANITIZE)
constexpr unsigned kMostMen = 7;  // both sides together: what the slower build has time for
#else
constexpr unsigned kMostMen = 12;
#endif

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
            const std::uint64_t raw = raw_positions(index);
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
