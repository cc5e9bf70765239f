// Bad input of all kinds, help, and standard streams that cannot be used.
#include <csignal>

#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

struct BadInput {
    Words arguments;
    std::string message;  ///< what the error says among other things
};

void check_refused(const std::vector<BadInput>& table) {
    for (const BadInput& input : table) {
        CHECK_THAT(error_of(kBadUsage, input.arguments), Catch::Contains(input.message));
    }
}

const std::vector<std::string> kCommands = {"games", "rules",      "solve", "query",  "line",    "find",
                                            "play",  "annotate",   "stats", "verify", "moves",   "perft",
                                            "draw",  "completion", "prove", "check",  "selftest"};

const std::string kLong(100000, 'x');

Surroundings with_output(Stream stream) {
    Surroundings surroundings;
    surroundings.standard_output = stream;
    return surroundings;
}

}  // namespace

TEST_CASE("bad commands", "[cli][input]") {
    check_refused({
        {{}, "no command; see 'retrograde --help'"},
        {{"solv"}, "did you mean 'retrograde solve'?"},
        {{"qurey", "pangki"}, "did you mean 'retrograde query'?"},
        {{"stat"}, "did you mean 'retrograde stats'?"},
        {{"verfy"}, "did you mean 'retrograde verify'?"},
        {{"SOLVE"}, "unknown command 'SOLVE'"},
        {{"--versoin"}, "did you mean 'retrograde --version'?"},
        {{"--hepl"}, "did you mean 'retrograde --help'?"},
        {{"-x"}, "unknown option '-x'"},
        {{""}, "unknown command ''"},
        {{"a\nb\x1b[31m"}, "unknown command 'a\\x0ab\\x1b[31m'"},
        {{kLong}, "unknown command 'xxx"},
    });
}

TEST_CASE("bad arguments and options", "[cli][input]") {
    check_refused({
        {{"solve"}, "GAME is missing"},
        {{"rules"}, "GAME is missing"},
        {{"query", "pangki"}, "POSITION is missing"},
        {{"perft", "pangki", kPangkiStart}, "DEPTH is missing"},
        {{"games", "pangki"}, "'pangki' is one argument too many"},
        {{"query", "pangki", "wwww/w2w/b2b/bbbb", "b"}, "quote it"},
        {{"solve", "pangki", "--", "--quiet"}, "'--quiet' is one argument too many"},
        {{"solve", "chess"}, "no game 'chess'; games: pangki"},
        {{"solve", ""}, "no game ''"},
        {{"solve", "../pangki"}, "no game '../pangki'"},
        {{"solve", "pan\nki"}, "no game 'pan\\x0aki'"},
        {{"rules", kLong}, "no game 'xxx"},
        {{"solve", "pangki", "--nonsense"}, "--nonsense"},
        {{"solve", "pangki", "--" + kLong}, "--xxx"},
        {{"solve", "pangki", "--thread", "1"}, "unknown option '--thread' (did you mean '--threads'?)"},
        {{"verify", "pangki", "--exepct=draw"}, "did you mean '--expect'?"},
        {{"stats", "pangki", "--jsn"}, "did you mean '--json'?"},
        {{"solve", "pangki", "-q"}, "-q"},
        {{"solve", "pangki", "--threads"}, "--threads"},
        {{"solve", "pangki", "--threads", "--quiet"}, "--threads"},
        {{"solve", "pangki", "--threads", "1", "--threads", "1"}, "--threads"},
        {{"solve", "pangki", "--quiet=yes"}, "--quiet"},
        {{"solve", "pangki", "--db", ""}, "--db"},
        {{"solve", "pangki", "--db="}, "--db"},
        {{"query", "pangki", kPangkiStart, "--force"}, "--force"},
        {{"solve", "pangki", "--layers", "9v9"}, "no layer is named '9v9'"},
        {{"solve", "pangki", "--layers", "2v2,"}, "--layers"},
        {{"solve", "pangki", "--layers", "../2v2"}, "../2v2"},
        {{"solve", "pangki", "--layers", ""}, ""},
        {{"solve", "pangki", "--pieces", "1"}, "no layer has that few men"},
        {{"solve", "pangki", "--values", "x\ty"}, "'x\\x09y' is none of dtw, wdl"},
        {{"stats", "pangki", "--values", kLong}, "none of dtw, wdl"},
        {{"verify", "pangki", "--expect", "maybe"}, "'maybe' is none of draw, win, loss"},
        {{"verify", "pangki", "--expect", ""}, "--expect"},
    });
}

TEST_CASE("bad numbers", "[cli][input]") {
    const Words numbers = {"0",   "-1",  "-0",  "1025", "99999999999999999999", "", " ", " 2", "2 ", "+2", "1e1", "0x2",
                           "2.0", "two", "2\n", "٢",    std::string(10000, '9')};
    for (const std::string& text : numbers) {
        check_refused({{{"solve", "pangki", "--threads=" + text}, "--threads"},
                       {{"solve", "pangki", "--pieces=" + text}, "--pieces"},
                       {{"perft", "pangki", kPangkiStart, "--", text}, "DEPTH"}});
    }
    check_refused({{{"solve", "pangki", "--threads", "-1"}, "'-1'"}, {{"perft", "pangki", kPangkiStart, "-1"}, "-1"}});
}

TEST_CASE("limits of memory", "[cli][input]") {
    const Words solve = {"solve", "pangki", "--estimate", "--memory"};
    for (const std::string limit : {"64M", "64MB", "64mb", "2G", "2g", "2GiB", "1.5G", "0.5t", "1T", "800K", "67108864",
                                    "1000000B", "50%", "12.5%", "100%"}) {
        output_of(joined(solve, {limit}));
    }
    const Words bad = {"0",         "-1",
                       "G",         "1 G",
                       " 1G",       "1G ",
                       "+1G",       "1e9",
                       "0x10M",     "0K",
                       "0%",        "-1%",
                       "101%",      "100.1%",
                       "%",         "1%%",
                       "50%M",      "1.G",
                       ".5G",       "1.5.5G",
                       "1,5G",      "nan",
                       "inf",       "infG",
                       "1GG",       "1BG",
                       "1GBi",      "1iB",
                       "1Gi",       "1P",
                       "٢G",        "",
                       "99999999T", "18446744073709551616",
                       kLong};
    for (const std::string& text : bad) {
        CHECK_THAT(error_of(kBadUsage, joined(solve, {text})),
                   Catch::StartsWith("option --memory: '") &&
                       Catch::EndsWith("' is not a size of memory, such as 64M, 2G or 50%"));
    }
    for (const std::string text : {"1", "64", "999999"}) {
        CHECK(error_of(kBadUsage, joined(solve, {text})).starts_with("option --memory: '" + text + "' would be "));
    }
    CHECK(error_of(kBadUsage, joined(solve, {"1"})) ==
          "option --memory: '1' would be 1 B of memory; a size is written 64M, 2G or 50%");
}

TEST_CASE("commands with much to do take a limit of memory", "[cli][input]") {
    for (const std::string command : {"solve", "verify", "find", "prove", "stats"}) {
        const std::string help = output_of({command, "--help"});
        CHECK_THAT(help, Catch::Contains("--memory LIMIT") && Catch::Contains("--quiet "));
    }
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--pieces", "2"}));
    const Words options = {"pangki", "--db", root.path().native(), "--quiet", "--memory"};
    for (const Words& command : {Words{"verify"}, Words{"find"}, Words{"stats"}}) {
        output_of(joined(joined(command, options), {"64M"}));
        CHECK_THAT(error_of(kBadUsage, joined(joined(command, options), {"64"})), Catch::Contains("64 B of memory"));
    }
}

TEST_CASE("bad shares", "[cli][input]") {
    for (const std::string& text : Words{"0%", "101%", "-1%", "1", "0.5", "%", "1%%", "x%", "nan%", ""}) {
        CHECK_THAT(error_of(kBadUsage, {"verify", "pangki", "--sample", text}),
                   Catch::StartsWith("option --sample: '" + text + "' is not a share, such as 1% or 0.5%"));
    }
    check_refused({{{"verify", "pangki", "--layers", "2v2,"}, "option --layers"}});
}

TEST_CASE("bad rules", "[cli][input]") {
    for (const std::string command : {"solve", "stats", "verify"}) {
        check_refused({
            {{command, "pangki", "--rules", "capture=x"},
             "'capture' cannot be 'x'; allowed: touched, destination, any"},
            {{command, "pangki", "--rules", "capture="}, "'capture' cannot be ''"},
            {{command, "pangki", "--rules", "capture"}, "'capture' needs a value"},
            {{command, "pangki", "--rules", "=touched"}, "rule option ''"},
            {{command, "pangki", "--rules", "capture=any,"}, ""},
            {{command, "pangki", "--rules", ",,,"}, ""},
            {{command, "pangki", "--rules", "capture=any,capture=any"}, "twice"},
            {{command, "pangki", "--rules", "stalemate=draw"}, "'stalemate'"},
            {{command, "pangki", "--rules", "capture=../../any"}, "../../any"},
            {{command, "pangki", "--rules", "capture=a\tb\x7f"}, "a\\x09b\\x7f"},
            {{command, "pangki", "--rules", kLong}, "xxx"},
        });
    }
}

TEST_CASE("bad positions", "[cli][input]") {
    const std::vector<std::pair<std::string, std::string>> positions = {
        {"", "character 1"},
        {" ", "character 1"},
        {"wwww", "character 5"},
        {"wwww/w2w/b2b/bbbb", "character 18"},
        {"wwww/w2w/b2b/bbbb x", "character 19"},
        {"wwww/w2w/b2b/bbbb b ", "character 20"},
        {"wwwww/w2w/b2b/bbbb b", "character 5"},
        {"wwww/w2w/b2b/bbb b", "character 17"},
        {"wwww/w2w/b2x/bbbb b", "character 12"},
        {"wwww/w0w/b2b/bbbb b", "character 7"},
        {"wwww/wwww/wwww/bbbb b", "12 men"},
        {"wwww/w2w/b2b/bbbb\nb", "character 18"},
        {"wwww/w2\x1b[2Jw/b2b/bbbb b", "character 8"},
        {"\xff\xfe", "character 1"},
        {"wwww/w2w/b2b/bbbb ♟", "character 19"},
        {kLong, "character 1"},
        {std::string(100000, '/'), "character 1"},
        {std::string(100000, '9'), "character 1"},
    };
    for (const auto& [position, message] : positions) {
        check_refused({{{"moves", "pangki", position}, message},
                       {{"query", "pangki", position}, message},
                       {{"perft", "pangki", position, "1"}, message}});
    }
}

TEST_CASE("a position may be written without spaces, in capitals", "[cli][input]") {
    const std::string expected = output_of({"moves", "pangki", kPangkiStart});
    CHECK(output_of({"moves", "pangki", "WWWW/W2W/b2b/bbbb_B"}) == expected);
    CHECK(output_of({"moves", "--", "pangki", "wwww/w2w/b2b/bbbb_b"}) == expected);
}

TEST_CASE("folders that cannot be used", "[cli][input]") {
    const TempFolder root;
    const fs::path file = root.path() / "file";
    write_file(file, Bytes(3));
    const Words paths = {file.native(),
                         file.native() + "/below",
                         "/dev/null",
                         root.path().native() + '/' + std::string(300, 'x'),
                         long_path(root.path(), 4090),
                         kLong};
    for (const std::string& path : paths) {
        CHECK_THAT(error_of(kBadDatabase, solve_pangki(path)), Catch::Contains("cannot "));
        error_of(kBadDatabase, {"query", "pangki", kPangkiStart, "--db", path});
        error_of(kBadDatabase, {"stats", "pangki", "--db", path});
        error_of(kBadDatabase, {"verify", "pangki", "--db", path});
    }
    CHECK_THAT(error_of(kBadDatabase, solve_pangki(file / "two\nlines")), Catch::Contains("two\\x0alines"));
    CHECK(read_file(file) == Bytes(3));
}

TEST_CASE("unusual folders that can be used", "[cli][input]") {
    const TempFolder root;
    for (const std::string& path : {long_path(root.path(), 4000), (root.path() / " --db=\n♟*'\"").native()}) {
        output_of(solve_pangki(path));
        output_of({"query", "pangki", kPangkiStart, "--db", path});
    }
}

TEST_CASE("a disk that is read only", "[cli][input]") {
    SmallDisk disk("size=8m");
    if (!disk.is_mounted()) return;
    output_of(solve_pangki(disk.path()));
    disk.make_read_only();
    CHECK_THAT(output_of(solve_pangki(disk.path())), Catch::Contains("solved already"));
    output_of({"verify", "pangki", "--quiet", "--db", disk.path().native()});
    for (const Words& more : {Words{"--force"}, Words{"--rules", "capture=any"}}) {
        CHECK_THAT(error_of(kBadDatabase, solve_pangki(disk.path(), more)), Catch::EndsWith("Read-only file system"));
    }
}

TEST_CASE("help and version", "[cli][input]") {
    CHECK_THAT(output_of({"--version"}), Catch::Matches("retrograde [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    const std::string help = output_of({"--help"});
    CHECK(output_of({"-h"}) == help);
    for (const std::string& command : kCommands) {
        CHECK_THAT(help, Catch::Contains("\n  " + command + " "));
        const std::string text = output_of({command, "--help"});
        CHECK_THAT(text, Catch::StartsWith("Usage: retrograde " + command) &&
                             Catch::Contains("\n  retrograde " + command) && Catch::Contains("--help"));
        CHECK(output_of({command, "-h"}) == text);
    }
    for (const std::string option : {"--rules", "--db", "--threads", "--force", "--json", "--quiet"}) {
        CHECK_THAT(output_of({"solve", "pangki", "--help"}), Catch::Contains("  " + option + " "));
    }
    CHECK_THAT(output_of({"verify", "--help"}), Catch::Contains("  --expect "));
}

TEST_CASE("the end of input ends the program", "[cli][input]") {
    const TempFolder root;
    Surroundings surroundings;
    surroundings.timeout = std::chrono::seconds(20);
    surroundings.standard_input = GENERATE(Stream::usual, Stream::closed);
    for (const std::string& command : kCommands)
        error_of(kBadUsage, {command, "no game", "x", "y", "z"}, surroundings);
    error_of(kBadUsage, {}, surroundings);
    output_of(solve_pangki(root.path()), surroundings);
    output_of({"query", "pangki", kPangkiStart, "--db", root.path().native()}, surroundings);
}

TEST_CASE("standard output that cannot be written", "[cli][input]") {
    const SolvedPangki pangki;
    const Words db = {"--db", pangki.root().native()};
    const std::vector<Words> commands = {{"--help"},
                                         {"--version"},
                                         {"games"},
                                         {"rules", "pangki"},
                                         {"solve", "--help"},
                                         {"moves", "pangki", kPangkiStart},
                                         {"perft", "pangki", kPangkiStart, "3"},
                                         joined({"solve", "pangki", "--quiet"}, db),
                                         joined({"stats", "pangki", "--json"}, db),
                                         joined({"query", "pangki", kPangkiStart}, db)};
    Surroundings without_pipe_signal = with_output(Stream::broken);
    without_pipe_signal.ignored_signals = {SIGPIPE};
    for (const Words& command : commands) {
        CAPTURE(command);
        CHECK_THAT(error_of(kNoResources, command, with_output(Stream::full)),
                   Catch::Contains("cannot write standard output: No space left on device"));
        error_of(kNoResources, command, with_output(Stream::closed));
        for (const Surroundings& surroundings : {with_output(Stream::broken), without_pipe_signal}) {
            const Outcome outcome = retrograde_run(command, surroundings);
            CHECK(outcome.status == 128 + SIGPIPE);
            CHECK(outcome.err.empty());
        }
    }
}

}  // namespace retrograde::test
