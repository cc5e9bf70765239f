#include "cli/interrupt.hpp"

#include <unistd.h>

#include <system_error>

#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

/// Wakes the waiting thread at the end; by default, a signal without effect.
constexpr int kWakeSignal = SIGURG;

bool is_ignored(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt() {
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

void Interrupt::wait_for_signals() {
    for (int signal = 0; ::sigwait(&signals_, &signal) == 0;) {
        if (over_) return;
        if (signal == kWakeSignal) continue;
        if (signal_ != 0) ::_exit(128 + signal);
        signal_ = signal;
        source_.request_stop();
    }
}

}  // namespace retrograde::cli
