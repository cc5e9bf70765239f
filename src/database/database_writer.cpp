// The folder of a database while it is being written.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "database/failure.hpp"
#include "database/file.hpp"
#include "database/layer_reader.hpp"
#include "database/layer_writer.hpp"
#include "database/manifest.hpp"
#include "database/sums.hpp"
#include "retrograde/database.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

namespace {

using namespace database;
namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw system_error(folder, "create", error.value());
}

void flush_folder(const fs::path& folder, const Descriptor& descriptor) {
    if (::fsync(descriptor.number()) != 0 && errno != EINVAL) throw system_error(folder, "write", errno);
}

// Files of the folder whose names end so, sorted.
std::vector<fs::path> files_ending(const fs::path& folder, std::string_view ending) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().filename().native().ends_with(ending)) found.push_back(entry->path());
    }
    if (error) throw system_error(folder, "read", error.value());
    std::ranges::sort(found);
    return found;
}

void remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw system_error(path, "remove", errno);
}

void remove_files(const fs::path& folder, std::string_view ending) {
    for (const fs::path& path : files_ending(folder, ending))
        remove_file(path);
}

}  // namespace

struct DatabaseWriter::State {
    fs::path folder;
    DatabaseIdentity identity;
    Descriptor lock;
    mutable DecoderPool decoders;
};

DatabaseWriter::DatabaseWriter(fs::path folder, DatabaseIdentity identity) : state_(std::make_unique<State>()) {
    if (const auto fault = fault_of(identity); !fault.empty()) {
        throw Error(ErrorKind::usage, fmt::format("a database cannot be made: {}", fault));
    }
    make_folder(folder);
    state_->lock = lock_folder(folder);
    remove_files(folder, kTemporaryEnding);
    state_->folder = std::move(folder);
    state_->identity = std::move(identity);
}

DatabaseWriter::~DatabaseWriter() = default;

std::vector<LayerInfo> DatabaseWriter::finished_layers() const {
    std::vector<LayerInfo> whole;
    for (const fs::path& path : files_ending(state_->folder, kLayerEnding)) {
        try {
            const LayerReader reader(path, state_->identity);
            reader.check_blocks(state_->decoders);
            whole.push_back(reader.info());
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::database) throw;
            // Damaged or foreign: it counts as not there and will be written again.
        }
    }
    return whole;
}

void DatabaseWriter::read_layer(std::string_view name, std::span<const std::span<std::uint8_t>> tables) const {
    const LayerReader reader(layer_path(state_->folder, name), state_->identity);
    if (tables.size() != reader.info().tables.size()) {
        throw Error(ErrorKind::usage, fmt::format("wrong number of tables for layer {}", reader.info().name));
    }
    for (std::size_t i = 0; i < tables.size(); ++i)
        reader.read_table(i, tables[i], state_->decoders);
}

DatabaseWriter::ReadBlock DatabaseWriter::open_table(std::string_view layer, std::size_t table) const {
    const auto reader = std::make_shared<const LayerReader>(layer_path(state_->folder, layer), state_->identity);
    return [reader, table, &decoders = state_->decoders](std::uint64_t block, std::span<std::uint8_t> out) {
        reader->read_block(table, block, *decoders.lend(), out);
    };
}

void DatabaseWriter::write_layer(const LayerInfo& layer, const EntrySource& source) {
    write_layer_file(layer_path(state_->folder, layer.name), {state_->identity, layer}, source);
}

void DatabaseWriter::write_layer(const LayerInfo& layer, std::span<const std::span<const std::uint8_t>> tables) {
    const auto refuse = [&](const std::string& what) {
        throw Error(ErrorKind::usage, fmt::format("layer {} cannot be written: {}", printable(layer.name), what));
    };
    if (tables.size() != layer.tables.size()) refuse("wrong number of tables");
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const TableInfo& table = layer.tables[i];
        if (tables[i].size() != table.size * table.entry_bytes)
            refuse(fmt::format("wrong size of table {}", table.name));
    }
    write_layer(layer, [&](std::size_t table, std::uint64_t first, std::uint64_t count, std::vector<std::uint8_t>&) {
        const std::uint64_t width = layer.tables[table].entry_bytes;
        return tables[table].subspan(first * width, count * width);
    });
}

void DatabaseWriter::clear() {
    remove_file(state_->folder / kManifestName);  // first: without it no reader takes the rest for a database
    remove_file(state_->folder / kSumsName);
    remove_files(state_->folder, kLayerEnding);
}

void DatabaseWriter::write_manifest(std::span<const LayerInfo> layers) {
    Manifest manifest;
    manifest.identity = state_->identity;
    for (const LayerInfo& layer : layers) {
        const LayerReader reader(layer_path(state_->folder, layer.name), state_->identity);
        if (reader.info() != layer) {
            throw file_error(layer_path(state_->folder, layer.name), "holds other tables than those just solved");
        }
        manifest.layers.push_back(layer);
        manifest.files.push_back({reader.file_bytes(), reader.checksum()});
    }
    check_manifest(manifest);
    write_sums_file(state_->folder, manifest);
    flush_folder(state_->folder, state_->lock);  // all must have their names before the manifest has its own
    write_manifest_file(state_->folder, manifest);
    flush_folder(state_->folder, state_->lock);
}

}  // namespace retrograde
