// Runs that are killed or stopped, and runs that meet: what is left is good, and the next run ends with the same bytes.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "cli_helpers.hpp"
#include "mutator.hpp"

namespace retrograde::test {
namespace {

using Clock = std::chrono::steady_clock;

/// Time in which a command that writes no database ends after a signal, and what a busy machine adds.
constexpr std::chrono::milliseconds kSoon{2000};

/// Starts `solve`, kills it after so long, and says whether that came before its end.
bool killed_after(std::chrono::duration<double> time, const fs::path& root) {
    Process solve(RETROGRADE_BINARY, solve_pangki(root));
    std::this_thread::sleep_for(time);
    solve.send(SIGKILL);
    const Outcome outcome = solve.wait();
    CHECK((outcome.by_signal || outcome.status == kDone));
    return outcome.by_signal;
}

/// Sends a signal to a command that writes no database, and checks that it soon ends with the signal's status.
Outcome ended_by(int signal, Process& process) {
    process.send(signal);
    const auto start = Clock::now();
    Outcome outcome = process.wait();
    CHECK(Clock::now() - start < kSoon);
    CHECK_FALSE(outcome.by_signal);
    CHECK(outcome.status == 128 + signal);
    return outcome;
}

}  // namespace

TEST_CASE("solve after solve was killed", "[cli][interrupt]") {
    const auto start = Clock::now();
    const SolvedPangki undisturbed;
    const std::chrono::duration<double> whole_time = Clock::now() - start;
    const auto expected = files_of(undisturbed.folder());
    Mutator random(fuzz_seed());
    CAPTURE(fuzz_seed());
    int killed = 0;
    for (int round = 0; round < 4; ++round) {
        const TempFolder root;
        for (int kill = 0; kill < 2; ++kill) {
            const auto moment = whole_time * (static_cast<double>(random.below(800)) / 1000);
            INFO("round " << round << ", killed after " << moment.count() << " s");
            if (killed_after(moment, root.path())) ++killed;
            if (!fs::exists(pangki_folder(root.path()) / "manifest.json")) {
                error_of(kBadDatabase, {"stats", "pangki", "--db", root.path().native()});
            }
        }
        output_of(solve_pangki(root.path()));
        CHECK((files_of(pangki_folder(root.path())) == expected));
    }
    CHECK(killed >= 2);  // the machine may be busy, but not as much as that
}

TEST_CASE("solve stops when asked to, and goes on", "[cli][interrupt]") {
    const SolvedPangki undisturbed;
    for (const int signal : {SIGINT, SIGTERM}) {
        const TempFolder root;
        Process solve(RETROGRADE_BINARY, solve_pangki(root.path()));
        wait_for_layer(root.path(), "4v2");
        solve.send(signal);
        const Outcome outcome = solve.wait();
        CHECK(fault_of_error(outcome, 128 + signal) == "");
        CHECK_THAT(outcome.err, Catch::Contains("stopped; the same command goes on"));
        CHECK(looks_unfinished(pangki_folder(root.path())));

        const Json report = json_output_of(solve_pangki(root.path()));
        CHECK(report["layers_kept"].get<unsigned>() >= 3);
        CHECK((files_of(pangki_folder(root.path())) == files_of(undisturbed.folder())));
    }
}

TEST_CASE("a signal that is to be ignored does not stop solve", "[cli][interrupt]") {
    const TempFolder root;
    Surroundings surroundings;
    surroundings.ignored_signals = {SIGINT};
    Process solve(RETROGRADE_BINARY, solve_pangki(root.path()), surroundings);
    wait_for_layer(root.path(), "2v2");
    solve.send(SIGINT);
    CHECK(solve.wait().status == kDone);
}

TEST_CASE("verify stops when asked to", "[cli][interrupt]") {
    const SolvedPangki pangki;
    Process verify(RETROGRADE_BINARY, {"verify", "pangki", "--db", pangki.root().native()});
    wait_until([&] { return contains(verify.errors_so_far(), "2v2 finished"); });
    const Outcome outcome = ended_by(SIGTERM, verify);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::EndsWith("retrograde: stopped; nothing is verified\n"));
}

TEST_CASE("a second signal ends solve at once", "[cli][interrupt]") {
    const TempFolder root;
    Process solve(RETROGRADE_BINARY, solve_pangki(root.path()));
    wait_for_layer(root.path(), "4v2");
    solve.send(SIGSTOP);
    solve.send(SIGINT);
    solve.send(SIGTERM);
    solve.send(SIGCONT);
    const Outcome outcome = solve.wait();
    CHECK_FALSE(outcome.by_signal);
    CHECK(outcome.status == 128 + SIGTERM);
    CHECK(outcome.err == "");
    output_of(solve_pangki(root.path()));
}

TEST_CASE("find ends when asked to, with what it has found", "[cli][interrupt]") {
    const SolvedPangki pangki;
    for (const int signal : {SIGINT, SIGTERM}) {
        const Words find = {"find", "pangki", "--only-move", "--db", pangki.root().native(), "--threads", "1"};
        Process process(RETROGRADE_BINARY, find);
        wait_until([&] { return contains(process.errors_so_far(), "2v2 finished"); });
        const Outcome outcome = ended_by(signal, process);
        CHECK_THAT(outcome.out, Catch::EndsWith(" b\n"));
        CHECK_THAT(outcome.err, Catch::EndsWith("retrograde: stopped; not all positions were looked at\n"));
    }
}

TEST_CASE("find ends when asked to, even where nobody reads what it prints", "[cli][interrupt]") {
    const SolvedPangki pangki;
    const fs::path pipe = pangki.root() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const database::Descriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    const std::string command = "exec " RETROGRADE_BINARY " find pangki --quiet --db '" + pangki.root().native() +
                                "' > '" + pipe.native() + "'";
    Process find("/bin/sh", {"-c", command});
    wait_until([&] {
        int waiting = 0;
        const int room = ::fcntl(reader.number(), F_GETPIPE_SZ);
        return ::ioctl(reader.number(), FIONREAD, &waiting) == 0 && waiting == room;
    });
    CHECK(ended_by(SIGINT, find).out == "");
}

TEST_CASE("prove leaves no file when asked to stop", "[cli][interrupt]") {
    const SolvedPangki pangki;
    const fs::path file = pangki.root() / "certificate";
    const fs::path temporary = file.native() + ".tmp";
    for (const int signal : {SIGINT, SIGTERM}) {
        Process prove(RETROGRADE_BINARY, {"prove", "pangki", "--db", pangki.root().native(), "--out", file.native()});
        wait_until([&] { return fs::exists(temporary); });
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        const Outcome outcome = ended_by(signal, prove);
        CHECK(outcome.out == "");
        CHECK(outcome.err == "retrograde: stopped; nothing is proved\n");
        CHECK_FALSE(fs::exists(file));
        CHECK_FALSE(fs::exists(temporary));
    }
}

TEST_CASE("check ends when asked to", "[cli][interrupt]") {
    const SolvedPangki pangki;
    constexpr int kCopies = 1000;
    for (int copy = 0; copy < kCopies; ++copy) {
        const fs::path folder = pangki.root() / "copies" / std::to_string(copy);
        fs::create_directories(folder);
        fs::copy(pangki.folder(), folder, fs::copy_options::create_hard_links | fs::copy_options::recursive);
    }
    Process check(RETROGRADE_BINARY, {"check", pangki.root().native()});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const Outcome outcome = ended_by(SIGTERM, check);
    CHECK_THAT(outcome.out, !Catch::Contains("FAILED"));
    CHECK(outcome.err == "retrograde: stopped; not all files were checked\n");
}

TEST_CASE("a second solve on the same folder says that another is at work", "[cli][interrupt]") {
    const SolvedPangki undisturbed;
    const TempFolder root;
    const fs::path folder = pangki_folder(root.path());
    Process first(RETROGRADE_BINARY, solve_pangki(root.path()));
    wait_for_layer(root.path(), "2v2");
    first.send(SIGSTOP);
    const auto before = files_of(folder);
    const std::string busy = "another run is at work in " + folder.native();
    CHECK(error_of(kBadDatabase, solve_pangki(root.path())) == busy);
    CHECK(error_of(kBadDatabase, solve_pangki(root.path(), {"--force"})) == busy);
    error_of(kBadDatabase, {"query", "pangki", kPangkiStart, "--db", root.path().native()});
    CHECK((files_of(folder) == before));
    output_of(solve_pangki(root.path(), {"--rules", "capture=any"}));  // other rules, another folder
    first.send(SIGCONT);
    CHECK(first.wait().status == kDone);
    CHECK((files_of(folder) == files_of(undisturbed.folder())));
}

}  // namespace retrograde::test
