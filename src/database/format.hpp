// The parts of a layer file: header, index, footer, and their bytes. FORMAT.md draws the whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/payload.hpp"
#include "retrograde/database.hpp"

namespace retrograde::database {

/// Version of layer files and manifests; a reader knows exactly one.
inline constexpr std::uint32_t kFormatVersion = 1;

/// Entries of a block; the last block of a table may have fewer.
inline constexpr std::uint64_t kBlockEntries = std::uint64_t{1} << 16;

inline constexpr std::array<std::uint8_t, 8> kLayerMagic = {0x89, 'R', 'G', 'L', '\r', '\n', 0x1A, '\n'};
inline constexpr std::array<std::uint8_t, 8> kLayerEnd = {'R', 'G', 'L', '-', 'E', 'N', 'D', '\n'};

inline constexpr std::size_t kHeaderPrefixBytes = 16;  ///< magic, version, size: what every version begins with
inline constexpr std::size_t kLargestHeaderBytes = std::size_t{1} << 24;
inline constexpr std::size_t kIndexEntryBytes = 12;
inline constexpr std::size_t kFooterBytes = 56;
/// Entries of all tables of a layer; more than any machine solves, and keeps its index small enough to be read at once.
inline constexpr std::uint64_t kLargestLayer = std::uint64_t{1} << 40;

/// XXH64 with seed 0.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) noexcept;

/// Whether the name may stand for a layer or table: 1 to 64 of `A-Z a-z 0-9 . _ + = , -`, not beginning with a dot.
[[nodiscard]] bool is_name(std::string_view name) noexcept;

/// What is wrong with the identity, for people; empty where nothing is.
[[nodiscard]] std::string fault_of(const DatabaseIdentity& identity);

/// What makes the layer impossible in a database of this kind, for people; empty where nothing does.
[[nodiscard]] std::string fault_of(const LayerInfo& layer, TableKind kind);

/// How two identities differ, for people (`is of game X, not Y`); empty where they are the same.
[[nodiscard]] std::string difference(const DatabaseIdentity& found, const DatabaseIdentity& expected);

/// `format version X; this program reads version Y`, for people.
[[nodiscard]] std::string version_fault(std::uint64_t found);

[[nodiscard]] constexpr std::uint64_t blocks_of(std::uint64_t entries) noexcept {
    return entries / kBlockEntries + (entries % kBlockEntries != 0 ? 1 : 0);
}

/// Entries of a block of a table of `size` entries.
[[nodiscard]] constexpr std::size_t entries_of_block(std::uint64_t size, std::uint64_t block) noexcept {
    const std::uint64_t left = size - block * kBlockEntries;
    return static_cast<std::size_t>(left < kBlockEntries ? left : kBlockEntries);
}

// All functions below that read throw Error(database) naming `path` where the bytes are not what a writer makes;
// they take no more memory than the bytes justify.

struct LayerHeader {
    DatabaseIdentity identity;
    LayerInfo layer;
};

/// Throws Error(usage) where the header would be larger than kLargestHeaderBytes.
[[nodiscard]] std::vector<std::uint8_t> serialise_header(const LayerHeader& header);

/// Size in bytes of the header, from its first kHeaderPrefixBytes; checks magic and version.
[[nodiscard]] std::size_t header_bytes(std::span<const std::uint8_t> prefix, const std::filesystem::path& path);

[[nodiscard]] LayerHeader parse_header(std::span<const std::uint8_t> bytes, const std::filesystem::path& path);

/// Where a block lies and what it must be.
struct BlockEntry {
    std::uint64_t offset = 0;    ///< of its first byte in the file; not stored, the blocks lie side by side
    std::uint64_t checksum = 0;  ///< of the compressed bytes; the code of all entries where there are none
    std::uint32_t bytes = 0;     ///< compressed; 0 where all entries are equal

    [[nodiscard]] bool is_constant() const noexcept { return bytes == 0; }
};

/// Blocks of all tables of the layer, which must have no fault_of().
[[nodiscard]] std::uint64_t count_blocks(const LayerInfo& layer) noexcept;

[[nodiscard]] std::vector<std::uint8_t> serialise_index(std::span<const BlockEntry> blocks);

/// Blocks of all tables of a layer in order. `begin` and `end` are the offsets between which the blocks must lie.
[[nodiscard]] std::vector<BlockEntry> parse_index(std::span<const std::uint8_t> bytes, const LayerHeader& header,
                                                  std::uint64_t begin, std::uint64_t end,
                                                  const std::filesystem::path& path);

struct LayerFooter {
    std::uint64_t header_checksum = 0;
    std::uint64_t index_offset = 0;
    std::uint64_t index_bytes = 0;
    std::uint64_t index_checksum = 0;
    std::uint64_t file_bytes = 0;
    std::uint64_t checksum = 0;  ///< of the fields above, and so of the whole file; set by the two functions below
};

/// Sets the checksum of the footer.
[[nodiscard]] std::vector<std::uint8_t> serialise_footer(LayerFooter& footer);

[[nodiscard]] LayerFooter parse_footer(std::span<const std::uint8_t> bytes, const std::filesystem::path& path);

}  // namespace retrograde::database
