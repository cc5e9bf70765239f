// Progress of a long run on standard error: on a terminal one line that is written anew, otherwise plain lines.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "retrograde/game.hpp"

namespace retrograde::cli {

/// Who is to see progress: also those who read it from a file or a pipe?
enum class Audience { everyone, terminal };

/// Shows what the engine sends. All members may be called from any thread: the mutex guards what is below it.
class ProgressPrinter {
public:
    /// Shows nothing where `quiet`, nor, to the audience at a terminal alone, where standard error leads elsewhere.
    explicit ProgressPrinter(bool quiet, Audience audience = Audience::everyone);
    ~ProgressPrinter() { clear(); }
    ProgressPrinter(const ProgressPrinter&) = delete;
    ProgressPrinter& operator=(const ProgressPrinter&) = delete;

    /// What to hand to the engine; must not outlive the printer.
    [[nodiscard]] ProgressSink sink();

    /// Says that the last layer is finished, and clears; for a run that came to its end.
    void finish();

    /// Takes the live line away, so that something else can be written to standard error.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    enum class Style { silent, live, plain };

    void show(const Progress& progress);
    void show_live(const Progress& progress, Clock::time_point now);
    void show_plain(const Progress& progress, Clock::time_point now);
    void print_finished_layer();
    void measure_transfer(const Progress& progress, Clock::time_point now);
    [[nodiscard]] std::string line_of(const Progress& progress, Clock::time_point now, std::size_t width) const;

    /// Bytes moved up to a moment.
    struct Transfer {
        Clock::time_point time;
        std::uint64_t read = 0;
        std::uint64_t written = 0;
    };

    const Style style_;
    std::mutex mutex_;
    std::optional<Progress> first_;  ///< of the run, for the rate
    Progress last_;
    Transfer transfer_;       ///< some seconds ago, for the rates
    Transfer next_transfer_;  ///< that later takes its place
    Clock::time_point started_;
    Clock::time_point shown_;
    bool line_is_live_ = false;
};

}  // namespace retrograde::cli
