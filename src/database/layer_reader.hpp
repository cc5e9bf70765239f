// Reads one layer file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "database/block_codec.hpp"
#include "database/file.hpp"
#include "database/format.hpp"
#include "database/manifest.hpp"

namespace retrograde::database {

/// An open layer file. All members may be called by several threads at a time; all of them throw Error(database) that
/// names the file where it is damaged.
class LayerReader {
public:
    /// Opens the file and checks its header, index and footer, but no block. The header must name the layer as the
    /// file is named and be of this identity (none: of any). `expected_bytes` is the size that the manifest gives.
    LayerReader(std::filesystem::path path, const std::optional<DatabaseIdentity>& identity,
                std::optional<std::uint64_t> expected_bytes = std::nullopt);

    [[nodiscard]] const LayerInfo& info() const noexcept { return header_.layer; }
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return footer_.file_bytes; }
    /// Stands for every byte of the file: it covers the checksums of header and index, the index those of the blocks.
    [[nodiscard]] std::uint64_t checksum() const noexcept { return footer_.checksum; }

    /// Blocks of all tables, table by table.
    [[nodiscard]] std::span<const BlockEntry> blocks() const noexcept { return blocks_; }
    [[nodiscard]] std::size_t first_block(std::size_t table) const noexcept { return tables_[table].first_block; }
    [[nodiscard]] Encoding encoding(std::size_t table) const noexcept { return tables_[table].encoding; }

    /// Payload of a block that is not constant, in memory of the decoder. `block` counts from the table's first.
    [[nodiscard]] std::span<const std::uint8_t> payload(std::size_t table, std::uint64_t block,
                                                        BlockDecoder& decoder) const;

    /// Decodes a whole table into `out` (size * entry_bytes bytes; another size is an Error(usage)) with the threads
    /// that the caller allows to oneTBB.
    void read_table(std::size_t table, std::span<std::uint8_t> out, DecoderPool& decoders) const;

    /// Decodes one block of a table into `out`, the bytes of its entries.
    void read_block(std::size_t table, std::uint64_t block, BlockDecoder& decoder, std::span<std::uint8_t> out) const;

    /// Decodes every block and keeps nothing.
    void check_blocks(DecoderPool& decoders) const;

    /// Reads every block and checks its checksum, without decoding it.
    void check_checksums() const;

private:
    struct Table {
        Encoding encoding;
        std::size_t first_block;
    };

    void read_header(const std::optional<DatabaseIdentity>& identity, std::optional<std::uint64_t> expected_bytes);
    void read_footer(std::optional<std::uint64_t> expected_bytes);
    void read_index();

    InputFile file_;
    LayerHeader header_;
    std::uint64_t header_bytes_ = 0;
    std::uint64_t header_checksum_ = 0;
    LayerFooter footer_;
    std::vector<BlockEntry> blocks_;
    std::vector<Table> tables_;
};

/// Opens the file of layer number `i` of a manifest; throws Error(database) also where it is another than the one
/// described.
[[nodiscard]] std::unique_ptr<LayerReader> open_layer(const std::filesystem::path& folder, const Manifest& manifest,
                                                      std::size_t i);

}  // namespace retrograde::database
