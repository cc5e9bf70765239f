// Finished tables that are read page by page, within a budget of memory.
//
// Work on positions that need more pages than there is room for is done in several passes over these positions. In each
// pass pages are read as they are first asked for, until the room is used up; a page that is refused once stays refused
// in that pass. So each page is there for all positions of one pass, and for none in the others: what the pass makes of
// it is complete, and the work is done after the first pass in which nothing was refused.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "database/bytes.hpp"
#include "retrograde/solved_table.hpp"

namespace retrograde {

class TablePages {
public:
    /// Decodes a page of a table; called by several threads at a time.
    using Read = std::function<void(std::uint64_t page, std::span<std::uint8_t> out)>;

    /// Room for pages of at most `entry_bytes` an entry; for one a thread at the least.
    TablePages(std::uint64_t budget_bytes, unsigned entry_bytes, unsigned threads);
    ~TablePages();
    TablePages(const TablePages&) = delete;
    TablePages& operator=(const TablePages&) = delete;

    /// A table to be read by `read`; it must not outlive this object, nor be called between passes.
    [[nodiscard]] std::unique_ptr<SolvedTable> add(std::uint64_t entries, unsigned entry_bytes, Read read);

    /// Begins the first pass over some positions. Pages of passes before are kept, unless they take most of the room.
    void begin_first_pass();
    /// Begins another one. Pages of the passes before it are not to be had again.
    void begin_next_pass();
    /// Whether a page was refused in this pass.
    [[nodiscard]] bool has_refused() const noexcept { return has_refused_.load(std::memory_order_relaxed); }

    /// Which pages are there and which are done, and the same back: read again, so that the pass can go on.
    void save(database::ByteSink& sink) const;
    /// False where there is less room than there was.
    [[nodiscard]] bool restore(database::ByteSource& source);

    /// Least budget with which anything can be done.
    [[nodiscard]] static std::uint64_t least_bytes(unsigned entry_bytes, unsigned threads) {
        return SolvedTable::kPageEntries * entry_bytes * threads;
    }

private:
    enum class State : std::uint8_t { absent, present, refused, done };

    class Table;

    [[nodiscard]] std::uint8_t* take_frame();
    void give_back(std::uint8_t* frame);

    std::size_t frame_bytes_;
    std::size_t frames_;
    std::uint8_t* memory_ = nullptr;  ///< of all frames; taken page by page by the system as they are used
    std::mutex mutex_;                ///< of free_ and used_
    std::vector<std::uint8_t*> free_;
    std::uint64_t pages_ = 0;  ///< of all tables
    std::size_t used_ = 0;     ///< frames that have been given out at least once
    std::vector<std::unique_ptr<Table>> tables_;
    std::atomic<bool> has_refused_ = false;
    bool misses_pages_ = false;
};

}  // namespace retrograde
