// Where the cells of a part of a layer are: all in memory, or in a scratch file, from which a thread has those of one
// bucket at a time.
//
// In the file each bucket has two places. What was there when the state of the solver was last saved is not written
// over: the bucket's new cells go to its other place until the state is saved again. So a run that is killed at any
// time leaves behind what its last saved state speaks of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "database/bytes.hpp"
#include "retrograde/machine.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

template <class Cell>
class BucketCells {
public:
    /// Adds a bucket of so many cells behind the others.
    void add_bucket(std::uint64_t cells) {
        places_.push_back({size_, static_cast<std::uint32_t>(cells)});
        size_ += cells;
    }

    /// Takes memory for all cells.
    void stay_in_memory() {
        memory_.reserve(size_);
        prefer_large_pages(memory_.data(), size_ * sizeof(Cell));
        memory_.resize(size_);
    }
    /// Keeps the cells in a file, which holds them already where a saved state is to be restored.
    void stay_in(std::unique_ptr<scratch::File> file) { file_ = std::move(file); }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] bool in_memory() const noexcept { return file_ == nullptr; }

    /// The cells of a bucket, in `room` where they are not in memory: all 0 where they have never been closed. One
    /// thread at a time may have a bucket open.
    [[nodiscard]] std::span<Cell> open(std::size_t bucket, std::vector<Cell>& room) const {
        const Place& place = places_[bucket];
        if (in_memory()) return {const_cast<Cell*>(memory_.data()) + place.first, place.cells};
        room.assign(place.cells, 0);
        if (place.side != kNowhere) file_->read(offset(place, place.side), bytes(room), place.checksum);
        return room;
    }

    /// Puts back what was opened.
    void close(std::size_t bucket, std::span<const Cell> cells) {
        if (in_memory()) return;
        Place& place = places_[bucket];
        const auto row = scratch::bytes_of(cells);
        place.side = place.saved_side == 0 ? 1 : 0;
        place.checksum = scratch::checksum_of(row);
        file_->write(offset(place, place.side), row);
    }

    /// Asks for cells that will be opened soon.
    void expect(std::size_t bucket) const noexcept {
        if (in_memory()) return;
        const Place& place = places_[bucket];
        if (place.side != kNowhere) file_->expect(offset(place, place.side), place.cells * sizeof(Cell));
    }

    [[nodiscard]] std::vector<Cell> take() { return std::move(memory_); }

    /// What a later run needs to find the cells as they are now, and the same back.
    void save(database::ByteSink& sink) const {
        for (const Place& place : places_) {
            sink.number(place.side);
            sink.number(place.checksum);
        }
    }
    void restore(database::ByteSource& source) {
        for (Place& place : places_) {
            place.side = place.saved_side = source.number<std::uint8_t>();
            place.checksum = source.number<std::uint64_t>();
        }
    }
    /// What save() has told is safe now: from here on it is not written over.
    void saved() noexcept {
        for (Place& place : places_)
            place.saved_side = place.side;
    }

private:
    static constexpr std::uint8_t kNowhere = 2;

    struct Place {
        std::uint64_t first;  ///< cell
        std::uint32_t cells;
        std::uint8_t side = kNowhere;        ///< which of its two places in the file holds the cells
        std::uint8_t saved_side = kNowhere;  ///< the same in the last saved state
        std::uint64_t checksum = 0;
    };

    [[nodiscard]] std::uint64_t offset(const Place& place, std::uint8_t side) const noexcept {
        return (place.first + (side == 1 ? size_ : 0)) * sizeof(Cell);
    }
    [[nodiscard]] static std::span<std::uint8_t> bytes(std::vector<Cell>& room) {
        return scratch::bytes_of(std::span<Cell>(room));
    }

    std::vector<Place> places_;
    std::uint64_t size_ = 0;
    std::vector<Cell> memory_;
    std::unique_ptr<scratch::File> file_;
};

}  // namespace retrograde
