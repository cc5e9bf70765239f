#include "cli/interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

/// Wakes the waiting thread at the end; by default, a signal without effect.
constexpr int kWakeSignal = SIGURG;

/// And the number of the signal: the exit status of a program that a signal has ended, as a shell gives it.
constexpr int kSignalStatus = 128;

bool is_ignored(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt(std::optional<std::chrono::nanoseconds> patience) : patience_(patience) {
    ::sigemptyset(&signals_);
    ::sigaddset(&signals_, kWakeSignal);
    for (const int signal : {SIGINT, SIGTERM}) {
        if (!is_ignored(signal)) ::sigaddset(&signals_, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &signals_, &old_mask_);
    try {
        waiter_ = std::thread([this] { wait_for_signals(); });
    } catch (const std::system_error& error) {
        ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
        throw Error(ErrorKind::resources, "cannot start a thread: " + error.code().message());
    }
}

Interrupt::~Interrupt() {
    over_ = true;
    ::pthread_kill(waiter_.native_handle(), kWakeSignal);
    waiter_.join();
    ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

int Interrupt::end(std::string_view remark) const {
    std::fputs(fmt::format("retrograde: stopped; {}\n", remark).c_str(), stderr);
    return kSignalStatus + signal_;
}

/// The next one to arrive; after the first, that one again where patience runs out.
int Interrupt::next_signal() const {
    int signal = 0;
    if (signal_ == 0 || !patience_) return ::sigwait(&signals_, &signal) == 0 ? signal : kWakeSignal;
    const timespec time{.tv_sec = 0, .tv_nsec = patience_->count()};
    signal = ::sigtimedwait(&signals_, nullptr, &time);
    return signal > 0 ? signal : signal_.load();
}

void Interrupt::wait_for_signals() {
    while (true) {
        const int signal = next_signal();
        if (over_) return;
        if (signal == kWakeSignal) continue;
        if (signal_ != 0) ::_exit(kSignalStatus + signal);
        signal_ = signal;
        source_.request_stop();
    }
}

}  // namespace retrograde::cli
