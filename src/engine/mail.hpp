// Letters from the threads of one step to the buckets of the next. Each thread writes to mailboxes of its own, one for
// each bucket; all that go to a bucket are gathered when the bucket is worked on, by one thread, in the next step.
//
// Mailboxes are chains of small pages from a common stock. Where the stock is limited and runs out, a thread empties
// all its mailboxes into a file, bucket after bucket, in one *run*; a bucket's letters are then gathered from the runs,
// too.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "database/bytes.hpp"
#include "scratch/scratch.hpp"

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
    std::vector<Letter> read_;  ///< from runs, as they lay there
};

/// A page of letters in a chain.
struct LetterPage {
    static constexpr std::size_t kLetters = 254;
    LetterPage* next = nullptr;
    std::array<Letter, kLetters> letters;
};
static_assert(sizeof(LetterPage) == 1024);

/// The pages that are not in use. Thread-safe; memory is taken from the system in larger pieces, up to a limit.
class LetterStock {
public:
    explicit LetterStock(std::uint64_t limit_bytes) : limit_(limit_bytes) {}

    /// A chain of some pages; nullptr where there are none left, and the limit is not to be passed.
    [[nodiscard]] LetterPage* take(bool may_pass_limit = false) {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            LetterPage* const chain = free_.back();
            free_.pop_back();
            return chain;
        }
        if (!may_pass_limit && (pieces_.size() + 1) * kPieceBytes > limit_) return nullptr;
        pieces_.push_back(std::make_unique<Piece>());
        Piece& piece = *pieces_.back();
        for (std::size_t i = 0; i + 1 < piece.size(); ++i)
            piece[i].next = &piece[i + 1];
        return piece.data();
    }

    /// Pages to be used again, linked with each other.
    void give_back(LetterPage* chain) {
        const std::lock_guard lock(mutex_);
        free_.push_back(chain);
    }

private:
    static constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 16;
    using Piece = std::array<LetterPage, kPieceBytes / sizeof(LetterPage)>;

    std::mutex mutex_;
    std::uint64_t limit_;
    std::vector<std::unique_ptr<Piece>> pieces_;
    std::vector<LetterPage*> free_;  ///< chains
};

class Mail {
public:
    static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

    Mail() = default;

    /// Letters in memory take up to `limit_bytes`; what is beyond goes to files of `folder`, which may be nullptr where
    /// there is no limit.
    Mail(std::size_t threads, std::size_t buckets, std::uint64_t limit_bytes = kNoLimit,
         scratch::Folder* folder = nullptr)
        : stock_(std::make_unique<LetterStock>(limit_bytes)),
          folder_(folder),
          limit_(limit_bytes),
          writing_(std::make_unique<std::mutex>()),
          senders_(threads) {
        for (Set& set : sets_)
            set.is_in_runs.resize(buckets);
        for (Sender& sender : senders_) {
            for (auto& mailboxes : sender.mailboxes)
                mailboxes.resize(buckets);
        }
    }

    /// Only `thread` itself may call this.
    void send(std::size_t thread, std::size_t bucket, Letter letter) {
        Sender& sender = senders_[thread];
        Mailbox& mailbox = sender.mailboxes[written_][bucket];
        if (mailbox.last_has == LetterPage::kLetters) [[unlikely]]
            add_page(sender, mailbox);
        mailbox.last->letters[mailbox.last_has++] = letter;
    }

    /// From now on what has been sent can be read.
    void begin_step() {
        written_ ^= 1U;
        Set& set = sets_[written_];
        set.runs.clear();
        if (set.file) {
            obsolete_bytes_ += set.file->end();
            obsolete_.push_back(std::exchange(set.file_name, {}));
            set.file.reset();
        }
        // What is to be read leaves room for what will be written, so that runs do not get small.
        if (pages_ * sizeof(LetterPage) > limit_ / 2) write_runs(written_ ^ 1U);
    }

    /// Whether there is something to read for a bucket.
    [[nodiscard]] bool has_letters(std::size_t bucket) const noexcept { return has_any(written_ ^ 1U, bucket); }

    /// Whether anything has been sent to a bucket since the step began.
    [[nodiscard]] bool has_sent(std::size_t bucket) const noexcept { return has_any(written_, bucket); }

    /// Takes the letters of a bucket of so many blocks; `inner_bits` of each are what is within the block.
    void gather(std::size_t bucket, std::size_t blocks, int inner_bits, SortedLetters& sorted) {
        const unsigned number = written_ ^ 1U;
        read_runs(sets_[number], bucket, sorted.read_);
        std::vector<std::uint32_t>& ends = sorted.ends_;
        ends.assign(blocks + 2, 0);
        std::size_t total = 0;
        const auto for_each_piece = [&](auto&& visit) {
            visit(std::span<const Letter>(sorted.read_));
            for (const Sender& sender : senders_)
                for_each_page(sender.mailboxes[number][bucket], visit);
        };
        for_each_piece([&](std::span<const Letter> letters) {
            for (const Letter letter : letters)
                ++ends[(letter >> inner_bits) + 2];
            total += letters.size();
        });
        for (std::size_t i = 2; i < ends.size(); ++i)
            ends[i] += ends[i - 1];
        sorted.letters_.resize(std::max(sorted.letters_.size(), total));
        const Letter inner_mask = (Letter{1} << inner_bits) - 1;
        for_each_piece([&](std::span<const Letter> letters) {
            for (const Letter letter : letters)
                sorted.letters_[ends[(letter >> inner_bits) + 1]++] = letter & inner_mask;
        });
        for (Sender& sender : senders_)
            empty(sender.mailboxes[number][bucket]);
        sets_[number].is_in_runs[bucket] = 0;
    }

    /// Writes all letters to files: those not yet read, and those sent since the step began.
    void write_all() {
        write_runs(0);
        write_runs(1);
    }

    /// Removes the files of steps that are over.
    void remove_obsolete() {
        for (const std::string& name : obsolete_)
            folder_->remove(name);
        obsolete_.clear();
        obsolete_bytes_ = 0;
    }
    [[nodiscard]] std::uint64_t obsolete_bytes() const noexcept { return obsolete_bytes_; }

    /// What a later run needs to go on after write_all(), and the same back. Its letters are to be written under other
    /// names than those that are there, so both runs know how many files there have been.
    void save(database::ByteSink& sink) const {
        sink.number(std::uint32_t{written_});
        sink.number(files_);
        for (const Set& set : sets_) {
            sink.text(set.file_name);
            sink.number(set.file ? set.file->end() : std::uint64_t{0});
            sink.number(std::uint64_t{set.runs.size()});
            for (const Run& run : set.runs) {
                sink.number(run.offset);
                for (std::size_t bucket = 0; bucket < run.ends.size(); ++bucket) {
                    sink.number(run.ends[bucket]);
                    sink.number(run.checksums[bucket]);
                }
            }
            sink.raw(set.is_in_runs);
        }
    }
    void restore(database::ByteSource& source) {
        written_ = source.number<std::uint32_t>() & 1U;
        files_ = source.number<std::uint64_t>();
        for (Set& set : sets_) {
            set.file_name = source.text();
            const auto end = source.number<std::uint64_t>();
            if (!set.file_name.empty()) {
                set.file = folder_->open(set.file_name, scratch::File::Open::as_it_is);
                set.file->set_end(end);
            }
            set.runs.resize(source.number<std::uint64_t>());
            for (Run& run : set.runs) {
                run.offset = source.number<std::uint64_t>();
                for (std::size_t bucket = 0; bucket < set.is_in_runs.size(); ++bucket) {
                    run.ends.push_back(source.number<std::uint32_t>());
                    run.checksums.push_back(source.number<std::uint64_t>());
                }
            }
            std::ranges::copy(source.raw(set.is_in_runs.size()), set.is_in_runs.begin());
        }
    }

    /// Names of the files that save() speaks of.
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const Set& set : sets_)
            if (set.file) names.push_back(set.file_name);
        return names;
    }

private:
    struct Mailbox {
        LetterPage* first = nullptr;
        LetterPage* last = nullptr;
        std::uint32_t last_has = LetterPage::kLetters;  ///< letters of the last page; the others are full
    };

    struct Sender {
        std::vector<Mailbox> mailboxes[2];  ///< by bucket; one set is written, the other read
        LetterPage* free = nullptr;         ///< pages of its own that are not in use
    };

    /// Letters that a thread had no room for, bucket after bucket.
    struct Run {
        std::uint64_t offset = 0;
        std::vector<std::uint32_t> ends;       ///< by bucket, in letters
        std::vector<std::uint64_t> checksums;  ///< by bucket
    };

    struct Set {
        std::vector<Run> runs;
        std::vector<std::uint8_t> is_in_runs;  ///< by bucket: whether the runs have letters to be read
        std::unique_ptr<scratch::File> file;
        std::string file_name;
    };

    [[nodiscard]] bool has_any(unsigned set, std::size_t bucket) const noexcept {
        return sets_[set].is_in_runs[bucket] != 0 ||
               std::any_of(senders_.begin(), senders_.end(),
                           [&](const Sender& sender) { return sender.mailboxes[set][bucket].first != nullptr; });
    }

    template <class Visitor>
    static void for_each_page(const Mailbox& mailbox, const Visitor& visit) {
        for (const LetterPage* page = mailbox.first; page != nullptr; page = page->next)
            visit(std::span(page->letters).first(page == mailbox.last ? mailbox.last_has : LetterPage::kLetters));
    }

    void add_page(Sender& sender, Mailbox& mailbox) {
        if (sender.free == nullptr) sender.free = stock_->take();
        if (sender.free == nullptr) {
            write_run(sender, written_);       // this mailbox, too
            sender.free = stock_->take(true);  // where other threads have all
        }
        LetterPage* const page = std::exchange(sender.free, sender.free->next);
        page->next = nullptr;
        if (mailbox.first == nullptr) {
            mailbox.first = page;
        } else {
            mailbox.last->next = page;
        }
        mailbox.last = page;
        mailbox.last_has = 0;
        pages_.fetch_add(1, std::memory_order_relaxed);
    }

    void empty(Mailbox& mailbox) {
        if (mailbox.first == nullptr) return;
        std::uint64_t pages = 0;
        for (const LetterPage* page = mailbox.first; page != nullptr; page = page->next)
            ++pages;
        pages_.fetch_sub(pages, std::memory_order_relaxed);
        stock_->give_back(mailbox.first);
        mailbox = {};
    }

    void write_runs(unsigned set) {
        for (Sender& sender : senders_)
            write_run(sender, set);
    }

    /// Empties the mailboxes of one thread into a file.
    void write_run(Sender& sender, unsigned number) {
        Run run;
        std::uint32_t letters = 0;
        for (const Mailbox& mailbox : sender.mailboxes[number]) {
            for_each_page(mailbox,
                          [&](std::span<const Letter> some) { letters += static_cast<std::uint32_t>(some.size()); });
            run.ends.push_back(letters);
        }
        if (letters == 0) return;
        Set& set = sets_[number];
        scratch::File& file = file_of(set);
        run.offset = file.reserve(letters * sizeof(Letter));
        std::uint64_t offset = run.offset;
        std::vector<Letter> buffer;
        for (std::size_t bucket = 0; bucket < run.ends.size(); ++bucket) {
            Mailbox& mailbox = sender.mailboxes[number][bucket];
            buffer.clear();
            for_each_page(mailbox,
                          [&](std::span<const Letter> some) { buffer.insert(buffer.end(), some.begin(), some.end()); });
            const auto bytes = scratch::bytes_of(std::span<const Letter>(buffer));
            run.checksums.push_back(buffer.empty() ? 0 : scratch::checksum_of(bytes));
            file.write(offset, bytes);
            offset += bytes.size();
            empty(mailbox);
        }
        const std::lock_guard lock(*writing_);
        for (std::size_t bucket = 0; bucket < run.ends.size(); ++bucket)
            if (run.ends[bucket] != (bucket == 0 ? 0 : run.ends[bucket - 1])) set.is_in_runs[bucket] = 1;
        set.runs.push_back(std::move(run));
    }

    [[nodiscard]] scratch::File& file_of(Set& set) {
        const std::lock_guard lock(*writing_);
        if (!set.file) {
            set.file_name = "mail-" + std::to_string(files_++);
            set.file = folder_->open(set.file_name, scratch::File::Open::anew);
        }
        return *set.file;
    }

    static void read_runs(const Set& set, std::size_t bucket, std::vector<Letter>& letters) {
        letters.clear();
        if (set.is_in_runs[bucket] == 0) return;
        for (const Run& run : set.runs) {
            const std::uint32_t begin = bucket == 0 ? 0 : run.ends[bucket - 1];
            const std::size_t count = run.ends[bucket] - begin;
            if (count == 0) continue;
            letters.resize(letters.size() + count);
            set.file->read(run.offset + begin * sizeof(Letter), scratch::bytes_of(std::span(letters).last(count)),
                           run.checksums[bucket]);
        }
    }

    std::unique_ptr<LetterStock> stock_;
    scratch::Folder* folder_ = nullptr;
    std::uint64_t limit_ = kNoLimit;
    std::unique_ptr<std::mutex> writing_;  ///< of what the sets hold beside their letters in memory
    std::array<Set, 2> sets_;
    std::vector<Sender> senders_;
    unsigned written_ = 0;
    std::uint64_t files_ = 0;            ///< made so far
    std::vector<std::string> obsolete_;  ///< files
    std::uint64_t obsolete_bytes_ = 0;
    std::atomic<std::uint64_t> pages_ = 0;  ///< that hold letters
};

}  // namespace retrograde
