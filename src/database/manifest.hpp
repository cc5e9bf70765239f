// The manifest: what a finished database consists of, as a JSON text that people can read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "retrograde/database.hpp"

namespace retrograde::database {

inline constexpr const char* kManifestName = "manifest.json";

/// What the manifest says of a layer file.
struct LayerFile {
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;  ///< that of its footer
};

struct Manifest {
    DatabaseIdentity identity;
    std::vector<LayerInfo> layers;
    std::vector<LayerFile> files;  ///< one a layer
};

/// The text of the manifest; the same manifest gives the same text. The manifest must have no fault.
[[nodiscard]] std::string manifest_text(const Manifest& manifest);

/// Throws Error(usage) where the layers do not go together.
void check_manifest(const Manifest& manifest);

/// Writes `FOLDER/manifest.json`. Throws Error(usage) where the layers do not go together, Error(resources) on a full
/// disk, Error(database) on other failures.
void write_manifest_file(const std::filesystem::path& folder, const Manifest& manifest);

struct ManifestFile {
    Manifest manifest;
    std::uint64_t bytes = 0;  ///< size of the file
};

/// Reads `FOLDER/manifest.json` and accepts only a text that manifest_text() makes, byte for byte. Throws
/// Error(database) naming the file where it is missing or damaged or of another format version.
[[nodiscard]] ManifestFile read_manifest_file(const std::filesystem::path& folder);

}  // namespace retrograde::database
