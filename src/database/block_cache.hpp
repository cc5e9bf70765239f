// A bounded cache of decoded blocks, made for probes: a hit takes no lock and counts no references.
//
// Memory is a fixed number of frames. Each block of a table has a slot that says where it is: nowhere, in a frame, or
// that it needs none because all its codes are equal. A frame may be given to another block at any time, so a reader
// works like this: it takes the frame number from the slot, remembers the frame's sequence number, reads the code, and
// believes it only if the sequence number is still the same. Who may write what:
//   - slots, frames' owners, sequence numbers and words: only insert(), under the mutex; the sequence number is odd
//     while a frame is being filled. Words are stored with release and read with acquire order, so whoever reads a word
//     of the new block also sees the changed sequence number.
//   - `used` of a frame: readers set it, insert() clears it (the clock algorithm: a frame that was used since the hand
//     came by last is passed over once).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "retrograde/value.hpp"

namespace retrograde::database {

/// Where a block is. Slots must stay in place as long as the cache is in use.
class BlockSlot {
public:
    BlockSlot() = default;

    /// For a block of equal codes; before the slot is shared.
    void set_constant(Code code) noexcept { state_.store(kConstant | code, std::memory_order_relaxed); }

    /// Code of all entries, where the block is constant.
    [[nodiscard]] std::optional<Code> constant() const noexcept {
        const std::uint32_t state = state_.load(std::memory_order_relaxed);
        if (state == kNowhere || (state & kConstant) == 0) return std::nullopt;
        return static_cast<Code>(state & 0xFFFF);
    }

private:
    friend class BlockCache;
    static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
    static constexpr std::uint32_t kConstant = 0x8000'0000;  // and the code; frame numbers are smaller

    std::atomic<std::uint32_t> state_{kNowhere};
};

class BlockCache {
public:
    /// A cache of `frames` blocks, each of at most `frame_bytes`; takes the memory of a frame when it is first needed.
    BlockCache(std::size_t frames, std::size_t frame_bytes);

    /// What `read` makes of the payload, if the block is here; `read` gets a function from the number of a byte to the
    /// byte. It may see bytes of another block, but then its result is thrown away.
    template <class Read>
    [[nodiscard]] std::optional<Code> read(const BlockSlot& slot, const Read& read) const {
        const std::uint32_t state = slot.state_.load(std::memory_order_acquire);
        if (state >= frames_.size()) return std::nullopt;
        const Frame& frame = frames_[state];
        const std::uint64_t sequence = frame.sequence.load(std::memory_order_acquire);
        if (sequence % 2 == 1 || frame.owner.load(std::memory_order_relaxed) != &slot) return std::nullopt;
        const std::atomic<std::uint64_t>* const words = frame.words.get();
        const Code code = read([words](std::size_t i) noexcept {
            return static_cast<std::uint8_t>(words[i / 8].load(std::memory_order_acquire) >> (i % 8 * 8));
        });
        if (frame.sequence.load(std::memory_order_relaxed) != sequence) return std::nullopt;
        if (!frame.used.load(std::memory_order_relaxed)) frame.used.store(true, std::memory_order_relaxed);
        return code;
    }

    /// Keeps a copy of the payload, in place of a block that was not used lately.
    void insert(BlockSlot& slot, std::span<const std::uint8_t> payload);

private:
    struct alignas(64) Frame {
        std::atomic<std::uint64_t> sequence{0};
        std::atomic<BlockSlot*> owner{nullptr};
        mutable std::atomic<bool> used{false};
        std::unique_ptr<std::atomic<std::uint64_t>[]> words;
    };

    Frame& victim();
    void fill(Frame& frame, BlockSlot& slot, std::span<const std::uint8_t> payload);

    std::size_t words_per_frame_;
    std::vector<Frame> frames_;
    std::mutex mutex_;
    std::size_t hand_ = 0;
};

}  // namespace retrograde::database
