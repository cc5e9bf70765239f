// An open database: the manifest, layer files opened when they are first needed, the cache of decoded blocks.
#include "retrograde/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "database/block_cache.hpp"
#include "database/failure.hpp"
#include "database/layer_reader.hpp"
#include "database/layer_writer.hpp"
#include "database/manifest.hpp"
#include "database/sums.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

namespace {

using namespace database;

struct OpenLayer {
    explicit OpenLayer(std::unique_ptr<LayerReader> opened)
        : reader(std::move(opened)), slots(reader->blocks().size()) {
        const auto blocks = reader->blocks();
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i].is_constant()) slots[i].set_constant(static_cast<Code>(blocks[i].checksum));
        }
    }

    std::unique_ptr<LayerReader> reader;
    std::vector<BlockSlot> slots;  // one a block
};

// Opened once, by the first thread that needs it; `open` is what the others look at.
struct LazyLayer {
    std::mutex opening;
    std::unique_ptr<OpenLayer> layer;
    std::atomic<OpenLayer*> open{nullptr};
};

struct TablePlace {
    std::size_t layer;
    std::size_t table;  // in its layer
    std::uint64_t size;
    Encoding encoding;
};

}  // namespace

struct Database::State {
    std::filesystem::path folder;
    ManifestFile file;
    std::vector<TablePlace> tables;
    std::map<std::string, std::size_t, std::less<>> numbers;  // of tables, by name
    std::vector<LazyLayer> layers;
    BlockCache cache;
    DecoderPool decoders;

    State(std::filesystem::path where, std::uint64_t cache_bytes)
        : folder(std::move(where)),
          file(read_manifest_file(folder)),
          tables(places(file.manifest)),
          layers(file.manifest.layers.size()),
          cache(make_cache(cache_bytes)) {
        for (std::size_t i = 0; i < tables.size(); ++i)
            numbers.emplace(info(i).name, i);
    }

    const TableInfo& info(std::size_t table) const {
        return file.manifest.layers[tables[table].layer].tables[tables[table].table];
    }

    static std::vector<TablePlace> places(const Manifest& manifest) {
        std::vector<TablePlace> result;
        for (std::size_t layer = 0; layer < manifest.layers.size(); ++layer) {
            const auto& infos = manifest.layers[layer].tables;
            for (std::size_t i = 0; i < infos.size(); ++i) {
                const auto encoding = encoding_of(manifest.identity.kind, infos[i].entry_bytes);
                result.push_back({layer, i, infos[i].size, encoding});
            }
        }
        return result;
    }

    // Frames hold the largest payload of any table, and there are no more of them than blocks.
    BlockCache make_cache(std::uint64_t bytes) const {
        std::size_t frame_bytes = 1;
        std::uint64_t blocks = 0;
        for (const TablePlace& place : tables) {
            if (place.size == 0) continue;
            frame_bytes = std::max(frame_bytes, payload_bytes(place.encoding, entries_of_block(place.size, 0)));
            blocks += blocks_of(place.size);
        }
        return {static_cast<std::size_t>(std::min(bytes / frame_bytes, blocks)), frame_bytes};
    }

    const TablePlace& place(std::size_t table) const {
        if (table >= tables.size()) throw Error(ErrorKind::usage, fmt::format("no table has the number {}", table));
        return tables[table];
    }

    OpenLayer& layer(std::size_t number) {
        LazyLayer& lazy = layers[number];
        if (OpenLayer* const open = lazy.open.load(std::memory_order_acquire)) return *open;
        const std::lock_guard lock(lazy.opening);
        if (!lazy.layer) {
            lazy.layer = std::make_unique<OpenLayer>(open_layer(folder, file.manifest, number));
            lazy.open.store(lazy.layer.get(), std::memory_order_release);
        }
        return *lazy.layer;
    }
};

Database::Database(std::filesystem::path folder, const DatabaseIdentity& identity, std::uint64_t cache_bytes)
    : state_(std::make_unique<State>(std::move(folder), cache_bytes)) {
    if (const auto fault = difference(this->identity(), identity); !fault.empty()) {
        throw file_error(state_->folder / kManifestName, fault);
    }
}

Database::~Database() = default;

const std::filesystem::path& Database::folder() const { return state_->folder; }
const DatabaseIdentity& Database::identity() const { return state_->file.manifest.identity; }
const std::vector<LayerInfo>& Database::layers() const { return state_->file.manifest.layers; }

std::uint64_t Database::file_bytes() const {
    std::uint64_t bytes = state_->file.bytes;
    for (const LayerFile& file : state_->file.manifest.files)
        bytes += file.bytes;
    std::error_code error;
    const std::uintmax_t sums = std::filesystem::file_size(state_->folder / kSumsName, error);
    return error ? bytes : bytes + sums;
}

bool Database::has_table(std::string_view name) const { return state_->numbers.contains(name); }

std::size_t Database::table(std::string_view name, std::string_view layer) const {
    const auto found = state_->numbers.find(name);
    if (found == state_->numbers.end()) {
        const std::string missing = printable(layer.empty() ? name : layer);
        throw file_error(layer_path(state_->folder, missing), "is missing from the database");
    }
    (void)state_->layer(state_->tables[found->second].layer);
    return found->second;
}

Code Database::code(std::size_t table, std::uint64_t entry) const {
    const TablePlace& place = state_->place(table);
    if (entry >= place.size) {
        throw Error(ErrorKind::usage, fmt::format("table {} has no entry {}", state_->info(table).name, entry));
    }
    OpenLayer& layer = state_->layer(place.layer);
    const std::uint64_t block = entry / kBlockEntries;
    BlockSlot& slot = layer.slots[layer.reader->first_block(place.table) + block];
    if (const auto code = slot.constant()) return *code;

    const std::size_t entries = entries_of_block(place.size, block);
    const std::size_t i = static_cast<std::size_t>(entry % kBlockEntries);
    const auto cached =
        state_->cache.read(slot, [&](const auto& byte) { return code_at(place.encoding, entries, i, byte); });
    if (cached) return *cached;

    const auto decoder = state_->decoders.lend();
    const auto payload = layer.reader->payload(place.table, block, *decoder);
    state_->cache.insert(slot, payload);
    return code_at(place.encoding, entries, i, [&](std::size_t k) { return payload[k]; });
}

void Database::read_block(std::size_t table, std::uint64_t number, std::span<std::uint8_t> out) const {
    const TablePlace& place = state_->place(table);
    state_->layer(place.layer).reader->read_block(place.table, number, *state_->decoders.lend(), out);
}

void Database::read_table(std::size_t table, std::span<std::uint8_t> out) const {
    const TablePlace& place = state_->place(table);
    state_->layer(place.layer).reader->read_table(place.table, out, state_->decoders);
}

void Database::check_files() const {
    const auto again = read_manifest_file(state_->folder);
    if (manifest_text(again.manifest) != manifest_text(state_->file.manifest)) {
        throw file_error(state_->folder / kManifestName, "was changed while the database was open");
    }
    // Opened anew, so that files are checked as they are now.
    for (std::size_t i = 0; i < state_->layers.size(); ++i) {
        open_layer(state_->folder, state_->file.manifest, i)->check_blocks(state_->decoders);
    }
    check_sums_file(state_->folder, sums_of(state_->folder, names_of_files(state_->file.manifest)));
}

}  // namespace retrograde
