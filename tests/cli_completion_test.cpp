// The completion of command lines, in bash itself.
#include <algorithm>
#include <sstream>

#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

/// What bash offers for the last of the words, sorted as it comes. Words are as bash takes them apart: `=` is one.
Words offered(const Words& words, const std::string& breaks = " \t\n\"'><=;|&(:") {
    constexpr const char* kProgram = R"(
        set -u
        source <("$1" completion bash)
        COMP_WORDBREAKS=$2
        shift 2
        COMP_WORDS=(retrograde "$@")
        COMP_CWORD=$#
        _retrograde retrograde "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}")";
    const Words arguments = joined({"-c", kProgram, "bash", RETROGRADE_BINARY, breaks}, words);
    const Outcome outcome = Process("/bin/bash", arguments).wait();
    CHECK(outcome.err == "");
    REQUIRE(outcome.status == kDone);
    return lines_of(outcome.out);
}

}  // namespace

TEST_CASE("bash completes commands", "[cli][completion]") {
    CHECK(offered({"so"}) == Words{"solve"});
    CHECK(offered({"st"}) == Words{"stats"});
    CHECK(offered({"--v"}) == Words{"--version"});
    CHECK(offered({"nothing"}).empty());
    const Words all = offered({""});
    std::istringstream help(output_of({"--help"}));
    std::size_t commands = 0;
    for (std::string line; std::getline(help, line);) {
        if (!line.starts_with("  ") || line.starts_with("  -") || line.find("  ", 2) == std::string::npos) continue;
        CHECK_THAT(all, Catch::VectorContains(line.substr(2, line.find(' ', 2) - 2)));
        ++commands;
    }
    CHECK(commands >= 8);
    CHECK(all.size() == commands + 2);
}

TEST_CASE("bash completes the options of every command", "[cli][completion]") {
    CHECK(offered({"solve", "pangki", "--es"}) == Words{"--estimate"});
    CHECK(offered({"verify", "--e"}) == Words{"--expect"});
    CHECK(offered({"query", "--f"}).empty());
    for (const std::string& command : offered({""})) {
        if (command.starts_with("-")) continue;
        const std::string help = output_of({command, "--help"});
        const Words options = offered({command, "--"});
        CHECK_FALSE(options.empty());
        for (const std::string& option : options)
            CHECK_THAT(help, Catch::Contains(option));
    }
}

TEST_CASE("bash completes games and positions", "[cli][completion]") {
    CHECK(offered({"solve", ""}) == Words{"pangki", "cinc-camins", "crossings", "diamond"});
    CHECK(offered({"query", "c"}) == Words{"cinc-camins", "crossings"});
    CHECK(offered({"query", "--db", "x", "c"}) == Words{"cinc-camins", "crossings"});
    CHECK(offered({"query", "--db", "=", "x", "c"}) == Words{"cinc-camins", "crossings"});
    CHECK(offered({"query", "pangki", ""}) == Words{"wwww/w2w/b2b/bbbb_b"});
    CHECK(offered({"games", ""}).empty());
    CHECK(offered({"completion", ""}) == Words{"bash", "zsh"});
}

TEST_CASE("bash completes values of options", "[cli][completion]") {
    CHECK(offered({"solve", "pangki", "--values", ""}) == Words{"dtw", "wdl"});
    CHECK(offered({"solve", "pangki", "--values", "=", "w"}) == Words{"wdl"});
    CHECK(offered({"verify", "pangki", "--expect", "d"}) == Words{"draw"});
    CHECK(offered({"solve", "pangki", "--threads", ""}).empty());
    const TempFolder folder;
    fs::create_directory(folder.path() / "databases");
    const std::string path = folder.path().native() + "/";
    CHECK(offered({"solve", "pangki", "--db", path}) == Words{path + "databases"});
    CHECK(offered({"stats", "pangki", "--plot", path + "d"}) == Words{path + "databases"});
}

TEST_CASE("bash completes rule options and their values", "[cli][completion]") {
    CHECK(offered({"solve", "cinc-camins", "--rules", ""}) == Words{"capture=", "stalemate="});
    CHECK(offered({"solve", "cinc-camins", "--rules", "s"}) == Words{"stalemate="});
    CHECK(offered({"solve", "pangki", "--rules", "capture", "="}) == Words{"touched", "destination", "any"});
    CHECK(offered({"solve", "pangki", "--rules", "capture", "=", "d"}) == Words{"destination"});
    CHECK(offered({"solve", "pangki", "--rules", "=", "capture", "=", "d"}) == Words{"destination"});
    CHECK(offered({"solve", "cinc-camins", "--rules", "capture", "=", "any,"}) ==
          Words{"any,capture=", "any,stalemate="});
    CHECK(offered({"solve", "cinc-camins", "--rules", "capture", "=", "any,stalemate", "=", "d"}) == Words{"draw"});
    CHECK(offered({"solve", "diamond", "--rules", "size", "="}) == Words{"3", "1", "2"});
    CHECK(offered({"solve", "crossings", "--rules", "board", "="}) == Words{"8x8", "3x3"});
    // Where `=` does not take words apart.
    CHECK(offered({"solve", "pangki", "--rules", "capture=d"}, " ") == Words{"capture=destination"});
    CHECK(offered({"solve", "pangki", "--rules=capture=d"}, " ") == Words{"--rules=capture=destination"});
}

TEST_CASE("every command that prints facts prints them as JSON", "[cli][completion]") {
    const Words others = {"draw", "completion", "play"};  // pictures, scripts, conversation
    for (const std::string& command : offered({""})) {
        if (command.starts_with("-") || std::ranges::find(others, command) != others.end()) continue;
        INFO(command);
        CHECK_THAT(offered({command, "--"}), Catch::VectorContains(std::string("--json")));
    }
}

TEST_CASE("completions are for shells that there are", "[cli][completion]") {
    CHECK_THAT(error_of(kBadUsage, {"completion", "fish"}), Catch::Contains("'fish' is none of bash, zsh"));
    CHECK_THAT(error_of(kBadUsage, {"completion"}), Catch::Contains("bash|zsh is missing"));
    const std::string script = output_of({"completion", "zsh"});
    CHECK_THAT(script, Catch::StartsWith("#compdef retrograde\n"));
    for (const std::string mark : {"@COMMANDS@", "@ARGUMENTS@", "@GAMES@", "@RULES@", "@STARTS@"}) {
        CHECK_FALSE(contains(script, mark));
    }
    if (!fs::exists("/bin/zsh")) {
        WARN("zsh is not there; the syntax of its completion is not checked");
        return;
    }
    Surroundings input;
    input.input = script;
    const Outcome outcome = Process("/bin/zsh", {"-n", "/dev/stdin"}, input).wait();
    CHECK(outcome.err == "");
    CHECK(outcome.status == kDone);
}

}  // namespace retrograde::test
