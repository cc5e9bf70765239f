#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

[[noreturn]] void throw_write_error(int error) {
    if (error == EPIPE) throw ClosedPipe();
    throw Error(ErrorKind::resources,
                fmt::format("cannot write standard output: {}", std::generic_category().message(error)));
}

}  // namespace

void hold_standard_descriptors() noexcept {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1) continue;
        // open() takes the lowest free number, which is this one. The wrong direction makes every use fail.
        const int mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (::open("/dev/null", mode) != descriptor) return;
    }
}

void write_output(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw_write_error(errno);
}

void flush_output() {
    if (std::fflush(stdout) != 0) throw_write_error(errno);
}

void write_to_file(const std::string& name, std::string_view text) {
    if (name.empty()) return write_output(text);
    const auto reason = [&name](const char* what) {
        return fmt::format("cannot {} {}: {}", what, printable(name), std::generic_category().message(errno));
    };
    const auto close = [](std::FILE* file) { std::fclose(file); };
    std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(name.c_str(), "we"), close);
    if (!file) throw Error(errno == ENOSPC ? ErrorKind::resources : ErrorKind::usage, reason("make"));
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    if (!is_written || std::fclose(file.release()) != 0) throw Error(ErrorKind::resources, reason("write"));
}

}  // namespace retrograde::cli
