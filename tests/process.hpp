// Other programs, run the way a shell runs them: with arguments, input, environment and limits of their own.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database/file.hpp"

namespace retrograde::test {

/// Where a standard stream of a process leads.
enum class Stream {
    usual,   ///< input: the given text; output: kept for the result
    closed,  ///< the descriptor is not open at all
    full,    ///< output: /dev/full, where nothing can be written
    broken   ///< output: a pipe that nobody reads
};

/// What a process finds around it, beside what the tests themselves find.
struct Surroundings {
    std::string input;  ///< text on standard input, which ends after it
    Stream standard_input = Stream::usual;
    Stream standard_output = Stream::usual;
    /// Variables to be set, or removed where there is no value. RETROGRADE_DB is removed unless it is set here.
    std::vector<std::pair<std::string, std::optional<std::string>>> environment;
    std::filesystem::path folder;                ///< the current folder; empty: that of the tests
    std::vector<std::pair<int, rlim_t>> limits;  ///< as for setrlimit: RLIMIT_AS and bytes
    std::vector<int> ignored_signals;            ///< all others are in their default state
    std::chrono::milliseconds timeout{60000};    ///< after that the process is killed
};

/// How a process ended.
struct Outcome {
    int status = 0;          ///< as a shell gives it: the exit status, or 128 and the number of the signal
    bool by_signal = false;  ///< a signal ended it, not the program itself
    bool timed_out = false;
    std::string out;
    std::string err;
};

/// A running process. One that nobody waits for is killed.
class Process {
public:
    /// Starts `program` with the arguments after its name; throws std::system_error where that is impossible.
    Process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            const Surroundings& surroundings = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void send(int signal) const;

    /// What it has written to standard error up to now.
    [[nodiscard]] std::string errors_so_far() const;

    /// Waits for the end, at most for the rest of the timeout.
    [[nodiscard]] Outcome wait();

private:
    /// Waits at most that long; whether the process has ended.
    [[nodiscard]] bool ends_before(std::chrono::steady_clock::time_point deadline) const;

    database::Descriptor out_;
    database::Descriptor err_;
    std::chrono::steady_clock::time_point deadline_;
    pid_t number_ = -1;  ///< -1 after the end
};

}  // namespace retrograde::test
