#include "database/format.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>

#include "database/bytes.hpp"
#include "database/failure.hpp"

namespace retrograde::database {

namespace {

constexpr std::size_t kChecksumBytes = 8;

void put_table(ByteSink& sink, const TableInfo& table) {
    sink.text(table.name);
    sink.number(std::uint32_t{table.own});
    sink.number(std::uint32_t{table.opponent});
    sink.number(std::uint32_t{table.neutral});
    sink.number(static_cast<std::uint8_t>(table.phase));
    sink.number(static_cast<std::uint8_t>(table.entry_bytes));
    sink.number(table.size);
    sink.number(static_cast<std::uint32_t>(table.histogram.size()));
    for (const std::uint64_t count : table.histogram)
        sink.number(count);
}

TableInfo take_table(ByteSource& source, const std::filesystem::path& path) {
    TableInfo table;
    table.name = source.text();
    table.own = source.number<std::uint32_t>();
    table.opponent = source.number<std::uint32_t>();
    table.neutral = source.number<std::uint32_t>();
    table.phase = static_cast<Phase>(source.number<std::uint8_t>());
    table.entry_bytes = source.number<std::uint8_t>();
    table.size = source.number<std::uint64_t>();
    const std::uint32_t codes = source.number<std::uint32_t>();
    if (codes > source.remaining() / sizeof(std::uint64_t)) throw damaged(path, "a histogram ends too early");
    table.histogram.reserve(codes);
    for (std::uint32_t i = 0; i < codes; ++i)
        table.histogram.push_back(source.number<std::uint64_t>());
    return table;
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) noexcept { return XXH64(bytes.data(), bytes.size(), 0); }

std::vector<std::uint8_t> serialise_header(const LayerHeader& header) {
    ByteSink body;
    body.text(header.identity.game);
    body.text(header.identity.rules);
    body.number(static_cast<std::uint8_t>(header.identity.kind));
    body.text(header.layer.name);
    body.number(static_cast<std::uint32_t>(header.layer.tables.size()));
    for (const TableInfo& table : header.layer.tables)
        put_table(body, table);

    const std::size_t bytes = kHeaderPrefixBytes + body.bytes().size() + kChecksumBytes;
    if (bytes > kLargestHeaderBytes) {
        throw Error(ErrorKind::usage, fmt::format("layer {} has too many tables or codes", header.layer.name));
    }
    ByteSink sink;
    sink.raw(kLayerMagic);
    sink.number(kFormatVersion);
    sink.number(static_cast<std::uint32_t>(bytes));
    sink.raw(body.bytes());
    sink.number(checksum_of(sink.bytes()));
    return std::move(sink).take();
}

std::size_t header_bytes(std::span<const std::uint8_t> prefix, const std::filesystem::path& path) {
    ByteSource source(prefix, path);
    if (!std::ranges::equal(source.raw(kLayerMagic.size()), kLayerMagic)) {
        throw file_error(path, "is not a layer file (its first bytes are wrong)");
    }
    const auto version = source.number<std::uint32_t>();
    if (version != kFormatVersion) throw file_error(path, version_fault(version));
    const std::size_t bytes = source.number<std::uint32_t>();
    if (bytes < kHeaderPrefixBytes + kChecksumBytes || bytes > kLargestHeaderBytes) {
        throw damaged(path, "impossible size of its header");
    }
    return bytes;
}

LayerHeader parse_header(std::span<const std::uint8_t> bytes, const std::filesystem::path& path) {
    if (bytes.size() < kHeaderPrefixBytes + kChecksumBytes) throw damaged(path, "its header ends too early");
    const auto body = bytes.first(bytes.size() - kChecksumBytes);
    if (load_little_endian<std::uint64_t>(body.data() + body.size()) != checksum_of(body)) {
        throw damaged(path, "checksum of its header does not match");
    }
    ByteSource source(body.subspan(kHeaderPrefixBytes), path);
    LayerHeader header;
    header.identity.game = source.text();
    header.identity.rules = source.text();
    const auto kind = source.number<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(TableKind::values)) throw damaged(path, "unknown kind of tables");
    header.identity.kind = static_cast<TableKind>(kind);
    header.layer.name = source.text();
    const auto tables = source.number<std::uint32_t>();
    // No reserve: the number is not to be trusted before the tables have been read.
    for (std::uint32_t i = 0; i < tables; ++i)
        header.layer.tables.push_back(take_table(source, path));
    if (source.remaining() != 0) throw damaged(path, "its header is too long");
    if (const auto fault = fault_of(header.identity); !fault.empty()) throw damaged(path, fault);
    if (const auto fault = fault_of(header.layer, header.identity.kind); !fault.empty()) throw damaged(path, fault);
    return header;
}

std::uint64_t count_blocks(const LayerInfo& layer) noexcept {
    std::uint64_t count = 0;
    for (const TableInfo& table : layer.tables)
        count += blocks_of(table.size);
    return count;
}

std::vector<std::uint8_t> serialise_index(std::span<const BlockEntry> blocks) {
    ByteSink sink;
    for (const BlockEntry& block : blocks) {
        sink.number(block.bytes);
        sink.number(block.checksum);
    }
    return std::move(sink).take();
}

std::vector<BlockEntry> parse_index(std::span<const std::uint8_t> bytes, const LayerHeader& header, std::uint64_t begin,
                                    std::uint64_t end, const std::filesystem::path& path) {
    const std::uint64_t count = count_blocks(header.layer);
    if (bytes.size() % kIndexEntryBytes != 0 || bytes.size() / kIndexEntryBytes != count) {
        throw damaged(path, "number of its blocks does not match");
    }
    std::vector<BlockEntry> blocks;
    blocks.reserve(static_cast<std::size_t>(count));
    ByteSource source(bytes, path);
    std::uint64_t offset = begin;
    for (const TableInfo& table : header.layer.tables) {
        const Encoding encoding = encoding_of(header.identity.kind, table.entry_bytes);
        for (std::uint64_t i = 0; i < blocks_of(table.size); ++i) {
            BlockEntry block;
            block.offset = offset;
            block.bytes = source.number<std::uint32_t>();
            block.checksum = source.number<std::uint64_t>();
            if (block.bytes > ZSTD_compressBound(payload_bytes(encoding, entries_of_block(table.size, i)))) {
                throw damaged(path, "impossible size of a block");
            }
            if (block.is_constant() && block.checksum > largest_code(encoding)) {
                throw damaged(path, "impossible code of a block");
            }
            offset += block.bytes;
            blocks.push_back(block);
        }
    }
    if (offset != end) throw damaged(path, "sizes of its blocks do not add up");
    return blocks;
}

std::vector<std::uint8_t> serialise_footer(LayerFooter& footer) {
    ByteSink sink;
    sink.number(footer.header_checksum);
    sink.number(footer.index_offset);
    sink.number(footer.index_bytes);
    sink.number(footer.index_checksum);
    sink.number(footer.file_bytes);
    footer.checksum = checksum_of(sink.bytes());
    sink.number(footer.checksum);
    sink.raw(kLayerEnd);
    return std::move(sink).take();
}

LayerFooter parse_footer(std::span<const std::uint8_t> bytes, const std::filesystem::path& path) {
    ByteSource source(bytes, path);
    LayerFooter footer;
    footer.header_checksum = source.number<std::uint64_t>();
    footer.index_offset = source.number<std::uint64_t>();
    footer.index_bytes = source.number<std::uint64_t>();
    footer.index_checksum = source.number<std::uint64_t>();
    footer.file_bytes = source.number<std::uint64_t>();
    footer.checksum = source.number<std::uint64_t>();
    if (!std::ranges::equal(source.raw(kLayerEnd.size()), kLayerEnd)) {
        throw file_error(path, "is truncated or damaged (its last bytes are wrong)");
    }
    if (footer.checksum != checksum_of(bytes.first(kFooterBytes - kChecksumBytes - kLayerEnd.size()))) {
        throw damaged(path, "checksum of its footer does not match");
    }
    return footer;
}

}  // namespace retrograde::database
