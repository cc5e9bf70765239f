// SHA-256, as sha256sum prints it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "database/file.hpp"

namespace retrograde::database {

/// The digest as 64 hexadecimal digits in lower case.
[[nodiscard]] std::string sha256_of(std::span<const std::uint8_t> bytes);

/// The same of a whole file; throws Error(database) where it cannot be read.
[[nodiscard]] std::string sha256_of(const InputFile& file);

}  // namespace retrograde::database
