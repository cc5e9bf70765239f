// One block of a table between its codes and its bytes in the file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "database/file.hpp"
#include "database/format.hpp"
#include "database/payload.hpp"
#include "database/pool.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace retrograde::database {

/// zstd level of tables of distances. Distances hardly repeat, so that nearly all of the gain is the entropy code; the
/// lowest level, which looks for few matches, makes smaller files than the middle ones (data/benchmarks.md).
inline constexpr int kDistancesLevel = 1;
/// zstd level of tables of values: they are small, and made to be kept.
inline constexpr int kValuesLevel = 19;

/// Compresses blocks, one at a time; keeps its memory between them.
class BlockEncoder {
public:
    BlockEncoder();
    ~BlockEncoder();
    BlockEncoder(const BlockEncoder&) = delete;
    BlockEncoder& operator=(const BlockEncoder&) = delete;

    /// Puts the bytes for the file into `out` (none where all entries are equal) and returns all of the index entry
    /// but the offset. `entries` holds at least one entry. Throws Error(usage) for codes that the encoding cannot hold.
    BlockEntry encode(Encoding encoding, std::span<const std::uint8_t> entries, std::vector<std::uint8_t>& out);

private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const noexcept;
    };
    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    std::vector<std::uint8_t> payload_;
    std::vector<std::uint8_t> compressed_;
};

/// Reads the bytes of a block that is not constant into `bytes`; throws Error(database) naming the file where their
/// checksum does not match.
void read_compressed(const InputFile& file, const BlockEntry& block, std::vector<std::uint8_t>& bytes);

/// Reads and decompresses blocks, one at a time; keeps its memory between them.
class BlockDecoder {
public:
    BlockDecoder();
    ~BlockDecoder();
    BlockDecoder(const BlockDecoder&) = delete;
    BlockDecoder& operator=(const BlockDecoder&) = delete;

    /// Fills `payload`, payload_bytes() long, with the block that is not constant. Throws Error(database) naming the
    /// file where a checksum or a size does not match or the payload is not canonical.
    void decode(const InputFile& file, const BlockEntry& block, Encoding encoding, std::size_t entries,
                std::span<std::uint8_t> payload);

    /// Memory for a payload of that many bytes, valid until the next call.
    [[nodiscard]] std::span<std::uint8_t> payload(std::size_t bytes);

private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const noexcept;
    };
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    std::vector<std::uint8_t> compressed_;
    std::vector<std::uint8_t> payload_;
};

using DecoderPool = Pool<BlockDecoder>;

}  // namespace retrograde::database
