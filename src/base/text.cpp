#include "retrograde/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace retrograde {

std::string printable(std::string_view text) {
    constexpr std::size_t kLongest = 1000;
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    std::string result;
    for (const char letter : text.substr(0, kLongest)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x20 || byte == 0x7F) {
            result += std::string("\\x") + kHexDigits[byte / 16] + kHexDigits[byte % 16];
        } else {
            result += letter;
        }
    }
    if (text.size() > kLongest) result += "...";
    return result;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
    return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

std::string count_text(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t end = text.size(); end > 3; end -= 3)
        text.insert(end - 3, ",");
    return text;
}

std::string scaled_text(double number, std::string_view name) {
    constexpr std::array<std::string_view, 7> kUnits{"", "k", "M", "G", "T", "P", "E"};
    std::size_t unit = 0;
    while (number >= 999.5 && unit + 1 < kUnits.size()) {
        number /= 1000;
        ++unit;
    }
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    const bool has_unit = unit > 0 || !name.empty();
    return fmt::format("{:.{}f}{}{}{}", number, decimals, has_unit ? " " : "", kUnits[unit], name);
}

std::string bytes_text(std::uint64_t bytes) {
    return bytes < 1000 ? fmt::format("{} B", bytes) : scaled_text(static_cast<double>(bytes), "B");
}

}  // namespace retrograde
