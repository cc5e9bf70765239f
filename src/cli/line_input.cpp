#include "cli/line_input.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cli/output.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;

[[noreturn]] void throw_read_error(int error) {
    throw Error(ErrorKind::usage,
                fmt::format("cannot read standard input: {}", std::generic_category().message(error)));
}

/// Whether reading would give something, or the end, at once.
bool input_is_ready(int timeout_milliseconds) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, timeout_milliseconds) != 0;
}

/// Reads what there is into `bytes`; returns how many bytes that is, 0 at the end of input.
std::size_t read_some(char* bytes, std::size_t size) {
    if (!input_is_ready(0)) flush_output();
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, bytes, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            (void)input_is_ready(-1);
        } else if (errno != EINTR) {
            throw_read_error(errno);
        }
    }
}

}  // namespace

/// Adds to what is left in the buffer; false at the end of input.
bool LineInput::refill() {
    if (at_end_) return false;
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + kReadBytes);
    const std::size_t got = read_some(buffer_.data() + kept, kReadBytes);
    buffer_.resize(kept + got);
    at_end_ = got == 0;
    return !at_end_;
}

std::optional<InputLine> LineInput::next() {
    std::size_t searched = begin_;
    for (;;) {
        const std::size_t end = buffer_.find('\n', searched);
        const bool is_whole = end != std::string::npos;
        const std::size_t size = (is_whole ? end : buffer_.size()) - begin_;
        if (skips_ && (is_whole || size > 0)) {  // drops it
            begin_ += size + (is_whole ? 1 : 0);
            skips_ = !is_whole;
        } else if (is_whole || size > kLongestLine || (at_end_ && size > 0)) {
            const std::string_view text(buffer_.data() + begin_, std::min(size, kLongestLine));
            begin_ += size + (is_whole ? 1 : 0);
            skips_ = !is_whole && !at_end_;
            return InputLine{++number_, trimmed(text), size > kLongestLine};
        } else {
            const std::size_t unfinished = buffer_.size() - begin_;
            if (!refill() && unfinished == 0) return std::nullopt;
        }
        searched = begin_;
    }
}

}  // namespace retrograde::cli
