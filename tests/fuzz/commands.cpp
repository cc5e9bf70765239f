// Fuzz target: commands that read what people and scripts write, run as the program runs them, on a small database. The
// first byte of an input chooses the command; the rest is its standard input or its position.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tbb/global_control.h>

#include <array>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "fuzz.hpp"
#include "sample_database.hpp"

namespace retrograde::fuzz {
namespace {

void must(bool holds, const char* what) {
    if (!holds) fail(what);
}

/// Makes `text` the standard input.
void give_input(std::string_view text) {
    const int file = ::memfd_create("input", 0);
    must(file >= 0, "memfd_create");
    must(::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
    must(::lseek(file, 0, SEEK_SET) == 0, "lseek");
    must(::dup2(file, STDIN_FILENO) == STDIN_FILENO, "dup2");
    ::close(file);
}

void drop_output() {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    must(nowhere >= 0 && ::dup2(nowhere, STDOUT_FILENO) == STDOUT_FILENO, "standard output");
    ::close(nowhere);
}

/// A database of the endings of Pangki with two men a side.
const test::fs::path& root() {
    static const test::TempFolder folder;
    static const bool solved = [] {
        drop_output();
        const std::string root = folder.path().native();
        return cli::dispatch(std::vector<std::string>{"solve", "pangki", "--pieces", "2", "--db", root, "--quiet"}) ==
               0;
    }();
    must(solved, "no database");
    return folder.path();
}

std::vector<std::string> command_of(unsigned char choice, const std::string& text) {
    const std::string certificate = (root() / "certificate").native();
    const std::array<std::vector<std::string>, 6> commands{{
        {"query", "pangki", "--batch", "--no-moves"},
        {"query", "pangki", "--batch"},
        {"query", "pangki", "--batch", "--strict"},
        {"annotate", "pangki", "-"},
        {"query", "pangki", text},
        {"prove", "pangki", text, "--out", certificate},
    }};
    std::vector<std::string> command = commands[choice % commands.size()];
    command.insert(command.end(), {"--db", root().native()});
    return command;
}

}  // namespace
}  // namespace retrograde::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace retrograde;
    static const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    if (size == 0) return 0;
    const std::string text(data + 1, data + size);
    const std::vector<std::string> command = fuzz::command_of(data[0], text);
    fuzz::give_input(text);
    (void)fuzz::ends_well([&] { (void)cli::dispatch(command); });
    cli::flush_output();
    return 0;
}
