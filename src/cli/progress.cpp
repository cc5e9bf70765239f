#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "cli/number_text.hpp"
#include "cli/terminal.hpp"

namespace retrograde::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kLiveInterval = 100ms;
constexpr auto kPlainInterval = 5s;
constexpr auto kTransferInterval = 5s;  // rates are those of one to two of these

/// Columns of the terminal, less the last one, where some terminals wrap.
std::size_t line_width() { return terminal_columns(STDERR_FILENO) - 1; }

/// Progress is a courtesy: a failure to write it is no failure of the run.
void write_error_output(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

ProgressPrinter::ProgressPrinter(bool quiet, Audience audience)
    : style_(quiet                            ? Style::silent
             : is_terminal(STDERR_FILENO)     ? Style::live
             : audience == Audience::everyone ? Style::plain
                                              : Style::silent) {}

ProgressSink ProgressPrinter::sink() {
    if (style_ == Style::silent) return [](const Progress&) {};
    return [this](const Progress& progress) { show(progress); };
}

void ProgressPrinter::finish() {
    {
        const std::lock_guard lock(mutex_);
        if (first_ && style_ == Style::plain) print_finished_layer();
    }
    clear();
}

void ProgressPrinter::show(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    if (progress.estimate) {
        write_error_output(estimate_text(*progress.estimate) + '\n');
        return;
    }
    const auto now = Clock::now();
    if (!first_) {
        first_ = last_ = progress;
        started_ = shown_ = now;
        transfer_ = next_transfer_ = {now, progress.bytes_read, progress.bytes_written};
    }
    measure_transfer(progress, now);
    if (style_ == Style::live) {
        show_live(progress, now);
    } else {
        show_plain(progress, now);
    }
    last_ = progress;
}

void ProgressPrinter::show_live(const Progress& progress, Clock::time_point now) {
    if (line_is_live_ && now - shown_ < kLiveInterval) return;
    write_error_output(fmt::format("\r{}\x1b[K", line_of(progress, now, line_width())));
    shown_ = now;
    line_is_live_ = true;
}

void ProgressPrinter::show_plain(const Progress& progress, Clock::time_point now) {
    if (progress.layer != last_.layer) {
        print_finished_layer();
        shown_ = now;
    } else if (now - shown_ >= kPlainInterval) {
        write_error_output(line_of(progress, now, std::string::npos) + '\n');
        shown_ = now;
    }
}

void ProgressPrinter::print_finished_layer() {
    write_error_output(fmt::format("{} finished: {} of {} positions after {}\n", last_.layer,
                                   count_text(last_.positions), count_text(last_.total),
                                   duration_text(seconds_between(started_, Clock::now()))));
}

void ProgressPrinter::clear() {
    const std::lock_guard lock(mutex_);
    if (!line_is_live_) return;
    write_error_output("\r\x1b[K");
    line_is_live_ = false;
}

void ProgressPrinter::measure_transfer(const Progress& progress, Clock::time_point now) {
    if (now - next_transfer_.time < kTransferInterval) return;
    transfer_ = next_transfer_;
    next_transfer_ = {now, progress.bytes_read, progress.bytes_written};
}

/// Where the run is; what does not fit the width is left out.
std::string ProgressPrinter::line_of(const Progress& progress, Clock::time_point now, std::size_t width) const {
    std::string line = progress.layer + (progress.layer.empty() ? "" : " ") + progress.phase;
    if (progress.distance > 0) line += fmt::format(", ply {}", progress.distance);
    line.resize(std::min(line.size(), width));
    const auto add = [&](const std::string& part) {
        if (line.size() + 2 + part.size() <= width) line += ", " + part;
    };
    if (progress.settled > 0) add(fmt::format("{:.1f}% settled", 100 * progress.settled));
    if (progress.total > 0) {
        add(fmt::format("{} of {}", count_text(progress.positions), count_text(progress.total)));
    } else if (progress.positions > 0) {
        add(fmt::format("{} positions", count_text(progress.positions)));
    }

    const std::uint64_t read = progress.bytes_read - std::min(transfer_.read, progress.bytes_read);
    const std::uint64_t written = progress.bytes_written - std::min(transfer_.written, progress.bytes_written);
    if (const double seconds = seconds_between(transfer_.time, now); seconds > 0) {
        const auto rate = [&](std::uint64_t bytes) {
            return bytes_text(static_cast<std::uint64_t>(static_cast<double>(bytes) / seconds));
        };
        if (read > 0) add(fmt::format("{}/s read", rate(read)));
        if (written > 0) add(fmt::format("{}/s written", rate(written)));
    }
    const std::uint64_t done = progress.positions - std::min(first_->positions, progress.positions);
    if (const double seconds = seconds_between(started_, now); done > 0 && seconds > 0) {
        const double rate = static_cast<double>(done) / seconds;
        const std::uint64_t left = progress.total - std::min(progress.positions, progress.total);
        if (progress.total > 0) add(fmt::format("{} left", clock_text(static_cast<double>(left) / rate)));
        add(fmt::format("{}/s", rate_text(rate)));
    }
    return line;
}

}  // namespace retrograde::cli
