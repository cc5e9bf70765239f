#include "cli/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

constexpr std::size_t kLongestText = std::size_t{16} << 20;

struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

[[noreturn]] void fail(const std::string& path, int error) {
    throw Error(ErrorKind::usage,
                fmt::format("cannot read {}: {}", printable(path), std::generic_category().message(error)));
}

}  // namespace

std::string read_text_file(const std::string& path) {
    const bool is_standard_input = path == "-";
    const std::unique_ptr<std::FILE, Close> opened(is_standard_input ? nullptr : std::fopen(path.c_str(), "rbe"));
    if (!opened && !is_standard_input) fail(path, errno);
    std::FILE* const file = is_standard_input ? stdin : opened.get();
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t got = 1; got != 0 && text.size() <= kLongestText;) {
        got = std::fread(part.data(), 1, part.size(), file);
        text.append(part.data(), got);
    }
    if (std::ferror(file) != 0) fail(is_standard_input ? "standard input" : path, errno);
    if (text.size() > kLongestText) fail(path, EFBIG);
    return text;
}

}  // namespace retrograde::cli
