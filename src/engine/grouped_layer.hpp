// Solves one layer within a limit of memory: component by component (layer_groups.hpp), as many at a time as there is
// room for, with finished tables page by page (table_pages.hpp). A component that is too large itself has its cells,
// letters and refutations in scratch files. The codes of what is solved gather in a file, too (layer_image.hpp).
//
// What is done is noted in the file `state`: the components that are solved and, for one in scratch files, where it is.
// A run that finds such a state of the same layer goes on there.
#pragma once

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "database/bytes.hpp"
#include "engine/index_set.hpp"
#include "engine/layer_groups.hpp"
#include "engine/layer_image.hpp"
#include "engine/layer_shares.hpp"
#include "engine/layer_solver.hpp"
#include "engine/plan.hpp"
#include "engine/table_pages.hpp"
#include "retrograde/database.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

/// `Cell` is wide enough, or it turns out that it is not.
template <Solvable G, class Cell>
class GroupedLayer {
public:
    static constexpr std::size_t kGroups = G::kGroups;

    /// What a layer is solved with.
    struct Setting {
        std::string identity;    ///< of the database
        std::uint64_t room = 0;  ///< bytes of memory, beside the indices
        unsigned threads = 1;
        double seconds_between_saves = 0;
        std::function<const TableInfo&(std::size_t table)> info;           ///< of a finished table
        std::function<DatabaseWriter::ReadBlock(std::size_t table)> open;  ///< likewise
    };

    GroupedLayer(const G& game, const IndexSet<G>& indices, const PlannedLayer& layer, Setting setting,
                 scratch::Folder& folder);

    /// Runs inside the current task arena. Throws scratch::Damaged where a scratch file does not hold what was written
    /// to it: then nothing in the folder is of use.
    [[nodiscard]] LayerResult solve(const LayerProgress& progress, const std::stop_token& stop);

    /// Raw positions of the layer's i-th table by code, after `solved`.
    [[nodiscard]] const std::vector<std::uint64_t>& histogram(std::size_t i) const { return histograms_[i]; }

    /// Codes of the layer's i-th table after `solved`, as EntrySource (database.hpp) says.
    [[nodiscard]] std::span<const std::uint8_t> read(std::size_t i, std::uint64_t first, std::uint64_t count,
                                                     std::vector<std::uint8_t>& room) const {
        room.resize(count * sizeof(Cell));
        image_->read(i, first * sizeof(Cell), room);
        return room;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr const char* kState = "state";
    static constexpr std::uint32_t kStateVersion = 1;

    void open_tables(const LayerShares& shares);
    void open_image(scratch::File::Open how);
    [[nodiscard]] bool restore(std::span<const std::uint8_t> state);
    void save(std::span<const std::uint8_t> solver_state = {}, std::span<const std::string> solver_files = {});
    [[nodiscard]] std::size_t end_of_group(std::size_t first, const LayerShares& shares) const;
    [[nodiscard]] LayerResult solve_group(std::size_t first, std::size_t end, const LayerShares& shares,
                                          const LayerProgress& progress, const std::stop_token& stop);

    const G& game_;
    const PlannedLayer& layer_;
    Setting setting_;
    scratch::Folder& folder_;
    std::vector<const Index<kGroups>*> own_;  ///< indices of the layer's tables
    Tables<kGroups> tables_;
    std::vector<Component> components_;
    std::unique_ptr<TablePages> pages_;
    std::vector<std::unique_ptr<SolvedTable>> needed_;
    std::unique_ptr<LayerImage> image_;
    std::vector<std::vector<std::uint64_t>> histograms_;
    std::size_t done_ = 0;               ///< components, the first ones
    std::uint64_t entries_done_ = 0;     ///< of these
    std::uint64_t entries_ = 0;          ///< of all
    std::uint64_t decided_ = 0;          ///< entries of components that are done
    std::vector<std::uint8_t> resumed_;  ///< state of the solver of the next component, where it is in files
    bool is_in_state_ = false;           ///< whether the state that is saved knows of the component after those done
    Clock::time_point saved_ = Clock::now();
};

template <Solvable G, class Cell>
GroupedLayer<G, Cell>::GroupedLayer(const G& game, const IndexSet<G>& indices, const PlannedLayer& layer,
                                    Setting setting, scratch::Folder& folder)
    : game_(game), layer_(layer), setting_(std::move(setting)), folder_(folder) {
    tables_.indices.resize(game.tables().size());
    tables_.solved.resize(game.tables().size());
    for (const std::size_t table : layer.tables) {
        tables_.indices[table] = &indices[table];
        own_.push_back(&indices[table]);
    }
    for (const std::size_t table : layer.needed)
        tables_.indices[table] = &indices[table];
    components_ = components_of(game, layer.tables, own_);
    for (const Component& component : components_)
        entries_ += component.entries;
    histograms_.resize(layer.tables.size());
}

template <Solvable G, class Cell>
LayerResult GroupedLayer<G, Cell>::solve(const LayerProgress& progress, const std::stop_token& stop) {
    std::uint64_t needed = 0;
    for (const std::size_t table : layer_.needed)
        needed += setting_.info(table).size * setting_.info(table).entry_bytes;
    const LayerShares shares(setting_.room, needed, sizeof(Cell), setting_.threads);
    open_tables(shares);

    const std::vector<std::uint8_t> state = folder_.read_whole(kState);
    if (state.empty() || !restore(state)) {
        folder_.remove_all();
        open_image(scratch::File::Open::anew);
    }
    while (done_ < components_.size()) {
        const std::size_t end = end_of_group(done_, shares);
        const LayerResult result = solve_group(done_, end, shares, progress, stop);
        if (result == LayerResult::interrupted && !is_in_state_) save();
        if (result != LayerResult::solved) return result;
        image_->keep();
        resumed_.clear();
        is_in_state_ = false;
        for (; done_ < end; ++done_)
            entries_done_ += components_[done_].entries;
        const double seconds = std::chrono::duration<double>(Clock::now() - saved_).count();
        constexpr double kFewSeconds = 10;
        if (seconds > std::min(setting_.seconds_between_saves, kFewSeconds)) save();
    }
    image_->sort();
    return LayerResult::solved;
}

template <Solvable G, class Cell>
void GroupedLayer<G, Cell>::open_tables(const LayerShares& shares) {
    unsigned widest = 1;
    for (const std::size_t table : layer_.needed)
        widest = std::max(widest, setting_.info(table).entry_bytes);
    pages_ = std::make_unique<TablePages>(shares.pages, widest, setting_.threads);
    for (const std::size_t table : layer_.needed) {
        const TableInfo& info = setting_.info(table);
        needed_.push_back(pages_->add(info.size, info.entry_bytes, setting_.open(table)));
        tables_.solved[table] = needed_.back().get();
    }
}

template <Solvable G, class Cell>
void GroupedLayer<G, Cell>::open_image(scratch::File::Open how) {
    std::vector<std::uint64_t> sizes;
    for (const Index<kGroups>* const index : own_)
        sizes.push_back(index->size() * sizeof(Cell));
    image_ = std::make_unique<LayerImage>(folder_.open("image", how), sizes, sizeof(Cell));
}

/// The components from `first` on that are solved together.
template <Solvable G, class Cell>
std::size_t GroupedLayer<G, Cell>::end_of_group(std::size_t first, const LayerShares& shares) const {
    if (!resumed_.empty()) return first + 1;
    const std::uint64_t most = std::min(shares.entries, LayerShares::kGroupEntries);
    std::uint64_t entries = components_[first].entries;
    std::size_t end = first + 1;
    while (end < components_.size() && entries + components_[end].entries <= most)
        entries += components_[end++].entries;
    return end;
}

template <Solvable G, class Cell>
LayerResult GroupedLayer<G, Cell>::solve_group(std::size_t first, std::size_t end, const LayerShares& shares,
                                               const LayerProgress& progress, const std::stop_token& stop) {
    const auto group = std::span<const Component>(components_).subspan(first, end - first);
    std::uint64_t entries = 0;
    for (const Component& component : group)
        entries += component.entries;
    LayerRoom room{.threads = setting_.threads, .pages = pages_.get(), .folder = &folder_};
    room.cells_in_files = !resumed_.empty() || entries > shares.entries;
    room.mail_bytes = shares.mail_beside(room.cells_in_files ? 0 : entries, sizeof(Cell));
    if (room.cells_in_files) {
        room.seconds_between_saves = setting_.seconds_between_saves;
        room.save = [&](std::span<const std::uint8_t> state, std::span<const std::string> files) {
            save(state, files);
            is_in_state_ = true;
        };
    }
    const auto solver = std::make_unique<LayerSolver<G, Cell>>(game_, tables_, layer_.tables, group, room);
    if (!resumed_.empty() && !solver->restore(resumed_)) {
        resumed_.clear();  // it is solved from its beginning
        is_in_state_ = false;
        return solve_group(first, end, shares, progress, stop);
    }
    std::uint64_t decided = 0;
    const LayerResult result = solver->run(
        [&](const LayerStatus& status) {
            const auto all = static_cast<double>(entries_);
            LayerStatus whole = status;
            whole.initialised =
                (static_cast<double>(entries_done_) + status.initialised * static_cast<double>(entries)) / all;
            whole.decided += decided_;
            decided = status.decided;
            progress(whole);
        },
        stop,
        [&](std::size_t part, std::uint64_t first_entry, std::span<const Cell> codes) {
            image_->put(part, first_entry * sizeof(Cell), scratch::bytes_of(codes));
        });
    if (result != LayerResult::solved) return result;
    decided_ += decided;
    for (std::size_t i = 0; i < histograms_.size(); ++i) {
        const auto& some = solver->histogram(i);
        if (histograms_[i].size() < some.size()) histograms_[i].resize(some.size());
        for (std::size_t code = 0; code < some.size(); ++code)
            histograms_[i][code] += some[code];
    }
    return result;
}

// The state: which layer it is of, what is done, and where a component in files is.

template <Solvable G, class Cell>
void GroupedLayer<G, Cell>::save(std::span<const std::uint8_t> solver_state,
                                 std::span<const std::string> solver_files) {
    database::ByteSink sink;
    sink.number(kStateVersion);
    sink.text(setting_.identity);
    sink.text(layer_.name);
    sink.number(static_cast<std::uint8_t>(sizeof(Cell)));
    sink.number(std::uint64_t{done_});
    sink.number(decided_);
    for (const std::vector<std::uint64_t>& histogram : histograms_) {
        sink.number(static_cast<std::uint32_t>(histogram.size()));
        for (const std::uint64_t positions : histogram)
            sink.number(positions);
    }
    image_->save(sink);
    std::vector<std::string> files(solver_files.begin(), solver_files.end());
    files.emplace_back("image");
    files.emplace_back(kState);
    sink.number(static_cast<std::uint32_t>(files.size()));
    for (const std::string& file : files)
        sink.text(file);
    sink.number(std::uint64_t{solver_state.size()});
    sink.raw(solver_state);
    folder_.write_whole(kState, sink.bytes());
    folder_.keep(true);
    saved_ = Clock::now();
}

/// Goes on with a state of this layer; false where it is another's.
template <Solvable G, class Cell>
bool GroupedLayer<G, Cell>::restore(std::span<const std::uint8_t> state) {
    const auto path = folder_.path_of(kState);
    database::ByteSource source(state, path);
    if (source.number<std::uint32_t>() != kStateVersion || source.text() != setting_.identity ||
        source.text() != layer_.name || source.number<std::uint8_t>() != sizeof(Cell)) {
        return false;
    }
    done_ = source.number<std::uint64_t>();
    decided_ = source.number<std::uint64_t>();
    for (std::vector<std::uint64_t>& histogram : histograms_) {
        histogram.resize(source.number<std::uint32_t>());
        for (std::uint64_t& positions : histogram)
            positions = source.number<std::uint64_t>();
    }
    open_image(scratch::File::Open::as_it_is);
    image_->restore(source);
    std::vector<std::string> files(source.number<std::uint32_t>());
    for (std::string& file : files)
        file = source.text();
    folder_.remove_all(files);
    const auto solver_state = source.raw(source.number<std::uint64_t>());
    resumed_.assign(solver_state.begin(), solver_state.end());
    is_in_state_ = !resumed_.empty();
    folder_.keep(true);
    for (std::size_t i = 0; i < done_; ++i)
        entries_done_ += components_[i].entries;
    return true;
}

}  // namespace retrograde
