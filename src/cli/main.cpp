// Entry of the program: runs a command and turns what it throws into one line on standard error and a status.
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

int status_of(ErrorKind kind) noexcept { return static_cast<int>(kind); }

/// A failed system call is a matter of resources, but for a folder or file that is missing or may not be used.
int status_of(const std::error_code& code) noexcept {
    const bool is_file = code == std::errc::no_such_file_or_directory || code == std::errc::permission_denied ||
                         code == std::errc::not_a_directory || code == std::errc::is_a_directory ||
                         code == std::errc::file_exists || code == std::errc::read_only_file_system ||
                         code == std::errc::filename_too_long || code == std::errc::too_many_symbolic_link_levels ||
                         code == std::errc::io_error;
    return status_of(is_file ? ErrorKind::database : ErrorKind::resources);
}

/// Prints `retrograde: MESSAGE` as one line, whatever is in the message; returns the status.
int report(int status, std::string_view message) noexcept {
    std::fputs("retrograde: ", stderr);
    for (const char letter : message) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x20 || code == 0x7f) {
            std::fprintf(stderr, "\\x%02x", static_cast<unsigned>(code));
        } else {
            std::fputc(letter, stderr);
        }
    }
    std::fputc('\n', stderr);
    return status;
}

/// Reports the exception that is being handled; returns the status.
int report_exception() noexcept {
    try {
        throw;
    } catch (const ClosedPipe&) {
        return 128 + SIGPIPE;
    } catch (const Error& error) {
        return report(status_of(error.kind()), error.what());
    } catch (const std::bad_alloc&) {
        return report(status_of(ErrorKind::resources), "out of memory");
    } catch (const std::system_error& error) {
        return report(status_of(error.code()), error.what());
    } catch (const std::exception& error) {
        return report(status_of(ErrorKind::resources), error.what());
    } catch (...) {
        return report(status_of(ErrorKind::resources), "unknown failure");
    }
}

/// The end where an exception cannot be handed on: oneTBB throws in functions that must not, when it can start no
/// thread. What is on disk is good at any moment.
[[noreturn]] void end_at_once() noexcept {
    const int status =
        std::current_exception() ? report_exception() : report(status_of(ErrorKind::resources), "unknown failure");
    std::_Exit(status);
}

int run(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        const int status = dispatch(arguments);
        flush_output();
        return status;
    } catch (...) {
        return report_exception();
    }
}

}  // namespace
}  // namespace retrograde::cli

int main(int argc, char** argv) {
    std::set_terminate(retrograde::cli::end_at_once);
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is then an error of its write
    retrograde::cli::hold_standard_descriptors();
    return retrograde::cli::run(argc, argv);
}
