// The codes of a layer that is solved part by part, in a scratch file, until the layer is complete and is written to
// its database file in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "database/bytes.hpp"
#include "retrograde/solved_table.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

class LayerImage {
public:
    /// `sizes`: bytes of the layer's tables.
    LayerImage(std::unique_ptr<scratch::File> file, std::span<const std::uint64_t> sizes, unsigned entry_bytes)
        : file_(std::move(file)), page_bytes_(SolvedTable::kPageEntries * entry_bytes), tables_(sizes.size()) {
        std::uint64_t offset = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            tables_[i].offset = offset;
            offset += sizes[i];
        }
    }

    /// Takes some bytes of a table; any thread may call this. They count from keep() on.
    void put(std::size_t table, std::uint64_t first, std::span<const std::uint8_t> bytes) {
        std::vector<Piece> pieces;  // none reaches over the end of a page, so that a page is read piece by piece
        while (!bytes.empty()) {
            const auto count = std::min<std::uint64_t>(bytes.size(), page_bytes_ - first % page_bytes_);
            const auto piece = bytes.first(count);
            file_->write(tables_[table].offset + first, piece);
            pieces.push_back({first, scratch::checksum_of(piece), static_cast<std::uint32_t>(count)});
            first += count;
            bytes = bytes.subspan(count);
        }
        const std::lock_guard lock(mutex_);
        auto& taken = tables_[table].taken;
        taken.insert(taken.end(), pieces.begin(), pieces.end());
    }

    /// What has been taken since the last time is complete.
    void keep() {
        for (Table& table : tables_) {
            table.pieces.insert(table.pieces.end(), table.taken.begin(), table.taken.end());
            table.taken.clear();
        }
    }

    /// To be called once all is there, before read().
    void sort() {
        for (Table& table : tables_)
            std::ranges::sort(table.pieces, {}, &Piece::first);
    }

    /// Some bytes of a table within a page, whose first one begins a piece. Throws scratch::Damaged.
    void read(std::size_t table, std::uint64_t first, std::span<std::uint8_t> out) const {
        const auto& pieces = tables_[table].pieces;
        auto piece = std::ranges::lower_bound(pieces, first, {}, &Piece::first);
        while (!out.empty()) {
            if (piece == pieces.end() || piece->first != first || piece->bytes > out.size())
                throw std::logic_error("a piece of a layer is missing");
            first += piece->bytes;
            file_->read(tables_[table].offset + piece->first, out.first(piece->bytes), piece->checksum);
            out = out.subspan(piece->bytes);
            ++piece;
        }
    }

    void save(database::ByteSink& sink) const {
        for (const Table& table : tables_) {
            sink.number(std::uint64_t{table.pieces.size()});
            for (const Piece& piece : table.pieces) {
                sink.number(piece.first);
                sink.number(piece.checksum);
                sink.number(piece.bytes);
            }
        }
    }
    void restore(database::ByteSource& source) {
        for (Table& table : tables_) {
            table.pieces.resize(source.number<std::uint64_t>());
            for (Piece& piece : table.pieces) {
                piece.first = source.number<std::uint64_t>();
                piece.checksum = source.number<std::uint64_t>();
                piece.bytes = source.number<std::uint32_t>();
            }
        }
    }

private:
    struct Piece {
        std::uint64_t first;
        std::uint64_t checksum;
        std::uint32_t bytes;
    };
    struct Table {
        std::uint64_t offset = 0;  ///< in the file
        std::vector<Piece> pieces;
        std::vector<Piece> taken;  ///< since keep()
    };

    std::unique_ptr<scratch::File> file_;
    std::uint64_t page_bytes_;
    std::mutex mutex_;  ///< of what is taken
    std::vector<Table> tables_;
};

}  // namespace retrograde
