// Solving within a limit of memory: the same bytes for any limit, any number of threads, and after any stop.
#include <algorithm>
#include <csignal>
#include <thread>

#include "cli_helpers.hpp"
#include "mutator.hpp"
#include "subjects.hpp"

namespace retrograde::test {
namespace {

/// The limits that a subject is solved under: none, the least one, and half way between that and all that can be used.
Words limits_of(const Subject& subject, unsigned threads) {
    const TempFolder nowhere;
    const Json estimate = json_output_of(
        subject.solve(nowhere.path(), {"--estimate", "--threads", std::to_string(threads), "--memory", "1G"}));
    const auto least = estimate["least_memory_bytes"].get<std::uint64_t>();
    const auto most = std::max(least, estimate["fastest_memory_bytes"].get<std::uint64_t>());
    return {"", std::to_string(least), std::to_string((least + most) / 2)};
}

Words limited_to(const std::string& limit, unsigned threads) {
    Words options{"--threads", std::to_string(threads), "--save-every", "0.01"};
    return limit.empty() ? options : joined(std::move(options), {"--memory", limit});
}

/// Solves with a stop by each of the signals at moments of their own, and then to the end.
void check_with_stops(const Peace& peace, const Subject& subject, const Words& options, const std::vector<int>& signals,
                      Mutator& random) {
    const TempFolder root;
    for (const int signal : signals) {
        Process solve(RETROGRADE_BINARY, subject.solve(root.path(), options));
        std::this_thread::sleep_for(peace.moment(random));
        solve.send(signal);
        const Outcome outcome = solve.wait();
        const bool was_stopped = signal == SIGKILL ? outcome.by_signal : outcome.status == 128 + signal;
        CHECK((was_stopped || outcome.status == kDone));
    }
    output_of(subject.solve(root.path(), options));
    CHECK((files_of(root.path() / subject.folder) == peace.files()));
    CHECK_FALSE(fs::exists(root.path() / subject.folder / "scratch"));
}

/// The least limit with two threads, under which scratch files are used, and a state is saved all the time.
Words in_scratch(const Subject& subject, const fs::path& scratch) {
    return joined(limited_to(limits_of(subject, 2)[1], 2), {"--scratch", scratch.native()});
}

const Subject& pangki() { return kSubjects.front(); }

/// Kills a solve of Pangki in the middle of a layer that is in scratch files; whether there is such a file then.
bool leave_scratch_files(const fs::path& root, const fs::path& scratch, const std::string& file) {
    Process solve(RETROGRADE_BINARY, pangki().solve(root, in_scratch(pangki(), scratch)));
    wait_until([&] { return fs::exists(scratch / "state.scratch") && fs::exists(scratch / file); });
    solve.send(SIGKILL);
    (void)solve.wait();
    return fs::exists(scratch / "state.scratch") && fs::exists(scratch / file);
}

}  // namespace

TEST_CASE("a limit of memory, threads and stops leave the bytes as they are", "[cli][memory]") {
    Mutator random(fuzz_seed());
    CAPTURE(fuzz_seed());
    for (const Subject& subject : kSubjects) {
        const Peace peace(subject);
        for (const unsigned threads : {1U, 2U, 4U}) {
            for (const std::string& limit : limits_of(subject, threads)) {
                INFO(subject.game << ", " << threads << " threads, limit '" << limit << "'");
                check_with_stops(peace, subject, limited_to(limit, threads), {}, random);
                check_with_stops(peace, subject, limited_to(limit, threads), {SIGINT, SIGKILL}, random);
            }
        }
    }
}

TEST_CASE("solve within a limit is killed again and again", "[cli][memory]") {
    Mutator random(fuzz_seed());
    CAPTURE(fuzz_seed());
    const Peace peace(pangki());
    const TempFolder scratch;
    const std::vector<int> kills(rounds() < 20 ? 5 : 20, SIGKILL);
    for (std::size_t round = 0; round < rounds(); ++round)
        check_with_stops(peace, pangki(), in_scratch(pangki(), scratch.path()), kills, random);
    CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("a damaged scratch file is noticed, and its layer begun again", "[cli][memory]") {
    const Peace peace(pangki());
    Mutator random(fuzz_seed());
    CAPTURE(fuzz_seed());
    for (const char* file : {"state.scratch", "image.scratch", "cells-0.scratch", "refutations.scratch"}) {
        INFO(file);
        const TempFolder root;
        const TempFolder scratch;
        REQUIRE(leave_scratch_files(root.path(), scratch.path(), file));
        Bytes bytes = read_file(scratch.path() / file);
        for (std::size_t i = random.below(64); i < bytes.size(); i += 64)
            bytes[i] ^= 1U;
        write_file(scratch.path() / file, bytes);
        output_of(pangki().solve(root.path(), in_scratch(pangki(), scratch.path())));
        CHECK((files_of(root.path() / pangki().folder) == peace.files()));
    }
}

TEST_CASE("scratch files that find no room", "[cli][memory]") {
    const Peace peace(pangki());
    const TempFolder root;
    const TempFolder scratch;
    const Words solve = pangki().solve(root.path(), in_scratch(pangki(), scratch.path()));
    for (const rlim_t bytes : {20'000UL, 100'000UL, 400'000UL}) {
        Surroundings surroundings;
        surroundings.limits = {{RLIMIT_FSIZE, bytes}};
        CHECK_THAT(error_of(kNoResources, solve, surroundings), Catch::EndsWith("cannot write: File too large"));
    }
    output_of(solve);
    CHECK((files_of(root.path() / pangki().folder) == peace.files()));

    const SmallDisk disk("size=100k");
    if (!disk.is_mounted()) return;
    const TempFolder another;
    CHECK_THAT(error_of(kNoResources, pangki().solve(another.path(), in_scratch(pangki(), disk.path()))),
               Catch::StartsWith("not enough disk for scratch files: "));
    CHECK(fs::is_empty(another.path()));
}

TEST_CASE("two solves with one scratch folder", "[cli][memory]") {
    const TempFolder root;
    const TempFolder scratch;
    const Words options = in_scratch(pangki(), scratch.path());
    Process first(RETROGRADE_BINARY, pangki().solve(root.path(), options));
    wait_until([&] { return fs::exists(scratch.path() / "image.scratch"); });
    first.send(SIGSTOP);
    const TempFolder another;
    CHECK(error_of(kBadDatabase, pangki().solve(another.path(), options)) ==
          "another run is at work in " + scratch.path().native());
    first.send(SIGCONT);
    CHECK(first.wait().status == kDone);
    CHECK(fs::is_empty(scratch.path()));
}

namespace {

/// Output of a command under the least limit that it does not refuse: what is needed then must be read in passes.
Outcome within_least_memory(const Words& arguments) {
    constexpr unsigned kStep = 250;  // kB
    for (unsigned limit = 28'000;; limit += kStep) {
        Outcome outcome = retrograde_run(joined(arguments, {"--memory", std::to_string(limit) + "K"}));
        if (outcome.status != kNoResources || limit > 100'000) return outcome;
    }
}

}  // namespace

TEST_CASE("verify within a limit finds a wrong value, too", "[cli][memory]") {
    const SolvedPangki pangki;
    const Words verify = {"verify", "pangki", "--quiet", "--threads", "2", "--db", pangki.root().native()};
    CHECK(within_least_memory(verify).out == output_of(verify));
    change_one_code(pangki.folder(), "5v3");
    const Outcome no = within_least_memory(verify);
    CHECK(no.status == kNo);
    CHECK_THAT(no.out, Catch::Contains("FAILED: "));
}

TEST_CASE("a sample of the blocks", "[cli][memory]") {
    const SolvedPangki pangki;
    const Words verify = {"verify", "pangki", "--db", pangki.root().native(), "--quiet"};
    const Json all = json_output_of(verify);
    const Json some = json_output_of(joined(verify, {"--sample", "10%"}));
    CHECK(all["blocks_checked"] == all["blocks"]);
    CHECK(some["blocks"] == all["blocks"]);
    CHECK(some["blocks_checked"].get<double>() == Approx(all["blocks"].get<double>() / 10).epsilon(0.05));
    const Json layer = json_output_of(joined(verify, {"--layers", "4v3"}));
    CHECK(layer["layers"] == 1);
    CHECK_THAT(error_of(kBadUsage, joined(verify, {"--layers", "9v9"})), Catch::Contains("9v9"));
}

TEST_CASE("verify and find within a limit", "[cli][memory]") {
    for (const Subject& subject : kSubjects) {
        const Peace peace(subject);
        INFO(subject.game);
        const auto rules = std::ranges::find(subject.options, "--rules");
        Words words{subject.game, "--db", peace.root().native(), "--quiet", "--threads", "2"};
        if (rules != subject.options.end()) words = joined(words, {*rules, *(rules + 1)});
        for (const char* command : {"verify", "find"}) {
            Words arguments = joined({command}, words);
            if (command == std::string("find")) arguments = joined(arguments, {"--only-move", "--limit", "50"});
            CHECK(output_of(arguments) == within_least_memory(arguments).out);
        }
    }
}

}  // namespace retrograde::test
