// Sizes of tables by counting, against their indices; the large boards, whose indices are too large, by their time.
#include "retrograde/table_extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan.hpp"
#include "engine/solve_run.hpp"
#include "games/crossings_game.hpp"
#include "games/crossings_model.hpp"
#include "games/diamond_game.hpp"
#include "games/diamond_model.hpp"
#include "games/line_capture_model.hpp"
#include "retrograde/index.hpp"
#include "retrograde/symmetry.hpp"

using namespace retrograde;

namespace {

/// What is under the shared pattern that has most of it.
template <std::size_t kGroups>
struct Largest {
    std::uint64_t entries = 0;
    std::uint32_t blocks = 0;

    explicit Largest(const Index<kGroups>& index) {
        std::uint64_t entries_here = 0;
        std::uint32_t blocks_here = 0;
        for (std::uint32_t number = 0; number < index.blocks(); ++number) {
            const bool is_first = number == 0 || index.block(number).outer != index.block(number - 1).outer;
            entries_here = index.block_size(number) + (is_first ? 0 : entries_here);
            blocks_here = 1 + (is_first ? 0 : blocks_here);
            entries = std::max(entries, entries_here);
            blocks = std::max(blocks, blocks_here);
        }
    }
};

template <std::size_t kGroups>
void check_extent(ExtentCounter& counter, const SymmetryGroup& symmetries, const TableSpec<kGroups>& table) {
    INFO(table.name);
    const TableExtent extent = counter.extent_of(table.shape, table.left_out);
    const Index<kGroups> index(symmetries, table.shape, table.left_out);
    CHECK(extent.exact);
    CHECK(extent.entries == static_cast<double>(index.size()));
    CHECK(extent.blocks == static_cast<double>(index.blocks()));
    CHECK(extent.index_bytes == Approx(static_cast<double>(index.memory_bytes())).epsilon(0.1).margin(20'000));

    // Every shared pattern has blocks, or none of them has any.
    if (index.blocks() != 0) CHECK(extent.outers == index.block(index.blocks() - 1).outer + 1.0);
    const Largest<kGroups> largest(index);
    CHECK(extent.largest_outer_entries >= static_cast<double>(largest.entries));
    CHECK(extent.largest_outer_blocks >= static_cast<double>(largest.blocks));
    if (extent.outers == 1) CHECK(extent.largest_outer_entries == extent.entries);
}

/// All tables of a game whose indices are small.
template <Solvable G>
void check_extents(const G& game) {
    constexpr double kLargestIndex = 5e6;  // bytes
    ExtentCounter counter(game.symmetries());
    std::size_t checked = 0;
    for (const auto& table : game.tables()) {
        if (counter.extent_of(table.shape, table.left_out).index_bytes > kLargestIndex) continue;
        check_extent(counter, game.symmetries(), table);
        ++checked;
    }
    CHECK(checked > 5);
}

Crossings crossings(int width, int height, int ranks) {
    return Crossings({.width = width, .height = height, .ranks = ranks});
}

Diamond diamond(int size, int pieces) { return Diamond(DiamondNet(size), pieces); }

}  // namespace

TEST_CASE("tables of Pangki and Cinc camins are counted as they are indexed", "[extent]") {
    check_extents(LineCaptureModel<4>(pangki_setup(CaptureRule::touched)).fast());
    check_extents(LineCaptureModel<5>(cinc_camins_setup(CaptureRule::touched, Value::loss)).fast());
}

TEST_CASE("tables of Crossings are counted as they are indexed", "[extent]") {
    const auto [width, height, ranks] =
        GENERATE(std::tuple{3, 3, 1}, std::tuple{3, 4, 1}, std::tuple{3, 4, 2}, std::tuple{4, 3, 1},
                 std::tuple{4, 4, 1}, std::tuple{4, 4, 2}, std::tuple{5, 3, 1}, std::tuple{5, 4, 2});
    CAPTURE(width, height, ranks);
    check_extents(crossings(width, height, ranks));
}

TEST_CASE("tables of Diamond are counted as they are indexed, with what they leave out", "[extent]") {
    const auto [size, pieces] =
        GENERATE(std::pair{1, 4}, std::pair{1, 5}, std::pair{1, 7}, std::pair{2, 6}, std::pair{3, 12});
    CAPTURE(size, pieces);
    check_extents(diamond(size, pieces));
}

TEST_CASE("groups that share squares, groups without room and boards without symmetries are counted", "[extent]") {
    constexpr Bits kMiddleRow = 0x0F0;
    constexpr Bits kBoard = 0xFFF;
    const std::array<Permutation, 1> identity{permutation_of(GridSymmetry::identity, 4, 3)};
    const SymmetryGroup none(identity, 12);
    const SymmetryGroup all = grid_group(4, 3);
    for (const int men : {0, 1, 2, 4}) {
        TableSpec<4> table;
        table.name = std::to_string(men);
        table.shape = {GroupShape{1, kMiddleRow}, GroupShape{men, kMiddleRow}, GroupShape{2, kBoard},
                       GroupShape{3, kBoard & ~kMiddleRow}};
        for (const SymmetryGroup* symmetries : {&none, &all}) {
            ExtentCounter counter(*symmetries);
            check_extent(counter, *symmetries, table);
        }
    }
}

namespace {

template <Solvable G, class Make>
void print_time(const std::string& name, const Make& make) {
    using Clock = std::chrono::steady_clock;
    const auto milliseconds_since = [](Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    const auto constructing = Clock::now();
    const G game = make();
    const double construction = milliseconds_since(constructing);

    const auto planning = Clock::now();
    const auto plan = plan_layers(links_of<G::kGroups>(game.tables()), chosen_tables(game, {}));
    const double plan_time = milliseconds_since(planning);

    const auto counting = Clock::now();
    ExtentCounter counter(game.symmetries());
    double entries = 0;
    double index_bytes = 0;
    double largest = 0;
    bool exact = true;
    for (const auto& table : game.tables()) {
        const TableExtent extent = counter.extent_of(table.shape, table.left_out);
        entries += extent.entries;
        index_bytes += extent.index_bytes;
        largest = std::max(largest, extent.entries);
        exact = exact && extent.exact;
    }
    WARN(
        fmt::format("{}: {} tables, {} layers; construction {:.1f} ms, plan {:.1f} ms, extents {:.1f} ms; {:.6g} "
                    "entries, largest table {:.6g}, indices {:.4g} bytes{}",
                    name, game.tables().size(), plan.size(), construction, plan_time, milliseconds_since(counting),
                    entries, largest, index_bytes, exact ? "" : ", rounded"));
    CHECK(entries > 0);
}

}  // namespace

TEST_CASE("the tables of the large boards are counted in no time", "[extent][.timing]") {
    for (const auto& [width, height, ranks] : {std::array{6, 4, 2}, {5, 6, 2}, {6, 6, 2}, {8, 8, 2}, {8, 8, 4}}) {
        print_time<Crossings>(fmt::format("crossings {}x{} ranks={}", width, height, ranks),
                              [=] { return crossings(width, height, ranks); });
    }
    for (const auto& [size, pieces] : {std::pair{2, 4}, {2, 8}, {2, 17}, {3, 12}, {3, 31}}) {
        print_time<Diamond>(fmt::format("diamond size={} pieces={}", size, pieces),
                            [=] { return diamond(size, pieces); });
    }
}
