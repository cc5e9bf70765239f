// SIGINT and SIGTERM as a request to stop, for runs that can end cleanly and go on later.
#pragma once

#include <signal.h>

#include <atomic>
#include <stop_token>
#include <thread>

namespace retrograde::cli {

/// While one exists, the first SIGINT or SIGTERM asks for a stop, the second ends the program at once. A signal that
/// the caller has set to be ignored stays ignored. Must be made before the threads of the run, which inherit its mask.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
    [[nodiscard]] bool happened() const { return signal_ != 0; }
    /// The usual exit status after the signal: 128 and its number.
    [[nodiscard]] int exit_status() const { return 128 + signal_; }

private:
    void wait_for_signals();

    std::stop_source source_;
    std::atomic<int> signal_ = 0;
    std::atomic<bool> over_ = false;
    sigset_t signals_{};
    sigset_t old_mask_{};
    std::thread waiter_;
};

}  // namespace retrograde::cli
