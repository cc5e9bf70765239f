// Standard output, with no failure unnoticed: a full disk is an error, a reader that has gone ends the program.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace retrograde::cli {

/// The reader of standard output has gone, as in `retrograde ... | head`. Only where SIGPIPE is ignored; it ends the
/// program by itself otherwise.
class ClosedPipe : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "standard output is closed"; }
};

/// Opens descriptors 0, 1 and 2 where the caller has closed them, so that no file of a database gets their number.
/// Writing to a standard output that was closed still fails.
void hold_standard_descriptors() noexcept;

/// Writes to standard output. Throws Error(resources) where that fails, ClosedPipe where nobody reads it.
void write_output(std::string_view text);

/// Writes what is still buffered; throws as write_output. To be called before the program says that all went well.
void flush_output();

/// Writes a file, or standard output where the name is empty. Throws Error(usage) where the file cannot be made,
/// Error(resources) where it cannot be written in full.
void write_to_file(const std::string& name, std::string_view text);

/// Formats and writes to standard output; throws as write_output.
template <typename... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    write_output(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace retrograde::cli
