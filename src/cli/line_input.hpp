// Text input line by line, so that a program at the other end of a pipe can wait for each answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace retrograde::cli {

/// A line of input, without its end and without spaces around it.
struct InputLine {
    std::uint64_t number = 0;  ///< counted from 1
    std::string_view text;     ///< valid until the next line is read; cut where the line is too long
    bool too_long = false;     ///< longer than LineInput::kLongestLine
};

/// Reads lines from standard input with bounded memory. Before it has to wait, standard output is flushed.
class LineInput {
public:
    static constexpr std::size_t kLongestLine = 4096;

    /// The next line, none at the end of input; a last line need not be ended. Throws Error(usage) where standard input
    /// cannot be read, and as flush_output.
    [[nodiscard]] std::optional<InputLine> next();

private:
    [[nodiscard]] bool refill();

    std::string buffer_;
    std::size_t begin_ = 0;  ///< of what has not been handed out
    std::uint64_t number_ = 0;
    bool at_end_ = false;
    bool skips_ = false;  ///< the rest of a line that is too long
};

}  // namespace retrograde::cli
