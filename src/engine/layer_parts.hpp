// What a solver works on: the parts of a layer (its one or two tables, or what a group of components has of them), cut
// into buckets, and where their cells and refutations are.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "database/bytes.hpp"
#include "engine/bucket_cells.hpp"
#include "engine/layer_groups.hpp"
#include "engine/mail.hpp"
#include "engine/refutations.hpp"
#include "retrograde/solvable.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

/// The unit of work: blocks that follow each other in their table.
struct Bucket {
    std::size_t part = 0;
    std::uint32_t first_block = 0;
    std::uint32_t end_block = 0;
    std::size_t first_place = 0;           ///< of the first block among all blocks of the part
    std::uint64_t first_entry = 0;         ///< in the table
    std::vector<Refutations> refutations;  ///< by pass
    Code next_promise = kNoCode;           ///< smallest of its blocks'
    std::uint64_t decided = 0;             ///< entries
    bool out_of_range = false;
    bool is_done = false;  ///< in this pass or step

    [[nodiscard]] unsigned next_refutation() const noexcept {
        unsigned next = Refutations::kNever;
        for (const Refutations& some : refutations)
            next = std::min(next, some.next_step());
        return next;
    }

    /// Place of one of its blocks among all blocks of the part.
    [[nodiscard]] std::size_t place_of(std::uint32_t block) const noexcept {
        return first_place + (block - first_block);
    }
};

/// What a layer has of one of its tables.
template <std::size_t kGroups, class Cell>
struct LayerPart {
    /// Blocks that follow each other in the table, and their buckets.
    struct Range {
        BlockRange blocks;
        std::size_t first_bucket = 0;
        std::size_t first_place = 0;  ///< of the first block among all blocks of the part
    };

    std::size_t table = 0;
    const Index<kGroups>* index = nullptr;
    std::size_t partner = 0;     ///< part that holds the parents
    bool converts_only = false;  ///< no position has parents in this layer
    std::vector<Range> ranges;
    std::vector<std::uint32_t> range_of;  ///< by shared pattern, of those that the group has
    BucketCells<Cell> cells;
    std::vector<Code> next_promise;  ///< by place of the block: the smallest code in it not yet reached
    int inner_bits = 0;              ///< of a letter, for what is within the block
    bool letters_hold_sets = false;
    int bucket_shift = 0;  ///< blocks of a bucket
    std::size_t first_bucket = 0;
    std::vector<std::uint64_t> histogram;

    [[nodiscard]] const Range& range(std::uint32_t outer) const noexcept { return ranges[range_of[outer]]; }
};

/// The cells of a bucket that is being worked on.
template <std::size_t kGroups, class Cell>
struct OpenBucket {
    Bucket* bucket;
    const Index<kGroups>* index;
    std::span<Cell> cells;

    [[nodiscard]] std::span<Cell> of_block(std::uint32_t block) const {
        return cells.subspan(index->block(block).first_entry - bucket->first_entry, index->block_size(block));
    }
};

template <Solvable G, class Cell>
class LayerParts {
public:
    static constexpr std::size_t kGroups = G::kGroups;
    using Part = LayerPart<kGroups, Cell>;
    using Open = OpenBucket<kGroups, Cell>;

    /// The parts of a group of components of the layer; of the whole layer where the group is empty. Cells and
    /// refutations are in files of `folder`, or in memory where that is nullptr.
    LayerParts(const G& game, std::span<const std::size_t> layer, std::span<const Index<kGroups>* const> indices,
               std::span<const Component> group, scratch::Folder* folder);

    [[nodiscard]] std::span<Part> parts() noexcept { return parts_; }
    [[nodiscard]] std::span<const Part> parts() const noexcept { return parts_; }
    [[nodiscard]] std::span<Bucket> buckets() noexcept { return buckets_; }
    [[nodiscard]] std::span<const Bucket> buckets() const noexcept { return buckets_; }
    [[nodiscard]] Part& part_of(const Bucket& bucket) noexcept { return parts_[bucket.part]; }
    [[nodiscard]] const Part& part_of(const Bucket& bucket) const noexcept { return parts_[bucket.part]; }

    [[nodiscard]] std::vector<std::size_t> all_buckets() const {
        std::vector<std::size_t> all(buckets_.size());
        std::iota(all.begin(), all.end(), 0U);
        return all;
    }

    /// Bytes of all cells.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return std::accumulate(parts_.begin(), parts_.end(), std::uint64_t{0}, [](std::uint64_t sum, const Part& part) {
            return sum + part.cells.size() * sizeof(Cell);
        });
    }

    /// The cells of a bucket, in `room` where they are in a file; to be closed where they were changed.
    [[nodiscard]] Open open(std::size_t number, std::vector<Cell>& room) {
        Bucket& bucket = buckets_[number];
        const Part& part = part_of(bucket);
        return {&bucket, part.index, part.cells.open(number - part.first_bucket, room)};
    }
    void close(const Open& opened, std::size_t number) {
        Part& part = part_of(*opened.bucket);
        part.cells.close(number - part.first_bucket, opened.cells);
    }
    /// Asks for a bucket that will be opened soon.
    void expect(std::size_t number) const noexcept {
        const Part& part = part_of(buckets_[number]);
        part.cells.expect(number - part.first_bucket);
    }

    /// The cell of an entry as refutations and letters that hold ranks name it.
    [[nodiscard]] Cell& cell_of(const Open& open, Letter entry) const {
        const Part& part = part_of(*open.bucket);
        const std::uint32_t block = open.bucket->first_block + (entry >> part.inner_bits);
        return open.of_block(block)[entry & ((Letter{1} << part.inner_bits) - 1)];
    }

    /// The file of the refutations; nullptr where they are in memory.
    [[nodiscard]] scratch::File* refutations() const noexcept { return refutations_.get(); }

    /// What a later run needs to go on with what is in the files, and the same back; names of the files.
    void save(database::ByteSink& sink) const;
    void restore(database::ByteSource& source);
    [[nodiscard]] std::vector<std::string> files() const;
    /// What save() has told is safe now.
    void saved() noexcept {
        for (Part& part : parts_)
            part.cells.saved();
    }

private:
    /// A letter holds the moving men of a position as a set of the free squares of its parents' block, or their rank
    /// where these are too many squares.
    static constexpr int kMostSquaresInLetter = 24;
    static constexpr const char* kRefutations = "refutations";

    [[nodiscard]] static std::string cells_name(std::size_t part) { return "cells-" + std::to_string(part); }
    void make_buckets(Part& part);

    std::vector<Part> parts_;
    std::vector<Bucket> buckets_;
    std::unique_ptr<scratch::File> refutations_;
};

template <Solvable G, class Cell>
LayerParts<G, Cell>::LayerParts(const G& game, std::span<const std::size_t> layer,
                                std::span<const Index<kGroups>* const> indices, std::span<const Component> group,
                                scratch::Folder* folder) {
    const auto as_it_is = scratch::File::Open::as_it_is;
    const auto blocks = blocks_of<kGroups>(group, indices);
    for (std::size_t i = 0; i < layer.size(); ++i) {
        Part part;
        part.table = layer[i];
        part.index = indices[i];
        part.partner = layer.size() - 1 - i;
        part.converts_only = game.tables()[layer[i]].converts_only;
        const int squares = part.index->most_free_squares();
        part.letters_hold_sets = squares <= kMostSquaresInLetter;
        part.inner_bits =
            part.letters_hold_sets ? squares : static_cast<int>(std::bit_width(part.index->largest_block()));
        part.first_bucket = buckets_.size();
        part.range_of.resize(part.index->outers());
        for (const BlockRange& range : group.empty() ? std::vector{BlockRange{0, part.index->blocks()}} : blocks[i]) {
            for (std::uint32_t outer = 0; outer < part.index->outers(); ++outer) {
                const std::uint32_t first = part.index->first_block_of(outer);
                if (first >= range.first && first < range.end)
                    part.range_of[outer] = static_cast<std::uint32_t>(part.ranges.size());
            }
            part.ranges.push_back({range});
        }
        make_buckets(part);
        if (folder == nullptr) {
            part.cells.stay_in_memory();
        } else {
            part.cells.stay_in(folder->open(cells_name(i), as_it_is));
        }
        parts_.push_back(std::move(part));
    }
    if (folder != nullptr) refutations_ = folder->open(kRefutations, as_it_is);
}

/// Cuts a part into buckets: large enough that there are few mailboxes, small enough for the second-level cache and
/// for all threads to have work.
template <Solvable G, class Cell>
void LayerParts<G, Cell>::make_buckets(Part& part) {
    constexpr std::uint64_t kBucketBytes = 1U << 18;
    constexpr std::uint64_t kLeastBuckets = 64;
    const Index<kGroups>& index = *part.index;
    std::uint64_t entries = 0;
    for (const auto& range : part.ranges)
        entries += index.first_entry_at(range.blocks.end) - index.first_entry_at(range.blocks.first);
    const std::uint64_t bucket_bytes = std::min(kBucketBytes, entries * sizeof(Cell) / kLeastBuckets);
    while (part.inner_bits + part.bucket_shift < 31 &&
           (std::uint64_t{index.largest_block()} << (part.bucket_shift + 1)) * sizeof(Cell) <= bucket_bytes) {
        ++part.bucket_shift;
    }
    std::size_t place = 0;
    for (auto& range : part.ranges) {
        range.first_bucket = buckets_.size();
        range.first_place = place;
        for (std::uint32_t block = range.blocks.first; block < range.blocks.end;) {
            Bucket bucket;
            bucket.part = parts_.size();
            bucket.first_block = block;
            bucket.end_block = block + std::min(range.blocks.end - block, 1U << part.bucket_shift);
            bucket.first_place = place;
            bucket.first_entry = index.first_entry_at(block);
            place += bucket.end_block - block;
            block = bucket.end_block;
            part.cells.add_bucket(index.first_entry_at(block) - bucket.first_entry);
            buckets_.push_back(std::move(bucket));
        }
    }
    part.next_promise.assign(place, kNoCode);
}

template <Solvable G, class Cell>
void LayerParts<G, Cell>::save(database::ByteSink& sink) const {
    sink.number(refutations_->end());
    for (const Part& part : parts_) {
        part.cells.save(sink);
        for (const Code code : part.next_promise)
            sink.number(code);
    }
    for (const Bucket& bucket : buckets_) {
        sink.number(bucket.next_promise);
        sink.number(bucket.decided);
        sink.number(static_cast<std::uint8_t>((bucket.out_of_range ? 2 : 0) + (bucket.is_done ? 1 : 0)));
        sink.number(static_cast<std::uint32_t>(bucket.refutations.size()));
        for (const Refutations& some : bucket.refutations)
            some.save(sink);
    }
}

template <Solvable G, class Cell>
void LayerParts<G, Cell>::restore(database::ByteSource& source) {
    refutations_->set_end(source.number<std::uint64_t>());
    for (Part& part : parts_) {
        part.cells.restore(source);
        for (Code& code : part.next_promise)
            code = source.number<Code>();
    }
    for (Bucket& bucket : buckets_) {
        bucket.next_promise = source.number<Code>();
        bucket.decided = source.number<std::uint64_t>();
        const auto flags = source.number<std::uint8_t>();
        bucket.is_done = flags % 2 == 1;
        bucket.out_of_range = flags / 2 == 1;
        bucket.refutations.resize(source.number<std::uint32_t>());
        for (Refutations& some : bucket.refutations)
            some.restore(source);
    }
}

template <Solvable G, class Cell>
std::vector<std::string> LayerParts<G, Cell>::files() const {
    std::vector<std::string> names{kRefutations};
    for (std::size_t i = 0; i < parts_.size(); ++i)
        names.push_back(cells_name(i));
    return names;
}

}  // namespace retrograde
