#include "database/block_cache.hpp"

#include <algorithm>
#include <array>

#include "database/bytes.hpp"

namespace retrograde::database {

BlockCache::BlockCache(std::size_t frames, std::size_t frame_bytes)
    : words_per_frame_((frame_bytes + 7) / 8), frames_(std::clamp<std::size_t>(frames, 1, BlockSlot::kConstant)) {}

void BlockCache::insert(BlockSlot& slot, std::span<const std::uint8_t> payload) {
    const std::lock_guard lock(mutex_);
    if (payload.size() > 8 * words_per_frame_) return;
    if (slot.state_.load(std::memory_order_relaxed) != BlockSlot::kNowhere) return;  // another thread was faster
    Frame& frame = victim();
    if (!frame.words) frame.words = std::make_unique<std::atomic<std::uint64_t>[]>(words_per_frame_);
    if (BlockSlot* const before = frame.owner.load(std::memory_order_relaxed)) {
        before->state_.store(BlockSlot::kNowhere, std::memory_order_relaxed);
    }
    fill(frame, slot, payload);
    slot.state_.store(static_cast<std::uint32_t>(&frame - frames_.data()), std::memory_order_release);
}

BlockCache::Frame& BlockCache::victim() {
    while (true) {
        Frame& frame = frames_[hand_];
        hand_ = (hand_ + 1) % frames_.size();
        if (!frame.used.exchange(false, std::memory_order_relaxed)) return frame;
    }
}

void BlockCache::fill(Frame& frame, BlockSlot& slot, std::span<const std::uint8_t> payload) {
    const std::uint64_t sequence = frame.sequence.load(std::memory_order_relaxed);
    frame.sequence.store(sequence + 1, std::memory_order_relaxed);
    frame.owner.store(&slot, std::memory_order_release);
    std::atomic<std::uint64_t>* word = frame.words.get();
    while (payload.size() >= 8) {
        word++->store(load_little_endian<std::uint64_t>(payload.data()), std::memory_order_release);
        payload = payload.subspan(8);
    }
    if (!payload.empty()) {
        std::array<std::uint8_t, 8> rest{};
        std::ranges::copy(payload, rest.begin());
        word->store(load_little_endian<std::uint64_t>(rest.data()), std::memory_order_release);
    }
    frame.sequence.store(sequence + 2, std::memory_order_release);
}

}  // namespace retrograde::database
