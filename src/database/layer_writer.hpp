// Writes one layer file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "database/format.hpp"

namespace retrograde::database {

inline constexpr const char* kLayerEnding = ".layer";

/// `FOLDER/NAME.layer`.
[[nodiscard]] std::filesystem::path layer_path(const std::filesystem::path& folder, std::string_view name);

/// Writes the layer of `header` to `path`, replacing what is there, with the entries of `source`. Compresses with the
/// threads that the caller allows to oneTBB. Throws Error(usage) where the arguments do not fit each other,
/// Error(resources) on a full disk, Error(database) on other failures; then nothing is left behind.
void write_layer_file(const std::filesystem::path& path, const LayerHeader& header,
                      const DatabaseWriter::EntrySource& source);

}  // namespace retrograde::database
