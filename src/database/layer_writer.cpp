#include "database/layer_writer.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "database/block_codec.hpp"
#include "database/failure.hpp"
#include "database/file.hpp"
#include "retrograde/text.hpp"

namespace retrograde::database {

namespace {

// Blocks compressed before they are written: enough for many threads, a few MB.
constexpr std::uint64_t kBatch = 64;

void check_header(const LayerHeader& header) {
    const auto refuse = [&](std::string_view what) {
        throw Error(ErrorKind::usage,
                    fmt::format("layer {} cannot be written: {}", printable(header.layer.name), what));
    };
    if (const auto fault = fault_of(header.identity); !fault.empty()) refuse(fault);
    if (const auto fault = fault_of(header.layer, header.identity.kind); !fault.empty()) refuse(fault);
}

class BlockWriter {
public:
    BlockWriter(OutputFile& file, std::vector<BlockEntry>& index, const DatabaseWriter::EntrySource& source)
        : file_(file), index_(index), source_(source), batch_(kBatch) {}

    void write_table(Encoding encoding, const TableInfo& table, std::size_t number) {
        for (std::uint64_t first = 0, blocks = blocks_of(table.size); first < blocks; first += kBatch) {
            const std::uint64_t count = std::min(kBatch, blocks - first);
            tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t i) {
                const std::size_t entries = entries_of_block(table.size, first + i);
                const auto bytes = source_(number, (first + i) * kBlockEntries, entries, batch_[i].room);
                batch_[i].entry = encoders_.lend()->encode(encoding, bytes, batch_[i].bytes);
            });
            for (std::uint64_t i = 0; i < count; ++i) {
                batch_[i].entry.offset = file_.size();
                file_.write(batch_[i].bytes);
                index_.push_back(batch_[i].entry);
            }
        }
    }

private:
    struct Block {
        BlockEntry entry;
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint8_t> room;  ///< for its entries
    };

    OutputFile& file_;
    std::vector<BlockEntry>& index_;
    const DatabaseWriter::EntrySource& source_;
    std::vector<Block> batch_;
    Pool<BlockEncoder> encoders_;
};

}  // namespace

std::filesystem::path layer_path(const std::filesystem::path& folder, std::string_view name) {
    return folder / (std::string(name) + kLayerEnding);
}

void write_layer_file(const std::filesystem::path& path, const LayerHeader& header,
                      const DatabaseWriter::EntrySource& source) {
    check_header(header);
    const auto header_text = serialise_header(header);
    OutputFile file(path);
    file.write(header_text);

    std::vector<BlockEntry> blocks;
    BlockWriter writer(file, blocks, source);
    for (std::size_t i = 0; i < header.layer.tables.size(); ++i) {
        const TableInfo& table = header.layer.tables[i];
        writer.write_table(encoding_of(header.identity.kind, table.entry_bytes), table, i);
    }

    const auto index = serialise_index(blocks);
    LayerFooter footer;
    footer.header_checksum = checksum_of(header_text);
    footer.index_offset = file.size();
    footer.index_bytes = index.size();
    footer.index_checksum = checksum_of(index);
    footer.file_bytes = file.size() + index.size() + kFooterBytes;
    file.write(index);
    file.write(serialise_footer(footer));
    file.commit();
}

}  // namespace retrograde::database
