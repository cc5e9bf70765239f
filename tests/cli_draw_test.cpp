// Pictures through the program: draw, and stats --plot.
#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

const std::string kPosition = "wwww/w2w/bb1b/b1bb w";

std::string text_of(const fs::path& file) {
    const Bytes bytes = read_file(file);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("draw writes a picture to standard output or to a file", "[cli][draw]") {
    const TempFolder folder;
    const std::string picture = output_of({"draw", "pangki", kPosition});
    CHECK_THAT(picture, Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n") && Catch::Contains(kPosition));
    const fs::path file = folder.path() / "board.svg";
    CHECK(output_of({"draw", "pangki", kPosition, "--out", file}).empty());
    CHECK(text_of(file) == picture);
    CHECK(output_of({"draw", "pangki", kPosition, "--last", "b1-b2"}) != picture);
    for (const Words& words :
         {Words{"diamond", ".7/8/8/8/8/8/8/7. b p"}, {"crossings", "bbb/3/rrr_r", "--rules", "board=3x3,ranks=1"}}) {
        CHECK_THAT(output_of(joined({"draw"}, words)), Catch::StartsWith("<svg "));
    }
}

TEST_CASE("draw marks the best moves", "[cli][draw]") {
    const SolvedPangki pangki;
    const Words db = {"--db", pangki.root().native()};
    const std::string hint = "#17803d";  // of a win
    CHECK(contains(output_of(joined({"draw", "pangki", kPosition, "--hints"}, db)), hint));
    CHECK(contains(output_of(joined({"draw", "pangki", kPosition, "--hints"}, db)), "to move: win in 33 plies"));
    CHECK_FALSE(contains(output_of({"draw", "pangki", kPosition}), hint));
    CHECK_THAT(output_of(joined({"draw", "pangki", "w3/4/4/bb2 w", "--hints"}, db)),
               Catch::Contains("the game is over, loss"));
}

TEST_CASE("draw refuses what cannot be drawn", "[cli][draw]") {
    const TempFolder folder;
    CHECK_THAT(error_of(kBadUsage, {"draw", "pangki", kPosition, "--last", "a2-b2"}), Catch::Contains("man on a2"));
    CHECK_THAT(error_of(kBadUsage, {"draw", "pangki", kPosition, "--last", "pass"}), Catch::Contains("'pass'"));
    CHECK_THAT(error_of(kBadUsage, {"draw", "pangki", kPosition, "--out", ""}), Catch::Contains("name is empty"));
    CHECK_THAT(error_of(kBadUsage, {"draw", "pangki", kPosition, "--out", folder.path() / "no" / "board.svg"}),
               Catch::Contains("No such file or directory"));
    CHECK_THAT(error_of(kNoResources, {"draw", "pangki", kPosition, "--out", "/dev/full"}),
               Catch::Contains("cannot write /dev/full: No space left on device"));
    error_of(kBadDatabase, {"draw", "pangki", kPosition, "--hints", "--db", folder.path()});
}

TEST_CASE("stats draws a chart", "[cli][draw]") {
    const SolvedPangki pangki;
    const Words db = {"--db", pangki.root().native()};
    const fs::path file = pangki.root() / "chart.svg";
    CHECK(output_of(joined({"stats", "pangki", "--plot", file}, db)) == output_of(joined({"stats", "pangki"}, db)));
    const std::string chart = text_of(file);
    // Counts as published in the golden tables: wins, draws and losses of all layers.
    for (const std::string part : {"<svg ", "pangki, capture=touched: 20,746,908 positions", ">win 11,299,101<",
                                   ">draw 1,824,378<", ">loss 7,623,429<", "distance to win in plies", ">75<"}) {
        CHECK_THAT(chart, Catch::Contains(part));
    }
    output_of({"solve", "pangki", "--quiet", "--pieces", "3", "--values", "wdl", "--db", pangki.root()});
    CHECK_THAT(error_of(kBadUsage, joined({"stats", "pangki", "--values", "wdl", "--plot", file}, db)),
               Catch::Contains("no distances"));
}

}  // namespace retrograde::test
