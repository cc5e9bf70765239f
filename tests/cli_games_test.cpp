// Every other game through the program: solved, verified and compared with the golden tables.
#include <map>
#include <string>
#include <tuple>

#include "cli_helpers.hpp"
#include "golden_files.hpp"

namespace retrograde::test {
namespace {

/// Own men, the opponent's, neutral men: win, draw, loss.
using Counts = std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::vector<std::uint64_t>>;

/// The rows of a golden table; `keys` of its columns name the layer.
Counts golden_counts(const std::string& file, std::size_t keys) {
    Counts counts;
    for (const Fields& row : read_golden(file)) {
        if (row[0] == "own") continue;  // the heading
        const std::uint64_t neutral = keys == 3 ? number(row[2]) : 0;
        counts[{number(row[0]), number(row[1]), neutral}] = {number(row[keys]), number(row[keys + 1]),
                                                             number(row[keys + 2])};
    }
    return counts;
}

Counts counts_of(const Json& statistics, const std::string& phase) {
    Counts counts;
    for (const Json& layer : statistics["layers"]) {
        if (!phase.empty() && layer["phase"] != phase) continue;
        const std::uint64_t neutral = layer.value("neutral", std::uint64_t{0});
        counts[{layer["own"], layer["opp"], neutral}] = {layer["win"], layer["draw"], layer["loss"]};
    }
    return counts;
}

}  // namespace

TEST_CASE("Cinc camins through the program: endings up to 3 v 3", "[cli][games]") {
    const TempFolder folder;
    const Words options{"--db", folder.path(), "--pieces", "3"};
    output_of(joined({"solve", "cinc-camins", "--quiet"}, options));
    const Json statistics = json_output_of({"stats", "cinc-camins", "--db", folder.path()});
    CHECK(counts_of(statistics, "") == golden_counts("cinc-camins-upto-3v3.tsv", 2));
    CHECK(statistics["start"]["value"].is_null());
    output_of({"verify", "cinc-camins", "--quiet", "--db", folder.path()});
    CHECK_THAT(error_of(kBadDatabase, {"query", "cinc-camins", "wwwww/5/5/5/bbbbb b", "--db", folder.path()}),
               Catch::Contains("5v5.layer"));
    CHECK_THAT(output_of({"query", "cinc-camins", "5/2w2/5/1bb2/5 b", "--db", folder.path()}),
               Catch::Contains("value"));
}

TEST_CASE("values alone through the program", "[cli][games]") {
    const TempFolder folder;
    const Words options{"--db", folder.path(), "--values", "wdl"};
    output_of(joined({"solve", "pangki", "--quiet", "--pieces", "4"}, options));
    output_of(joined({"verify", "pangki", "--quiet"}, options));
    const Json answer = json_output_of(joined({"query", "pangki", "w3/2ww/bb1w/4 w"}, options));
    CHECK(answer["dtw"].is_null());
    const Json with_distances = json_output_of({"solve", "pangki", "--quiet", "--pieces", "4", "--db", folder.path()});
    const Json full = json_output_of({"query", "pangki", "w3/2ww/bb1w/4 w", "--db", folder.path()});
    CHECK(full["value"] == answer["value"]);
    CHECK(full["dtw"].is_number());
}

TEST_CASE("Crossings through the program", "[cli][games]") {
    const auto [board, start, file] = GENERATE(std::tuple{"board=3x4,ranks=1", "bbb/3/3/rrr r", "crossings-3x4.tsv"},
                                               std::tuple{"board=4x4,ranks=1", "bbbb/4/4/rrrr r", "crossings-4x4.tsv"});
    const TempFolder folder;
    const Words options{"--rules", board, "--db", folder.path()};
    output_of(joined({"solve", "crossings", "--quiet"}, options));
    output_of(joined({"verify", "crossings", "--quiet", "--expect", "draw"}, options));
    CHECK(counts_of(json_output_of(joined({"stats", "crossings"}, options)), "") == golden_counts(file, 2));
    const Json answer = json_output_of(joined({"query", "crossings", start}, options));
    CHECK(answer["value"] == "draw");
    for (const Json& move : answer["moves"]) {
        const bool is_outer =
            std::string(board).starts_with("board=4x4") && (move["move"] == "a1-a2" || move["move"] == "d1-d2");
        if (is_outer) CHECK((move["value"] == "loss" && move["dtw"] == 12));
    }
}

TEST_CASE("Diamond through the program", "[cli][games]") {
    const TempFolder folder;
    const Words options{"--rules", "size=1,pieces=4", "--db", folder.path()};
    output_of(joined({"solve", "diamond", "--quiet"}, options));
    output_of(joined({"verify", "diamond", "--quiet", "--expect", "draw"}, options));
    const Counts counts = counts_of(json_output_of(joined({"stats", "diamond"}, options)), "movement");
    for (const auto& [men, expected] : golden_counts("diamond-size1-4v4.tsv", 3)) {
        INFO(std::get<0>(men) << " v " << std::get<1>(men) << ", neutral " << std::get<2>(men));
        REQUIRE(counts.contains(men));
        CHECK(counts.at(men) == expected);
    }
    const Json answer = json_output_of(joined({"query", "diamond", ".3/4/4/3. b p"}, options));
    CHECK(answer["value"] == "draw");
    CHECK(answer["moves"].size() == 14);
    for (const Json& move : answer["moves"])
        CHECK(move["value"] == "draw");
    CHECK_THAT(output_of(joined({"query", "diamond", ".3/4/4/3. b p"}, options)), Catch::Contains("pie rule"));
}

}  // namespace retrograde::test
