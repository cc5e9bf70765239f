// Letters from the threads of one step to the buckets of the next. Each thread writes to mailboxes of its own, one for
// each bucket; all that go to a bucket are gathered when the bucket is worked on, by one thread, in the next step.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace retrograde {

/// What a letter says is split in two: which block of the bucket it goes to, in the upper bits, and what is within it.
using Letter = std::uint32_t;

/// Letters of one bucket by the blocks that they go to, without the bits of the block.
class SortedLetters {
public:
    [[nodiscard]] std::span<const Letter> of_block(std::size_t block) const noexcept {
        return {letters_.data() + ends_[block], ends_[block + 1] - ends_[block]};
    }

private:
    friend class Mail;
    std::vector<std::uint32_t> ends_;  ///< of the block before
    std::vector<Letter> letters_;
};

class Mail {
public:
    Mail() = default;
    Mail(std::size_t threads, std::size_t buckets) : senders_(threads) {
        for (Sender& sender : senders_) {
            for (auto& mailboxes : sender.mailboxes)
                mailboxes.resize(buckets);
        }
    }

    /// Only `thread` itself may call this.
    void send(std::size_t thread, std::size_t bucket, Letter letter) {
        senders_[thread].mailboxes[written_][bucket].push_back(letter);
    }

    /// From now on what has been sent can be read.
    void begin_step() noexcept { written_ ^= 1U; }

    /// Whether there is something to read for a bucket.
    [[nodiscard]] bool has_letters(std::size_t bucket) const noexcept {
        return std::any_of(senders_.begin(), senders_.end(),
                           [&](const Sender& sender) { return !sender.mailboxes[written_ ^ 1U][bucket].empty(); });
    }

    /// Whether anything has been sent to a bucket since the step began.
    [[nodiscard]] bool has_sent(std::size_t bucket) const noexcept {
        return std::any_of(senders_.begin(), senders_.end(),
                           [&](const Sender& sender) { return !sender.mailboxes[written_][bucket].empty(); });
    }

    /// Takes the letters of a bucket of so many blocks; `inner_bits` of each are what is within the block.
    void gather(std::size_t bucket, std::size_t blocks, int inner_bits, SortedLetters& sorted) {
        std::vector<std::uint32_t>& ends = sorted.ends_;
        ends.assign(blocks + 2, 0);
        std::size_t total = 0;
        for (const Sender& sender : senders_) {
            const auto& mailbox = sender.mailboxes[written_ ^ 1U][bucket];
            for (const Letter letter : mailbox)
                ++ends[(letter >> inner_bits) + 2];
            total += mailbox.size();
        }
        for (std::size_t i = 2; i < ends.size(); ++i)
            ends[i] += ends[i - 1];
        sorted.letters_.resize(std::max(sorted.letters_.size(), total));
        const Letter inner_mask = (Letter{1} << inner_bits) - 1;
        for (Sender& sender : senders_) {
            auto& mailbox = sender.mailboxes[written_ ^ 1U][bucket];
            for (const Letter letter : mailbox)
                sorted.letters_[ends[(letter >> inner_bits) + 1]++] = letter & inner_mask;
            mailbox.clear();
        }
    }

private:
    struct Sender {
        std::vector<std::vector<Letter>> mailboxes[2];  ///< by bucket; one set is written, the other read
    };

    std::vector<Sender> senders_;
    unsigned written_ = 0;
};

}  // namespace retrograde
