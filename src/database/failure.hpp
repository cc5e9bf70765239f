// How the database says what went wrong: one line that names the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "retrograde/error.hpp"

namespace retrograde::database {

/// `PATH: WHAT`, as Error(database).
[[nodiscard]] Error file_error(const std::filesystem::path& path, std::string_view what);

/// `PATH: is damaged (WHAT)`, as Error(database).
[[nodiscard]] Error damaged(const std::filesystem::path& path, std::string_view what);

/// `PATH: cannot ACTION: REASON` for an errno: Error(resources) where the disk, a quota, a size limit or the table of
/// open files is exhausted, Error(database) otherwise.
[[nodiscard]] Error system_error(const std::filesystem::path& path, std::string_view action, int error_number);

}  // namespace retrograde::database
