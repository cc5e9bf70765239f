// Small text files of the user's.
#pragma once

#include <string>

namespace retrograde::cli {

/// The whole text; `-` stands for standard input. Throws Error(usage) where it cannot be read, or is over 16 MiB long.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace retrograde::cli
