#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>

namespace retrograde::test {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void throw_last_error(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// A file without a name, in memory, closed in other programs.
database::Descriptor open_temporary() {
    database::Descriptor file(::memfd_create("retrograde-test", MFD_CLOEXEC));
    if (!file.is_open()) throw_last_error("memfd_create");
    return file;
}

/// A file that holds a text and is read from its beginning.
database::Descriptor file_with(const std::string& text) {
    database::Descriptor file = open_temporary();
    if (::pwrite(file.number(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        throw_last_error("pwrite");
    }
    return file;
}

/// All that is in a file. Leaves its place alone, which a running process shares.
std::string content_of(const database::Descriptor& file) {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t count = ::pread(file.number(), part.data(), part.size(), static_cast<off_t>(text.size()));
        if (count < 0) throw_last_error("pread");
        if (count == 0) return text;
        text.append(part.data(), static_cast<std::size_t>(count));
    }
}

bool sets(const std::string& entry, std::string_view name) {
    return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
}

/// `NAME=VALUE` for each variable that the process finds.
std::vector<std::string> environment_of(const Surroundings& surroundings) {
    std::vector<std::string> entries;
    for (char** entry = environ; *entry != nullptr; ++entry)
        entries.emplace_back(*entry);
    const auto remove = [&](std::string_view name) {
        std::erase_if(entries, [&](const std::string& entry) { return sets(entry, name); });
    };
    remove("RETROGRADE_DB");
    for (const auto& [name, value] : surroundings.environment) {
        remove(name);
        if (value) entries.push_back(name + '=' + *value);
    }
    return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// From here on: what happens in the new process before the program begins. Only system calls, no memory.

constexpr int kCannotRun = 126;

void require(bool done) {
    if (!done) ::_exit(kCannotRun);
}

void lead_to(int descriptor, int target) { require(::dup2(target, descriptor) == descriptor); }

void lead_to_broken_pipe(int descriptor) {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC) == 0);
    lead_to(descriptor, ends[1]);
    ::close(ends[0]);
}

void connect(Stream stream, int descriptor, int usual) {
    switch (stream) {
        case Stream::usual: return lead_to(descriptor, usual);
        case Stream::closed: ::close(descriptor); return;
        case Stream::full: return lead_to(descriptor, ::open("/dev/full", O_WRONLY | O_CLOEXEC));
        case Stream::broken: return lead_to_broken_pipe(descriptor);
    }
}

void reset_signals(const std::vector<int>& ignored) {
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGXFSZ})
        std::signal(signal, SIG_DFL);
    for (const int signal : ignored)
        std::signal(signal, SIG_IGN);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void set_limits(const std::vector<std::pair<int, rlim_t>>& limits) {
    for (const auto& [resource, value] : limits) {
        const rlimit limit{value, value};
        require(::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) == 0);
    }
    const rlimit no_core{0, 0};
    require(::setrlimit(RLIMIT_CORE, &no_core) == 0);
}

}  // namespace

Process::Process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                 const Surroundings& surroundings)
    : out_(open_temporary()), err_(open_temporary()), deadline_(Clock::now() + surroundings.timeout) {
    const database::Descriptor input = file_with(surroundings.input);
    std::vector<std::string> words{program.native()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables = environment_of(surroundings);
    const std::vector<char*> argument_pointers = pointers_to(words);
    const std::vector<char*> variable_pointers = pointers_to(variables);

    // A signal that comes at once must meet the program, not the handlers that the tests have: reset_signals() lets it
    // in.
    sigset_t all;
    sigset_t old;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &old);
    number_ = ::fork();
    if (number_ != 0) ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
    if (number_ < 0) throw_last_error("fork");
    if (number_ > 0) return;
    if (!surroundings.folder.empty()) require(::chdir(surroundings.folder.c_str()) == 0);
    connect(surroundings.standard_input, STDIN_FILENO, input.number());
    connect(surroundings.standard_output, STDOUT_FILENO, out_.number());
    connect(Stream::usual, STDERR_FILENO, err_.number());
    reset_signals(surroundings.ignored_signals);
    set_limits(surroundings.limits);
    ::execve(program.c_str(), argument_pointers.data(), variable_pointers.data());
    ::_exit(kCannotRun);
}

Process::~Process() {
    if (number_ < 0) return;
    ::kill(number_, SIGKILL);
    ::waitpid(number_, nullptr, 0);
}

void Process::send(int signal) const {
    if (::kill(number_, signal) != 0) throw_last_error("kill");
}

std::string Process::errors_so_far() const { return content_of(err_); }

bool Process::ends_before(Clock::time_point deadline) const {
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, number_, 0));
    if (descriptor < 0) throw_last_error("pidfd_open");
    pollfd end{descriptor, POLLIN, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const bool ended = ::poll(&end, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) == 1;
    ::close(descriptor);
    return ended;
}

Outcome Process::wait() {
    Outcome outcome;
    outcome.timed_out = !ends_before(deadline_);
    if (outcome.timed_out) send(SIGKILL);
    int status = 0;
    if (::waitpid(number_, &status, 0) != number_) throw_last_error("waitpid");
    number_ = -1;
    outcome.by_signal = WIFSIGNALED(status);
    outcome.status = outcome.by_signal ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    outcome.out = content_of(out_);
    outcome.err = errors_so_far();
    return outcome;
}

}  // namespace retrograde::test
