// SHA256SUMS: the SHA-256 of every file of a database, in the form that `sha256sum -c` reads.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "database/manifest.hpp"

namespace retrograde::database {

inline constexpr const char* kSumsName = "SHA256SUMS";

struct FileSum {
    std::string name;    ///< of the file in the folder
    std::string sha256;  ///< 64 digits; empty: unknown, any will do
};

/// The sums of files of a folder, in their order; reads with the threads that the caller allows to oneTBB. Throws
/// Error(database) where a file cannot be read.
[[nodiscard]] std::vector<FileSum> sums_of(const std::filesystem::path& folder, std::span<const std::string> names);

/// Names of the files that a manifest describes: its layers and itself.
[[nodiscard]] std::vector<std::string> names_of_files(const Manifest& manifest);

/// Writes `FOLDER/SHA256SUMS` over the layer files, which are on disk, and over the text that the manifest will have.
/// Throws Error(resources) on a full disk, Error(database) on other failures.
void write_sums_file(const std::filesystem::path& folder, const Manifest& manifest);

/// Throws Error(database) where `FOLDER/SHA256SUMS` is not exactly what has to be written for these sums.
void check_sums_file(const std::filesystem::path& folder, std::vector<FileSum> sums);

}  // namespace retrograde::database
