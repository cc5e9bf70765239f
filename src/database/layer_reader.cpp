#include "database/layer_reader.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <array>

#include "database/failure.hpp"
#include "database/layer_writer.hpp"
#include "retrograde/text.hpp"

namespace retrograde::database {

LayerReader::LayerReader(std::filesystem::path path, const std::optional<DatabaseIdentity>& identity,
                         std::optional<std::uint64_t> expected_bytes)
    : file_(std::move(path)) {
    read_header(identity, expected_bytes);
    read_footer(expected_bytes);
    read_index();
}

void LayerReader::read_header(const std::optional<DatabaseIdentity>& identity,
                              std::optional<std::uint64_t> expected_bytes) {
    const auto require_bytes = [&](std::uint64_t bytes) {
        if (file_.size() >= bytes) return;
        const std::string whole = expected_bytes ? fmt::format(" of {}", *expected_bytes) : "";
        throw file_error(file_.path(), fmt::format("is truncated ({}{} bytes)", file_.size(), whole));
    };
    std::array<std::uint8_t, kHeaderPrefixBytes> prefix{};
    require_bytes(prefix.size());
    file_.read(0, prefix);
    header_bytes_ = database::header_bytes(prefix, file_.path());
    require_bytes(header_bytes_);
    std::vector<std::uint8_t> bytes(header_bytes_);
    file_.read(0, bytes);
    header_ = parse_header(bytes, file_.path());
    header_checksum_ = checksum_of(bytes);

    if (const auto fault = difference(header_.identity, identity.value_or(header_.identity)); !fault.empty()) {
        throw file_error(file_.path(), fault);
    }
    if (const auto name = file_.path().stem().native(); name != header_.layer.name) {
        throw file_error(file_.path(), fmt::format("holds layer {}, not {}", header_.layer.name, printable(name)));
    }
}

void LayerReader::read_footer(std::optional<std::uint64_t> expected_bytes) {
    const std::uint64_t size = file_.size();
    if (expected_bytes && size < *expected_bytes) {
        throw file_error(file_.path(), fmt::format("is truncated ({} of {} bytes)", size, *expected_bytes));
    }
    if (expected_bytes && size > *expected_bytes) {
        throw file_error(file_.path(), fmt::format("is too long ({} bytes, not {})", size, *expected_bytes));
    }
    if (size < header_bytes_ + kFooterBytes) throw file_error(file_.path(), "is truncated");
    std::array<std::uint8_t, kFooterBytes> bytes{};
    file_.read(size - kFooterBytes, bytes);
    footer_ = parse_footer(bytes, file_.path());
    if (footer_.file_bytes != size) throw damaged(file_.path(), "size of the file does not match");
    if (footer_.header_checksum != header_checksum_) throw damaged(file_.path(), "header and footer do not match");
    const std::uint64_t end = size - kFooterBytes;
    if (footer_.index_offset < header_bytes_ || footer_.index_offset > end ||
        footer_.index_bytes != end - footer_.index_offset) {
        throw damaged(file_.path(), "impossible place of its index");
    }
    if (footer_.index_bytes != count_blocks(info()) * kIndexEntryBytes) {
        throw damaged(file_.path(), "number of its blocks does not match");
    }
}

void LayerReader::read_index() {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(footer_.index_bytes));
    file_.read(footer_.index_offset, bytes);
    if (checksum_of(bytes) != footer_.index_checksum) {
        throw damaged(file_.path(), "checksum of its index does not match");
    }
    blocks_ = parse_index(bytes, header_, header_bytes_, footer_.index_offset, file_.path());
    std::size_t first = 0;
    for (const TableInfo& table : header_.layer.tables) {
        tables_.push_back({encoding_of(header_.identity.kind, table.entry_bytes), first});
        first += static_cast<std::size_t>(blocks_of(table.size));
    }
}

std::span<const std::uint8_t> LayerReader::payload(std::size_t table, std::uint64_t block,
                                                   BlockDecoder& decoder) const {
    const Encoding encoding = tables_[table].encoding;
    const std::size_t entries = entries_of_block(info().tables[table].size, block);
    const auto payload = decoder.payload(payload_bytes(encoding, entries));
    decoder.decode(file_, blocks_[tables_[table].first_block + block], encoding, entries, payload);
    return payload;
}

void LayerReader::read_block(std::size_t table, std::uint64_t block, BlockDecoder& decoder,
                             std::span<std::uint8_t> out) const {
    const Table& place = tables_[table];
    const BlockEntry& entry = blocks_[place.first_block + block];
    const std::size_t entries = entries_of_block(info().tables[table].size, block);
    if (entry.is_constant()) {
        for (std::size_t i = 0, width = out.size() / entries; i < out.size(); ++i) {
            out[i] = static_cast<std::uint8_t>(entry.checksum >> (8 * (i % width)));
        }
    } else if (place.encoding == Encoding::bytes) {
        decoder.decode(file_, entry, place.encoding, entries, out);
    } else {
        unpack(place.encoding, entries, payload(table, block, decoder), out);
    }
}

void LayerReader::read_table(std::size_t table, std::span<std::uint8_t> out, DecoderPool& decoders) const {
    const TableInfo& what = info().tables[table];
    if (out.size() != what.size * what.entry_bytes) {
        throw Error(ErrorKind::usage, fmt::format("wrong room for table {}", what.name));
    }
    tbb::parallel_for(std::uint64_t{0}, blocks_of(what.size), [&](std::uint64_t block) {
        const auto begin = static_cast<std::size_t>(block * kBlockEntries * what.entry_bytes);
        const std::size_t size = entries_of_block(what.size, block) * what.entry_bytes;
        read_block(table, block, *decoders.lend(), out.subspan(begin, size));
    });
}

void LayerReader::check_blocks(DecoderPool& decoders) const {
    for (std::size_t table = 0; table < tables_.size(); ++table) {
        const std::size_t first = tables_[table].first_block;
        tbb::parallel_for(std::uint64_t{0}, blocks_of(info().tables[table].size), [&](std::uint64_t block) {
            if (!blocks_[first + block].is_constant()) (void)payload(table, block, *decoders.lend());
        });
    }
}

void LayerReader::check_checksums() const {
    std::vector<std::uint8_t> bytes;
    for (const BlockEntry& block : blocks_) {
        if (!block.is_constant()) read_compressed(file_, block, bytes);
    }
}

std::unique_ptr<LayerReader> open_layer(const std::filesystem::path& folder, const Manifest& manifest, std::size_t i) {
    const auto path = layer_path(folder, manifest.layers[i].name);
    auto reader = std::make_unique<LayerReader>(path, manifest.identity, manifest.files[i].bytes);
    if (reader->info() != manifest.layers[i] || reader->checksum() != manifest.files[i].checksum) {
        throw file_error(path, fmt::format("is not the file that {} describes", kManifestName));
    }
    return reader;
}

}  // namespace retrograde::database
