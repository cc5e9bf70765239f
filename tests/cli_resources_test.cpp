// Solving where disk, memory, file sizes or descriptors run out: status 4, one line, nothing that looks finished.
#include <csignal>

#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

using Files = std::map<std::string, Bytes>;

/// What a solve in peace writes.
Files expected_files() { return files_of(SolvedPangki().folder()); }

/// Solves where something runs out; checks the error, and that nothing looks finished. Returns the message.
std::string failing_solve(const fs::path& root, const Surroundings& surroundings = {}) {
    const std::string message = error_of(kNoResources, solve_pangki(root), surroundings);
    CHECK(looks_unfinished(pangki_folder(root)));
    return message;
}

void check_goes_on(const fs::path& root, const Files& expected) {
    output_of(solve_pangki(root));
    CHECK((files_of(pangki_folder(root)) == expected));
}

Surroundings limited_to(int resource, rlim_t value) {
    Surroundings surroundings;
    surroundings.limits = {{resource, value}};
    return surroundings;
}

}  // namespace

TEST_CASE("solve on a disk that is too small", "[cli][resources]") {
    const SmallDisk disk("size=100k");
    if (!disk.is_mounted()) return;
    CHECK(failing_solve(disk.path()) == "not enough disk: 2.16 MB may be needed, 102 kB are there");
    CHECK(fs::is_empty(disk.path()));
}

TEST_CASE("solve on a disk that others fill", "[cli][resources]") {
    const Files expected = expected_files();
    for (const char* layer : {"2v2", "5v3", "6v5"}) {
        const SmallDisk disk("size=3m");
        if (!disk.is_mounted()) return;
        Process solve(RETROGRADE_BINARY, solve_pangki(disk.path()));
        wait_for_layer(disk.path(), layer);
        solve.send(SIGSTOP);
        disk.fill();
        solve.send(SIGCONT);
        const Outcome outcome = solve.wait();
        CHECK(fault_of_error(outcome, kNoResources) == "");
        CHECK_THAT(outcome.err, Catch::StartsWith("retrograde: " + pangki_folder(disk.path()).native() + "/") &&
                                    Catch::EndsWith("cannot write: No space left on device\n"));
        CHECK(looks_unfinished(pangki_folder(disk.path())));
        disk.give_back();
        const TempFolder larger;
        fs::copy(disk.path(), larger.path(), fs::copy_options::recursive);
        check_goes_on(larger.path(), expected);
    }
}

TEST_CASE("solve within a limit of its own", "[cli][resources]") {
    const TempFolder root;
    const Words too_little = solve_pangki(root.path(), {"--memory", "1M"});
    CHECK_THAT(error_of(kNoResources, too_little),
               Catch::StartsWith("not enough memory: ") && Catch::EndsWith(" MB may be needed, 1.00 MB are there"));
    CHECK(fs::is_empty(root.path()));
    output_of(solve_pangki(root.path(), {"--memory", "1G"}));
}

TEST_CASE("solve under a limit on the size of files", "[cli][resources]") {
    const TempFolder root;
    const Files expected = expected_files();
    for (const rlim_t bytes : {1000UL, 5000UL, 100000UL}) {
        CHECK_THAT(failing_solve(root.path(), limited_to(RLIMIT_FSIZE, bytes)),
                   Catch::EndsWith("cannot write: File too large"));
    }
    check_goes_on(root.path(), expected);
}

#if !defined(RETROGRADE_SANITIZE)  // the sanitizers need files of their own, and more memory than a limit leaves

namespace {

/// Whether the program is loaded at all under a limit.
bool loads(const Surroundings& surroundings) { return retrograde_run({"--version"}, surroundings).status == kDone; }

/// Runs a command under a limit of memory: whether it was too small. Anything but an end in peace or status 4 fails.
bool is_too_small(const Words& command, const Surroundings& surroundings) {
    const Outcome outcome = retrograde_run(command, surroundings);
    if (outcome.status == kDone && !outcome.by_signal) return false;
    INFO(outcome.err);
    CHECK(fault_of_error(outcome, kNoResources) == "");
    return true;
}

/// Limits on memory from the least that the program can be loaded in, to more than it needs.
std::vector<Surroundings> limits_on_memory() {
    constexpr rlim_t kMegabyte = 1 << 20;
    std::vector<Surroundings> limits;
    for (rlim_t bytes = 8 * kMegabyte; bytes < 64 * kMegabyte; bytes += bytes / 4) {
        limits.push_back(limited_to(RLIMIT_AS, bytes));
        if (!loads(limits.back())) limits.pop_back();
    }
    return limits;
}

}  // namespace

TEST_CASE("solve under a limit on open files", "[cli][resources]") {
    const TempFolder root;
    const Files expected = expected_files();
    rlim_t descriptors = 3;
    while (!loads(limited_to(RLIMIT_NOFILE, descriptors)))
        ++descriptors;
    CHECK_THAT(failing_solve(root.path(), limited_to(RLIMIT_NOFILE, descriptors)),
               Catch::EndsWith("Too many open files"));
    check_goes_on(root.path(), expected);
}

TEST_CASE("solve under a limit on memory", "[cli][resources]") {
    const Files expected = expected_files();
    const TempFolder unfinished;  // what all the runs have left
    const fs::path remains = pangki_folder(unfinished.path());
    fs::create_directories(remains);
    for (const std::string threads : {"1", "4"}) {
        unsigned failures = 0;
        for (const Surroundings& surroundings : limits_on_memory()) {
            INFO(surroundings.limits.front().second << " bytes, " << threads << " threads");
            const TempFolder root;
            const fs::path folder = pangki_folder(root.path());
            if (is_too_small(solve_pangki(root.path(), {"--threads", threads}), surroundings)) ++failures;
            CHECK((looks_unfinished(folder) || files_of(folder) == expected));
            if (fs::exists(folder)) fs::copy(folder, remains, fs::copy_options::overwrite_existing);
        }
        CHECK(failures >= 3);
    }
    fs::remove(remains / "manifest.json");
    check_goes_on(unfinished.path(), expected);
}

TEST_CASE("reading under a limit on memory", "[cli][resources]") {
    const SolvedPangki pangki;
    const Words db = {"--db", pangki.root().native()};
    for (const Surroundings& surroundings : limits_on_memory()) {
        INFO(surroundings.limits.front().second << " bytes");
        (void)is_too_small(joined({"verify", "pangki", "--quiet"}, db), surroundings);
        (void)is_too_small(joined({"stats", "pangki"}, db), surroundings);
        (void)is_too_small(joined({"query", "pangki", kPangkiStart}, db), surroundings);
    }
}

TEST_CASE("sizes beyond all bounds are refused before memory is taken", "[cli][resources]") {
    const SolvedPangki pangki;
    const std::string manifest = manifest_of(pangki.folder());
    const std::string key = "\"entries\": ";
    const std::size_t place = manifest.rfind(key);  // of the table in which the start lies
    REQUIRE(place != std::string::npos);
    const Surroundings limited = limited_to(RLIMIT_AS, 256 << 20);
    for (const std::string entries : {"1099511627776", "281474976710656", "18446744073709551615"}) {
        std::string hostile = manifest;
        const std::size_t digits = hostile.find(',', place + key.size()) - place - key.size();
        sign_manifest(pangki.folder(), hostile.replace(place + key.size(), digits, entries));
        for (const Words& command : {Words{"query", "pangki", kPangkiStart}, Words{"verify", "pangki", "--quiet"}}) {
            error_of(kBadDatabase, joined(command, {"--db", pangki.root().native()}), limited);
        }
        const Outcome check = retrograde_run({"check", pangki.root().native()}, limited);
        CHECK(check.status == kBadDatabase);
        CHECK(check.err == "");
    }
}

#endif

}  // namespace retrograde::test
