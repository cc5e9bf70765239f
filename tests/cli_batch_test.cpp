// query --batch: the same answers as one by one, bad lines, pauses, broken pipes, bounded memory.
#include <csignal>

#include "batches.hpp"

namespace retrograde::test {
namespace {

Surroundings with_input(std::string text) {
    Surroundings surroundings;
    surroundings.input = std::move(text);
    return surroundings;
}

Words batch_of(const SolvedPangki& pangki, const Words& more = {}) {
    return joined({"query", "pangki", "--batch", "--db", pangki.root().native()}, more);
}

/// Positions of the golden table of moves, under the rules that are usual.
Words golden_positions() {
    Words positions;
    for (const Fields& line : read_golden("moves-pangki.tsv")) {
        if (line[0] == "-") positions.push_back(line[1]);
    }
    return positions;
}

}  // namespace

TEST_CASE("a batch says what query says of each position", "[cli][batch]") {
    const SolvedPangki pangki;
    Words positions = golden_positions();
    positions.resize(std::min<std::size_t>(positions.size(), 25));
    positions.push_back("www1/4/4/b3 b");  // the game is over
    std::string expected;
    for (const std::string& position : positions)
        expected += output_of({"query", "pangki", position, "--json", "--db", pangki.root().native()});
    CHECK(output_of(batch_of(pangki), with_input(text_of_lines(positions))) == expected);

    const Words bare = lines_of(output_of(batch_of(pangki, {"--no-moves"}), with_input(text_of_lines(positions))));
    const Words full = lines_of(expected);
    REQUIRE(bare.size() == full.size());
    for (std::size_t i = 0; i < bare.size(); ++i) {
        Json without_moves = Json::parse(full[i]);
        without_moves.erase("moves");
        CHECK(bare[i] == without_moves.dump());
    }
}

TEST_CASE("blank lines, remarks, spaces and a last line without an end", "[cli][batch]") {
    const SolvedPangki pangki;
    const std::string input = "# two positions\n\n  \t\r\n  # more\n\t" + kPangkiStart + " \r\nwwww/w2w/bb1b/b1bb_w";
    const Words lines = lines_of(output_of(batch_of(pangki, {"--no-moves"}), with_input(input)));
    REQUIRE(lines.size() == 2);
    CHECK(Json::parse(lines[0])["position"] == kPangkiStart);
    CHECK(Json::parse(lines[1])["dtw"] == 33);
    CHECK(output_of(batch_of(pangki), with_input("")).empty());
}

TEST_CASE("bad lines of a batch", "[cli][batch]") {
    const SolvedPangki pangki;
    const std::string long_line(100'000, 'w');
    const std::string input = "# remark\n" + kPangkiStart + "\nnonsense\n\n" + long_line + "\n" +
                              std::string("\xff\0x\n", 4) + "wwww/wwww/wwww/bbbb b\n" + kPangkiStart + "\n" + long_line;
    const Outcome outcome = retrograde_run(batch_of(pangki, {"--no-moves"}), with_input(input));
    CHECK(outcome.status == kBadUsage);
    const Words lines = lines_of(outcome.out);
    REQUIRE(lines.size() == 7);
    for (const std::size_t good : {0U, 5U})
        CHECK(Json::parse(lines[good])["value"] == "draw");
    const std::vector<std::pair<std::size_t, unsigned>> bad = {{1, 3}, {2, 5}, {3, 6}, {4, 7}, {6, 9}};
    for (const auto& [place, number] : bad) {
        const Json error = Json::parse(lines[place]);
        CHECK(keys_of(error) == Words{"line", "error"});
        CHECK(error["line"] == number);
    }
    CHECK_THAT(lines[1], Catch::Contains("character 1: "));
    CHECK_THAT(lines[2], Catch::Contains("over 4096 characters"));
    CHECK_THAT(lines[4], Catch::Contains("12 men"));
    CHECK_THAT(outcome.err, Catch::StartsWith("retrograde: query: 5 of 7 positions have no answer; line 3: "));
    CHECK(lines_of(outcome.err).size() == 1);
}

TEST_CASE("a strict batch stops at the first bad line", "[cli][batch]") {
    const SolvedPangki pangki;
    const std::string input = kPangkiStart + "\nnonsense\n" + kPangkiStart + "\n";
    const Outcome outcome = retrograde_run(batch_of(pangki, {"--strict"}), with_input(input));
    CHECK(outcome.status == kBadUsage);
    const Words lines = lines_of(outcome.out);
    REQUIRE(lines.size() == 2);
    CHECK(Json::parse(lines[1])["line"] == 2);
}

TEST_CASE("positions of a batch that the database does not have", "[cli][batch]") {
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--pieces", "3"}));
    const Words batch = {"query", "pangki", "--batch", "--no-moves", "--db", root.path().native()};
    const std::string input = "ww2/4/4/1bbb b\n" + kPangkiStart + "\nnonsense\nww2/4/4/1bbb w\n";
    for (const bool removed : {false, true}) {
        if (removed) fs::remove(pangki_folder(root.path()) / "3v2.layer");
        const Outcome outcome = retrograde_run(batch, with_input(input));
        CHECK(outcome.status == kBadDatabase);
        const Words lines = lines_of(outcome.out);
        REQUIRE(lines.size() == 4);
        CHECK_THAT(lines[1], Catch::StartsWith(R"({"line":2,"error":)") && Catch::Contains("6v6.layer"));
        CHECK_THAT(lines[2], Catch::StartsWith(R"({"line":3,"error":)"));
        for (const std::string& line : {lines[0], lines[3]})
            CHECK(contains(line, "3v2.layer") == removed);
    }
}

TEST_CASE("a batch answers when its input pauses", "[cli][batch]") {
    const SolvedPangki pangki;
    // Bash waits for each answer before it asks for the next, and would get no more of them if they were kept back.
    const std::string script = R"(coproc RETROGRADE { "$@"; }
        for position in wwww/w2w/b2b/bbbb_b wwww/w2w/bb1b/b1bb_w; do
            echo "$position" >&"${RETROGRADE[1]}"
            IFS= read -r -t 20 answer <&"${RETROGRADE[0]}" || exit 9
            echo "got $answer"
        done)";
    const Words arguments = joined({"-c", script, "bash", RETROGRADE_BINARY}, batch_of(pangki, {"--no-moves"}));
    const Outcome outcome = Process("/bin/bash", arguments).wait();
    CHECK(outcome.status == kDone);
    CHECK_THAT(outcome.out, Catch::Contains("got {") && Catch::Contains(R"("value":"win","dtw":33)"));
}

TEST_CASE("a batch whose output nobody reads, or that cannot be written", "[cli][batch]") {
    const SolvedPangki pangki;
    std::string input;
    for (int i = 0; i < 5000; ++i)
        input += kPangkiStart + '\n';
    Surroundings broken = with_input(input);
    broken.standard_output = Stream::broken;
    Surroundings without_signal = broken;
    without_signal.ignored_signals = {SIGPIPE};
    for (const Surroundings& surroundings : {broken, without_signal}) {
        const Outcome outcome = retrograde_run(batch_of(pangki), surroundings);
        CHECK(outcome.status == 128 + SIGPIPE);
        CHECK(outcome.err.empty());
    }
    Surroundings full = with_input(input);
    full.standard_output = Stream::full;
    CHECK_THAT(error_of(kNoResources, batch_of(pangki), full), Catch::Contains("cannot write standard output"));
    Surroundings no_input;
    no_input.standard_input = Stream::closed;
    CHECK_THAT(error_of(kBadUsage, batch_of(pangki), no_input), Catch::Contains("cannot read standard input"));
}

#ifndef RETROGRADE_SANITIZE
TEST_CASE("a batch takes the same memory for any input", "[cli][batch]") {
    const SolvedPangki pangki;
    // All of 40 MB would not fit: the data of a batch of one line are far below the limit, those and the input above
    // it.
    static constexpr rlim_t kData = rlim_t{32} << 20U;
    const auto limited = [](std::string input) {
        Surroundings surroundings = with_input(std::move(input));
        surroundings.limits = {{RLIMIT_DATA, kData}};
        return surroundings;
    };
    const Words batch = batch_of(pangki, {"--no-moves"});
    CHECK(lines_of(output_of(batch, limited(kPangkiStart))).size() == 1);
    std::string many;
    while (many.size() < 40U << 20U)
        many += kPangkiStart + '\n';
    const std::size_t lines = many.size() / (kPangkiStart.size() + 1);
    CHECK(lines_of(output_of(batch, limited(many))).size() == lines);
    CHECK(retrograde_run(batch, limited(std::string(40U << 20U, 'b'))).status == kBadUsage);
}
#endif

TEST_CASE("options of a batch", "[cli][batch]") {
    CHECK_THAT(error_of(kBadUsage, {"query", "pangki", kPangkiStart, "--strict"}), Catch::Contains("--batch"));
    CHECK_THAT(error_of(kBadUsage, {"query", "pangki", kPangkiStart, "--batch"}), Catch::Contains("POSITION"));
    CHECK_THAT(error_of(kBadUsage, {"query", "--batch"}), Catch::Contains("GAME is missing"));
    const SolvedPangki pangki;
    CHECK_THAT(output_of({"query", "pangki", kPangkiStart, "--no-moves", "--db", pangki.root().native()}),
               Catch::EndsWith("value     draw\n"));
}

}  // namespace retrograde::test
