// Text for people: foreign text in messages, numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace retrograde {

/// Text from outside made fit for a one-line message: bytes that are not printable ASCII become `\xhh` (UTF-8 is left
/// as it is from 0x80 on), and text of over a thousand bytes is cut with `...`.
[[nodiscard]] std::string printable(std::string_view text);

/// A line of text without the spaces, tabs and carriage returns around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// `1,602,007,870`
[[nodiscard]] std::string count_text(std::uint64_t count);

/// Three digits and a unit, each unit being a thousand times the one before: `7.81 M`, or with the name of what is
/// measured, `7.81 MB`.
[[nodiscard]] std::string scaled_text(double number, std::string_view name = {});

/// `981 B`, `1.29 MB`: the one scale of all messages about memory and disk.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

}  // namespace retrograde
