// Small text files of the user's.
#pragma once

#include <string>
#include <string_view>

namespace retrograde::cli {

/// The whole text; `-` stands for standard input. Throws Error(usage) where it cannot be read, or is over 16 MiB long.
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Throws Error(usage) where it cannot be made, Error(resources) where it cannot be written in full.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace retrograde::cli
