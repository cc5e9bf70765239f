// The check of all databases in a folder, by checksums alone.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>

#include "database/failure.hpp"
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

bool is_layer(const fs::path& path) { return path.extension() == kLayerEnding; }

bool belongs_to_database(const fs::path& path) {
    return is_layer(path) || path.filename() == kManifestName || path.filename() == kSumsName;
}

/// What `action` finds wrong with a file, without the file's name; empty where nothing.
template <class Action>
std::string fault_found(const fs::path& file, const Action& action) {
    try {
        action();
        return {};
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::database) throw;
        const std::string message = error.what();
        const std::string name = printable(file.native()) + ": ";
        return message.starts_with(name) ? message.substr(name.size()) : message;
    }
}

/// One folder with a database, or with what is left of one.
class FolderCheck {
public:
    explicit FolderCheck(fs::path folder) : folder_(std::move(folder)) {
        const fs::path manifest = folder_ / kManifestName;
        const std::string fault = fault_found(manifest, [&] { manifest_ = read_manifest_file(folder_).manifest; });
        add_layers();
        files_.push_back({manifest, fault});
    }

    /// None where a stop is asked for. `checked(path)` is called for each layer, by several threads at a time.
    template <class Checked>
    [[nodiscard]] std::vector<FileCheck> run(const Checked& checked, const std::stop_token& stop) {
        tbb::parallel_for(std::size_t{0}, files_.size() - 1, [&](std::size_t i) {
            if (stop.stop_requested()) return;
            files_[i].fault = fault_found(files_[i].path, [&] { check_layer(files_[i].path); });
            checked(files_[i].path);
        });
        if (stop.stop_requested()) return {};
        const fs::path sums = folder_ / kSumsName;
        files_.push_back({sums, fault_found(sums, [&] { check_sums_file(folder_, sums_of_whole_files()); })});
        std::ranges::sort(files_, {}, &FileCheck::path);
        return std::move(files_);
    }

private:
    /// The layers that the manifest names and those that are there.
    void add_layers() {
        std::set<fs::path> layers;
        if (manifest_) {
            for (const LayerInfo& layer : manifest_->layers)
                layers.insert(layer_path(folder_, layer.name));
        }
        for (const auto& entry : fs::directory_iterator(folder_)) {
            if (is_layer(entry.path())) layers.insert(entry.path());
        }
        for (const fs::path& layer : layers)
            files_.push_back({layer, {}});
    }

    void check_layer(const fs::path& path) const {
        if (!manifest_) return LayerReader(path, std::nullopt).check_checksums();
        for (std::size_t i = 0; i < manifest_->layers.size(); ++i) {
            if (layer_path(folder_, manifest_->layers[i].name) == path) {
                return open_layer(folder_, *manifest_, i)->check_checksums();
            }
        }
        throw file_error(path, fmt::format("is not part of the database that {} describes", kManifestName));
    }

    /// Of all files that the sums must name; open where a file is damaged, for it is that one which is to blame.
    [[nodiscard]] std::vector<FileSum> sums_of_whole_files() const {
        std::vector<FileSum> sums;
        std::vector<std::string> whole;
        const std::vector<std::string> described = manifest_ ? names_of_files(*manifest_) : std::vector<std::string>{};
        for (const FileCheck& file : files_) {
            const std::string name = file.path.filename().native();
            if (manifest_ && std::ranges::count(described, name) == 0) continue;
            if (file.fault.empty()) {
                whole.push_back(name);
            } else {
                sums.push_back({name, {}});
            }
        }
        std::ranges::move(sums_of(folder_, whole), std::back_inserter(sums));
        return sums;
    }

    fs::path folder_;
    std::optional<Manifest> manifest_;
    std::vector<FileCheck> files_;  ///< the layers, then the manifest
};

/// Folders at or below `root` that hold something of a database, sorted.
std::set<fs::path> database_folders(const fs::path& root) {
    std::set<fs::path> folders;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (belongs_to_database(entry.path())) folders.insert(entry.path().parent_path());
    }
    return folders;
}

}  // namespace

void check_databases(const fs::path& root, const std::function<void(const FileCheck&)>& report,
                     const ProgressSink& progress, const std::stop_token& stop) {
    if (!fs::exists(root)) throw file_error(root, "is missing");
    const std::set<fs::path> folders = database_folders(root);
    if (folders.empty()) throw file_error(root, "holds no database");
    Progress state;
    state.phase = "checking";
    std::mutex mutex;  // of the state
    const auto checked = [&](const fs::path& layer) {
        if (!progress) return;
        const std::scoped_lock lock(mutex);
        std::error_code ignored;
        const std::uintmax_t bytes = fs::file_size(layer, ignored);
        state.bytes_read += ignored ? 0 : bytes;
        state.layer = printable(layer.stem().native());
        progress(state);
    };
    for (const fs::path& folder : folders) {
        const std::vector<FileCheck> files = FolderCheck(folder).run(checked, stop);
        if (stop.stop_requested()) return;
        std::ranges::for_each(files, report);
    }
}

}  // namespace retrograde
