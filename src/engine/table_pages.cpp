#include "engine/table_pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace retrograde {

/// One table and the state of each of its pages. A state is changed under the lock of its page; `present` is what the
/// slot says as well.
class TablePages::Table final : public PageSource {
public:
    Table(TablePages& pages, std::uint64_t entries, unsigned entry_bytes, Read read)
        : pages_(pages),
          entries_(entries),
          entry_bytes_(entry_bytes),
          read_(std::move(read)),
          states_((entries + SolvedTable::kPageEntries - 1) >> SolvedTable::kPageShift),
          codes_(nullptr) {}

    void set_codes(const SolvedTable& codes) { codes_ = &codes; }

    const std::uint8_t* load(std::uint64_t page, Slot& slot) override {
        const State seen = states_[page].load(std::memory_order_relaxed);
        if (seen == State::done || seen == State::refused) return nullptr;
        const std::lock_guard lock(locks_[page % locks_.size()]);
        if (const std::uint8_t* const there = slot.load(std::memory_order_acquire)) return there;
        if (states_[page].load(std::memory_order_relaxed) == State::refused) return nullptr;
        std::uint8_t* const frame = pages_.take_frame();
        if (frame == nullptr) {
            states_[page].store(State::refused, std::memory_order_relaxed);
            pages_.has_refused_.store(true, std::memory_order_relaxed);
            return nullptr;
        }
        const std::uint64_t first = page << SolvedTable::kPageShift;
        const std::size_t bytes = std::min(entries_ - first, SolvedTable::kPageEntries) * entry_bytes_;
        try {
            read_(page, {frame, bytes});
        } catch (...) {
            pages_.give_back(frame);
            throw;
        }
        states_[page].store(State::present, std::memory_order_relaxed);
        slot.store(frame, std::memory_order_release);
        return frame;
    }

    /// Between passes: pages that are there become `State::done` or stay, all others can be asked for again.
    void turn(State present_becomes, bool keep_done) {
        for (std::uint64_t page = 0; page < states_.size(); ++page) {
            const State state = states_[page].load(std::memory_order_relaxed);
            State next = state == State::done && keep_done ? State::done : State::absent;
            if (state == State::present) {
                next = present_becomes;
                if (next != State::present) {
                    pages_.give_back(const_cast<std::uint8_t*>(codes_->find(page << SolvedTable::kPageShift)));
                    codes_->drop(page);
                }
            }
            states_[page].store(next, std::memory_order_relaxed);
        }
    }

    void save(database::ByteSink& sink) const {
        for (const auto& state : states_)
            sink.number(static_cast<std::uint8_t>(state.load(std::memory_order_relaxed)));
    }
    void restore(database::ByteSource& source) {
        for (std::uint64_t page = 0; page < states_.size(); ++page) {
            const auto state = static_cast<State>(source.number<std::uint8_t>());
            if (state == State::present) {
                // There is less room than before: the pass cannot go on as it was.
                if (codes_->find(page << SolvedTable::kPageShift) == nullptr) pages_.misses_pages_ = true;
            } else {
                states_[page].store(state, std::memory_order_relaxed);
            }
        }
    }

private:
    TablePages& pages_;
    std::uint64_t entries_;
    unsigned entry_bytes_;
    Read read_;
    std::vector<std::atomic<State>> states_;
    std::array<std::mutex, 64> locks_;
    const SolvedTable* codes_;
};

TablePages::TablePages(std::uint64_t budget_bytes, unsigned entry_bytes, unsigned threads)
    : frame_bytes_(SolvedTable::kPageEntries * entry_bytes),
      frames_(std::max(budget_bytes, least_bytes(entry_bytes, threads)) / frame_bytes_) {
    void* const memory = ::mmap(nullptr, frames_ * frame_bytes_, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::uint8_t*>(memory);
}

TablePages::~TablePages() { ::munmap(memory_, frames_ * frame_bytes_); }

std::unique_ptr<SolvedTable> TablePages::add(std::uint64_t entries, unsigned entry_bytes, Read read) {
    tables_.push_back(std::make_unique<Table>(*this, entries, entry_bytes, std::move(read)));
    auto codes = std::make_unique<SolvedTable>(entries, entry_bytes, *tables_.back());
    tables_.back()->set_codes(*codes);
    pages_ += (entries + SolvedTable::kPageEntries - 1) >> SolvedTable::kPageShift;
    return codes;
}

void TablePages::begin_first_pass() {
    const bool is_crowded = pages_ > frames_ && used_ - free_.size() > frames_ / 2;
    for (const auto& table : tables_)
        table->turn(is_crowded ? State::absent : State::present, false);
    has_refused_ = false;
}

void TablePages::begin_next_pass() {
    for (const auto& table : tables_)
        table->turn(State::done, true);
    has_refused_ = false;
}

void TablePages::save(database::ByteSink& sink) const {
    sink.number(static_cast<std::uint8_t>(has_refused()));
    for (const auto& table : tables_)
        table->save(sink);
}

bool TablePages::restore(database::ByteSource& source) {
    const bool refused = source.number<std::uint8_t>() != 0;
    for (const auto& table : tables_)
        table->restore(source);
    has_refused_ = refused;
    return !misses_pages_;
}

std::uint8_t* TablePages::take_frame() {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
        std::uint8_t* const frame = free_.back();
        free_.pop_back();
        return frame;
    }
    return used_ < frames_ ? memory_ + used_++ * frame_bytes_ : nullptr;
}

void TablePages::give_back(std::uint8_t* frame) {
    const std::lock_guard lock(mutex_);
    free_.push_back(frame);
}

}  // namespace retrograde
