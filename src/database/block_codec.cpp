#include "database/block_codec.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <cstring>
#include <new>

#include "database/bytes.hpp"
#include "database/failure.hpp"

namespace retrograde::database {

namespace {

constexpr std::size_t bytes_of_entry(Encoding encoding) { return encoding == Encoding::planes ? 2 : 1; }

// A row is constant where it equals itself moved by one entry.
bool all_equal(std::span<const std::uint8_t> entries, std::size_t width) {
    return std::memcmp(entries.data(), entries.data() + width, entries.size() - width) == 0;
}

}  // namespace

void BlockEncoder::Free::operator()(ZSTD_CCtx_s* context) const noexcept { ZSTD_freeCCtx(context); }
void BlockDecoder::Free::operator()(ZSTD_DCtx_s* context) const noexcept { ZSTD_freeDCtx(context); }

BlockEncoder::BlockEncoder() : context_(ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
}
BlockEncoder::~BlockEncoder() = default;

BlockEntry BlockEncoder::encode(Encoding encoding, std::span<const std::uint8_t> entries,
                                std::vector<std::uint8_t>& out) {
    const std::size_t width = bytes_of_entry(encoding);
    payload_.resize(payload_bytes(encoding, entries.size() / width));
    pack(encoding, entries, payload_);
    BlockEntry block;
    if (all_equal(entries, width)) {
        out.clear();
        block.checksum = width == 2 ? load_little_endian<std::uint16_t>(entries.data()) : entries.front();
        return block;
    }
    compressed_.resize(ZSTD_compressBound(payload_.size()));
    const int level = encoding == Encoding::trits ? kValuesLevel : kDistancesLevel;
    const std::size_t size = ZSTD_compressCCtx(context_.get(), compressed_.data(), compressed_.size(), payload_.data(),
                                               payload_.size(), level);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // with room for the result, only memory can be missing
    out.assign(compressed_.begin(), compressed_.begin() + static_cast<std::ptrdiff_t>(size));
    block.bytes = static_cast<std::uint32_t>(size);
    block.checksum = checksum_of(out);
    return block;
}

void read_compressed(const InputFile& file, const BlockEntry& block, std::vector<std::uint8_t>& bytes) {
    bytes.resize(block.bytes);
    file.read(block.offset, bytes);
    if (checksum_of(bytes) != block.checksum) {
        throw damaged(file.path(), fmt::format("checksum of the block at byte {} does not match", block.offset));
    }
}

BlockDecoder::BlockDecoder() : context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
}
BlockDecoder::~BlockDecoder() = default;

void BlockDecoder::decode(const InputFile& file, const BlockEntry& block, Encoding encoding, std::size_t entries,
                          std::span<std::uint8_t> payload) {
    read_compressed(file, block, compressed_);
    // The size that the frame claims is not asked for: the room is fixed, and a frame that does not fill it is refused.
    const std::size_t size =
        ZSTD_decompressDCtx(context_.get(), payload.data(), payload.size(), compressed_.data(), compressed_.size());
    if (ZSTD_isError(size) != 0 || size != payload.size() || !is_canonical(encoding, entries, payload)) {
        throw damaged(file.path(), fmt::format("the block at byte {} cannot be decoded", block.offset));
    }
}

std::span<std::uint8_t> BlockDecoder::payload(std::size_t bytes) {
    payload_.resize(bytes);
    return payload_;
}

}  // namespace retrograde::database
