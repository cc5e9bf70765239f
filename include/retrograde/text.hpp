// Foreign text in messages.
#pragma once

#include <string>
#include <string_view>

namespace retrograde {

/// Text from outside made fit for a one-line message: bytes that are not printable ASCII become `\xhh` (UTF-8 is left
/// as it is from 0x80 on), and text of over a thousand bytes is cut with `...`.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace retrograde
