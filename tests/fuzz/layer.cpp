// Fuzz target: layer files, as they are and with all checksums made right, so that what is behind them is reached.
#include <tbb/global_control.h>

#include <algorithm>

#include "database/bytes.hpp"
#include "database/layer_reader.hpp"
#include "fuzz.hpp"
#include "sample_database.hpp"

namespace retrograde::fuzz {
namespace {

using namespace test;
using database::ByteSink;
using database::load_little_endian;

constexpr std::uint64_t kLargestRoom = std::uint64_t{1} << 24;  // bytes; larger tables are checked and not read

const fs::path& file() {
    static const TempFolder folder;
    static const fs::path file = folder.path() / "3v2.layer";
    return file;
}

void read(const database::LayerReader& reader) {
    database::DecoderPool decoders;
    (void)succeeds(ErrorKind::database, [&] { reader.check_checksums(); });
    (void)succeeds(ErrorKind::database, [&] { reader.check_blocks(decoders); });
    for (std::size_t i = 0; i < reader.info().tables.size(); ++i) {
        const TableInfo& table = reader.info().tables[i];
        if (table.size > kLargestRoom / table.entry_bytes) continue;
        Bytes room(static_cast<std::size_t>(table.size * table.entry_bytes));
        (void)succeeds(ErrorKind::database, [&] { reader.read_table(i, room, decoders); });
    }
}

void open(std::span<const std::uint8_t> bytes) {
    write_file(file(), bytes);
    (void)succeeds(ErrorKind::database, [] { read(database::LayerReader(file(), std::nullopt)); });
}

void put(std::span<std::uint8_t> place, std::uint64_t number) {
    ByteSink sink;
    sink.number(number);
    std::ranges::copy(sink.bytes(), place.begin());
}

/// Sets the checksums of the blocks that the index names, as far as they lie in the file.
void sign_blocks(std::span<std::uint8_t> blocks, std::span<std::uint8_t> index) {
    for (; index.size() >= database::kIndexEntryBytes; index = index.subspan(database::kIndexEntryBytes)) {
        const auto size = load_little_endian<std::uint32_t>(index.data());
        if (size == 0) continue;
        if (size > blocks.size()) return;
        put(index.subspan(4), database::checksum_of(blocks.first(size)));
        blocks = blocks.subspan(size);
    }
}

/// Makes the checksums of a file right; false where it is too short or its parts are not where the footer says.
bool sign(std::span<std::uint8_t> bytes) {
    if (bytes.size() < database::kHeaderPrefixBytes + sizeof(std::uint64_t) + database::kFooterBytes) return false;
    const std::size_t end = bytes.size() - database::kFooterBytes;
    const std::size_t header = load_little_endian<std::uint32_t>(bytes.data() + 12);
    if (header < database::kHeaderPrefixBytes + sizeof(std::uint64_t) || header > end) return false;
    put(bytes.subspan(header - sizeof(std::uint64_t)),
        database::checksum_of(bytes.first(header - sizeof(std::uint64_t))));

    database::LayerFooter footer;
    footer.index_offset = load_little_endian<std::uint64_t>(bytes.data() + end + 8);
    footer.index_bytes = load_little_endian<std::uint64_t>(bytes.data() + end + 16);
    if (footer.index_offset < header || footer.index_offset > end) return false;
    if (footer.index_bytes > end - footer.index_offset) return false;
    const auto index = bytes.subspan(footer.index_offset, footer.index_bytes);
    sign_blocks(bytes.subspan(header, footer.index_offset - header), index);
    footer.header_checksum = database::checksum_of(bytes.first(header));
    footer.index_checksum = database::checksum_of(index);
    footer.file_bytes = bytes.size();
    std::ranges::copy(database::serialise_footer(footer), bytes.subspan(end).begin());
    return true;
}

}  // namespace
}  // namespace retrograde::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace retrograde;
    static const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    test::Bytes bytes(data, data + size);
    fuzz::open(bytes);
    if (fuzz::sign(bytes)) fuzz::open(bytes);
    return 0;
}
