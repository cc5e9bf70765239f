// The codes of a finished table: in memory as a whole, or read page by page.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "retrograde/value.hpp"

namespace retrograde {

/// Brings pages of one table into memory.
class PageSource {
public:
    using Slot = std::atomic<const std::uint8_t*>;

    virtual ~PageSource() = default;

    /// Fills the slot of a page and returns what it holds; nullptr where the page is not to be had for the time being.
    /// Called by several threads at a time.
    virtual const std::uint8_t* load(std::uint64_t page, Slot& slot) = 0;
};

/// Codes of all entries, one byte each, or two where distances pass 254 plies. A page is as many entries as a block of
/// a database file.
class SolvedTable {
public:
    static constexpr unsigned kPageShift = 16;
    static constexpr std::uint64_t kPageEntries = std::uint64_t{1} << kPageShift;

    SolvedTable() = default;
    explicit SolvedTable(std::vector<std::uint8_t> codes) : narrow_(std::move(codes)), size_(narrow_.size()) {
        point_to(narrow_.data());
    }
    explicit SolvedTable(std::vector<std::uint16_t> codes) : wide_(std::move(codes)), size_(wide_.size()), width_(2) {
        point_to(reinterpret_cast<const std::uint8_t*>(wide_.data()));
    }

    /// A table to be read from disk as a whole: all draws until then.
    SolvedTable(std::uint64_t entries, unsigned entry_bytes)
        : SolvedTable(entry_bytes == 1 ? SolvedTable(std::vector<std::uint8_t>(entries))
                                       : SolvedTable(std::vector<std::uint16_t>(entries))) {}

    /// A table whose pages come from `source`, which must outlive it.
    SolvedTable(std::uint64_t entries, unsigned entry_bytes, PageSource& source)
        : size_(entries), width_(entry_bytes), source_(&source), pages_(make_slots(entries)) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] unsigned entry_bytes() const noexcept { return width_; }

    /// Where the code of an entry lies in memory; nullptr where its page is not to be had.
    [[nodiscard]] const std::uint8_t* find(std::uint64_t entry) const {
        PageSource::Slot& slot = pages_[entry >> kPageShift];
        const std::uint8_t* page = slot.load(std::memory_order_acquire);
        if (page == nullptr) [[unlikely]] {
            page = source_->load(entry >> kPageShift, slot);
            if (page == nullptr) return nullptr;
        }
        return page + (entry & (kPageEntries - 1)) * width_;
    }

    /// The code at an address that find() has given.
    [[nodiscard]] Code code_at(const std::uint8_t* address) const noexcept {
        if (width_ == 1) return *address;
        Code code = 0;
        std::memcpy(&code, address, sizeof code);
        return code;
    }

    /// Code of an entry whose page is in memory.
    [[nodiscard]] Code code(std::uint64_t entry) const { return code_at(find(entry)); }

    /// Takes a page out of a table with a source.
    void drop(std::uint64_t page) const noexcept { pages_[page].store(nullptr, std::memory_order_relaxed); }

    /// The entries of a table in memory as they are written to disk, little endian.
    [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
        if (width_ == 1) return narrow_;
        return {reinterpret_cast<const std::uint8_t*>(wide_.data()), wide_.size() * sizeof(std::uint16_t)};
    }
    [[nodiscard]] std::span<std::uint8_t> bytes() noexcept {
        if (width_ == 1) return narrow_;
        return {reinterpret_cast<std::uint8_t*>(wide_.data()), wide_.size() * sizeof(std::uint16_t)};
    }

private:
    using Slots = std::unique_ptr<PageSource::Slot[]>;

    [[nodiscard]] static Slots make_slots(std::uint64_t entries) {
        return std::make_unique<PageSource::Slot[]>((entries + kPageEntries - 1) >> kPageShift);
    }
    void point_to(const std::uint8_t* codes) {
        pages_ = make_slots(size_);
        for (std::uint64_t page = 0; page << kPageShift < size_; ++page)
            pages_[page].store(codes + (page << kPageShift) * width_, std::memory_order_relaxed);
    }

    std::vector<std::uint8_t> narrow_;
    std::vector<std::uint16_t> wide_;
    std::uint64_t size_ = 0;
    unsigned width_ = 1;
    PageSource* source_ = nullptr;
    Slots pages_;
};

}  // namespace retrograde
