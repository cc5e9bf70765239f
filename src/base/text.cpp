#include "retrograde/text.hpp"

#include <algorithm>

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

}  // namespace retrograde
