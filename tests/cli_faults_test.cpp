// What can go wrong with a run, for every game: kills, full disks, damaged files, two runs at once, strange folders.
// RETROGRADE_FAULTS in the environment is the number of kills, and of full disks, of each game (default: a few);
// RETROGRADE_FUZZ_SEED chooses the moments and places.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "cli_helpers.hpp"
#include "mutator.hpp"
#include "retrograde/database.hpp"
#include "subjects.hpp"

namespace retrograde::test {
namespace {

/// Checks that a database is either as it should be or looks unfinished.
void check_is_whole_or_unfinished(const fs::path& folder, const Files& expected) {
    if (!fs::exists(folder / "manifest.json")) return;
    CHECK((files_of(folder) == expected));
}

/// Calls `fault(subject)` for each game, with a note for the message of a failure.
template <class Fault>
void for_each_game(const Fault& fault) {
    for (const Subject& subject : kSubjects) {
        INFO(subject.game << ", RETROGRADE_FUZZ_SEED=" << fuzz_seed());
        fault(subject);
    }
}

/// The files in which the checksums are not right.
std::vector<fs::path> damaged_files(const fs::path& root) {
    std::vector<fs::path> damaged;
    check_databases(root, [&](const FileCheck& file) {
        if (!file.fault.empty()) damaged.push_back(file.path);
    });
    return damaged;
}

/// Whether a change of this file, which `change` makes, is found in this file and in no other.
template <class Change>
bool finds(const fs::path& root, const fs::path& file, const Bytes& whole, const Change& change) {
    change();
    const bool found = damaged_files(root) == std::vector<fs::path>{file};
    write_file(file, whole);
    return found;
}

}  // namespace

TEST_CASE("a run of any game that is killed goes on to the same bytes", "[cli][faults]") {
    for_each_game([](const Subject& subject) {
        const Peace peace(subject);
        Mutator random(fuzz_seed());
        for (std::size_t kills = 0; kills < rounds();) {
            const TempFolder root;
            for (std::size_t more = 1 + random.below(3); more > 0; --more, ++kills) {
                Process solve(RETROGRADE_BINARY, subject.solve(root.path()));
                std::this_thread::sleep_for(peace.moment(random));
                solve.send(SIGKILL);
                const Outcome outcome = solve.wait();
                CHECK((outcome.by_signal || outcome.status == kDone));
                check_is_whole_or_unfinished(root.path() / subject.folder, peace.files());
            }
            peace.check_goes_on(root.path());
        }
    });
}

TEST_CASE("a run of any game on a disk that others fill goes on when there is room", "[cli][faults]") {
    for_each_game([](const Subject& subject) {
        const Peace peace(subject);
        Mutator random(fuzz_seed());
        for (std::size_t round = 0; round < rounds(); ++round) {
            const SmallDisk disk("size=8m");
            if (!disk.is_mounted()) return;
            Process solve(RETROGRADE_BINARY, subject.solve(disk.path()));
            std::this_thread::sleep_for(peace.moment(random));
            solve.send(SIGSTOP);
            disk.fill();
            solve.send(SIGCONT);
            const Outcome outcome = solve.wait();
            if (outcome.status != kDone) CHECK(fault_of_error(outcome, kNoResources) == "");
            check_is_whole_or_unfinished(disk.path() / subject.folder, peace.files());
            disk.give_back();
            peace.check_goes_on(disk.path());
        }
    });
}

TEST_CASE("flips and cuts anywhere in the files of any game are found", "[cli][faults]") {
    constexpr std::size_t kPlaces = 300;  // of each game and kind
    for_each_game([](const Subject& subject) {
        const Peace peace(subject);
        Mutator random(fuzz_seed());
        std::vector<fs::path> files;
        for (const auto& [name, bytes] : peace.files())
            files.push_back(peace.folder() / name);
        REQUIRE(damaged_files(peace.root()).empty());
        for (std::size_t i = 0; i < kPlaces; ++i) {
            const fs::path& file = files[random.below(files.size())];
            const Bytes& whole = peace.files().at(file.filename());
            const std::size_t place = random.below(whole.size());
            const unsigned mask = 1U << random.below(8);
            INFO(file << ", byte " << place);
            const bool finds_flip =
                finds(peace.root(), file, whole, [&] { write_byte(file, place, whole[place] ^ mask); });
            const bool finds_cut = finds(peace.root(), file, whole, [&] { fs::resize_file(file, place); });
            if (!finds_flip || !finds_cut) FAIL("a fault was not found");
        }
        CHECK(damaged_files(peace.root()).empty());
    });
}

TEST_CASE("a second run of any game says that another is at work", "[cli][faults]") {
    for_each_game([](const Subject& subject) {
        const TempFolder root;
        const fs::path folder = root.path() / subject.folder;
        {
            const DatabaseWriter first(folder, {subject.game, folder.filename(), TableKind::distances});
            const std::string busy = "another run is at work in " + folder.native();
            CHECK(error_of(kBadDatabase, subject.solve(root.path())) == busy);
            CHECK(error_of(kBadDatabase, subject.solve(root.path(), {"--force"})) == busy);
            CHECK(fs::is_empty(folder));
        }
        output_of(subject.solve(root.path()));
    });
}

TEST_CASE("any game in strange folders", "[cli][faults]") {
    for_each_game([](const Subject& subject) {
        const Peace peace(subject);
        const TempFolder root;
        write_file(root.path() / "file", Bytes(3));
        CHECK_THAT(error_of(kBadDatabase, subject.solve(root.path() / "file")), Catch::Contains("file"));
        CHECK(read_file(root.path() / "file") == Bytes(3));
        peace.check_goes_on(root.path() / "with spaces, and 'quotes'");
        peace.check_goes_on(long_path(root.path(), 4000));
        error_of(kBadDatabase, subject.solve(long_path(root.path(), 5000)));

        SmallDisk disk("size=8m");
        if (!disk.is_mounted()) return;
        disk.make_read_only();
        CHECK_THAT(error_of(kBadDatabase, subject.solve(disk.path())), Catch::EndsWith("Read-only file system"));
    });
}

}  // namespace retrograde::test
