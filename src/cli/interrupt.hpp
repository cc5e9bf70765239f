// SIGINT and SIGTERM as a request to stop, for runs that can end cleanly and perhaps go on later.
#pragma once

#include <signal.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace retrograde::cli {

/// Time that a run without anything to lose has to end cleanly. It may wait for a disk, or for a reader of its output.
inline constexpr std::chrono::milliseconds kPatience{700};

/// While one exists, the first SIGINT or SIGTERM asks for a stop, the second ends the program at once; so does the
/// first one where `patience`, less than a second, runs out. A signal that the caller has set to be ignored stays
/// ignored. Must be made before the threads of the run, which inherit its mask.
class Interrupt {
public:
    explicit Interrupt(std::optional<std::chrono::nanoseconds> patience = std::nullopt);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
    [[nodiscard]] bool happened() const { return signal_ != 0; }
    /// Says on standard error that the run was stopped, and what that means. Returns the usual exit status after the
    /// signal: 128 and its number.
    [[nodiscard]] int end(std::string_view remark) const;

private:
    [[nodiscard]] int next_signal() const;
    void wait_for_signals();

    std::optional<std::chrono::nanoseconds> patience_;
    std::stop_source source_;
    std::atomic<int> signal_ = 0;
    std::atomic<bool> over_ = false;
    sigset_t signals_{};
    sigset_t old_mask_{};
    std::thread waiter_;
};

}  // namespace retrograde::cli
