#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace retrograde::cli {
namespace {

/// Value of a variable, empty where it is not set.
std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string_view colour_of(Value value) {
    switch (value) {
        case Value::win: return "32";
        case Value::loss: return "31";
        default: return "34";
    }
}

}  // namespace

Terminal Terminal::of_output() {
    if (::isatty(STDOUT_FILENO) != 1) return {};
    return {terminal_columns(STDOUT_FILENO), is_terminal(STDOUT_FILENO) && variable("NO_COLOR").empty()};
}

std::string Terminal::bold(std::string_view text) const {
    return has_colour && !text.empty() ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string Terminal::coloured(std::string_view text, Value value) const {
    return has_colour ? fmt::format("\x1b[{}m{}\x1b[0m", colour_of(value), text) : std::string(text);
}

bool is_terminal(int descriptor) {
    const std::string_view kind = variable("TERM");
    return ::isatty(descriptor) == 1 && !kind.empty() && kind != "dumb";
}

std::size_t terminal_columns(int descriptor) {
    const std::string_view columns = variable("COLUMNS");
    unsigned number = 0;
    const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), number);
    if (error == std::errc() && end == columns.data() + columns.size() && number > 0) return number;
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

}  // namespace retrograde::cli
