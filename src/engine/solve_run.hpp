// A solve run: plans the layers, solves what is not on disk yet, writes each layer when it is done.
#pragma once

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

#include "engine/grouped_layer.hpp"
#include "engine/index_set.hpp"
#include "engine/layer_solver.hpp"
#include "engine/plan.hpp"
#include "engine/program_memory.hpp"
#include "engine/solve_sizes.hpp"
#include "retrograde/database.hpp"
#include "retrograde/error.hpp"
#include "retrograde/game.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/text.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

/// By table: whether play from it never leads to more men a side than that. Where men are yet to be placed it does.
template <Solvable G>
[[nodiscard]] std::vector<bool> tables_within(const G& game, unsigned men) {
    std::vector<bool> within(game.tables().size(), true);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < within.size(); ++i) {
            const auto& table = game.tables()[i];
            const bool stays = std::max(table.own, table.opponent) <= men &&
                               std::all_of(table.conversions.begin(), table.conversions.end(),
                                           [&](std::size_t conversion) { return within[conversion]; });
            changed = changed || (within[i] && !stays);
            within[i] = stays;
        }
    }
    return within;
}

/// Tables of a game that a request names: those of play with few enough men, or the layers named.
/// Throws Error(usage) for a layer that the game does not have.
template <Solvable G>
[[nodiscard]] std::vector<std::size_t> chosen_tables(const G& game, const SolveRequest& request) {
    std::vector<std::size_t> chosen;
    std::vector<std::string> missing = request.layers;
    const unsigned most = request.max_pieces != 0 ? request.max_pieces : std::numeric_limits<unsigned>::max();
    const std::vector<bool> within = tables_within(game, most);
    for (std::size_t i = 0; i < game.tables().size(); ++i) {
        const auto& table = game.tables()[i];
        if (!within[i]) continue;
        std::erase(missing, table.layer);
        const auto& names = request.layers;
        if (names.empty() || std::find(names.begin(), names.end(), table.layer) != names.end()) chosen.push_back(i);
    }
    if (!missing.empty()) throw Error(ErrorKind::usage, "no layer is named '" + printable(missing.front()) + "'");
    if (chosen.empty()) throw Error(ErrorKind::usage, "no layer has that few men");
    return chosen;
}

/// How many entries of a layer count as finished, by the time that they take: initialising and writing are a part of
/// it, and of the steps each entry that will be decided takes the same. `open` is the share that stays undecided, as
/// guessed.
[[nodiscard]] inline std::uint64_t progress_of(std::uint64_t entries, const LayerStatus& status, double open) noexcept {
    constexpr double kInitialising = 0.35;
    constexpr double kSteps = 0.5;
    const auto all = static_cast<double>(entries);
    const double to_decide = std::max(all * (1 - open), 1.0);
    const double steps = std::min(static_cast<double>(status.decided) / to_decide, 1.0);
    return static_cast<std::uint64_t>(all * (kInitialising * status.initialised + kSteps * steps));
}

/// Counts by value instead of by distance.
inline void forget_distances(TableInfo& table) {
    std::vector<std::uint64_t> values(3);
    for (std::size_t code = 0; code < table.histogram.size(); ++code)
        values[code == 0 ? 0 : 2 - code % 2] += table.histogram[code];
    while (values.size() > 1 && values.back() == 0)
        values.pop_back();
    table.histogram = std::move(values);
    table.entry_bytes = 1;
}

template <Solvable G>
class SolveRun {
public:
    static constexpr std::size_t kGroups = G::kGroups;

    SolveRun(const G& game, const IndexSet<G>& indices, DatabaseIdentity identity, const SolveRequest& request)
        : game_(game),
          indices_(indices),
          identity_(std::move(identity)),
          request_(request),
          folder_(folder_of(request.root, identity_)),
          threads_(threads_or_all(request.threads)),
          plan_(plan_layers(links_of<kGroups>(game.tables()), chosen_tables(game, request))),
          memory_(working_memory(request.memory_limit)),
          sizes_(game, plan_, memory_, threads_),
          solved_(game.tables().size()) {}

    /// What the run will need, if nothing is on disk yet.
    [[nodiscard]] SolveEstimate estimate() const { return sizes_.estimate(); }

    /// Throws Error(resources) where memory or disk run out, Error(database) where the folder cannot be used.
    [[nodiscard]] SolveResult run(const ProgressSink& progress, const std::stop_token& stop);

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool is_solved() const;
    [[nodiscard]] std::uint64_t bytes_on_disk() const;
    void refuse_if_too_small(const SolveEstimate& need) const;
    [[nodiscard]] const LayerInfo* finished(const PlannedLayer& layer) const;
    void load(const PlannedLayer& layer, const DatabaseWriter& writer);
    [[nodiscard]] bool solve(const PlannedLayer& layer, DatabaseWriter& writer, const std::stop_token& stop);
    template <class Cell>
    [[nodiscard]] LayerResult solve_with(const PlannedLayer& layer, DatabaseWriter& writer,
                                         const std::stop_token& stop);
    template <class Cell>
    [[nodiscard]] LayerResult solve_in_memory(const PlannedLayer& layer, const std::stop_token& stop);
    template <class Cell>
    [[nodiscard]] LayerResult solve_in_groups(const PlannedLayer& layer, DatabaseWriter& writer,
                                              const std::stop_token& stop);
    [[nodiscard]] std::uint64_t room_beside_indices(const PlannedLayer& layer) const;
    void open_scratch();
    void write(const PlannedLayer& layer, unsigned entry_bytes, const DatabaseWriter::EntrySource& source,
               DatabaseWriter& writer);
    void report(const PlannedLayer& layer, const LayerStatus& status);
    void report(const PlannedLayer& layer, const char* phase, unsigned distance, std::uint64_t within_layer);

    const G& game_;
    const IndexSet<G>& indices_;
    DatabaseIdentity identity_;
    SolveRequest request_;
    std::filesystem::path folder_;
    unsigned threads_;
    std::vector<PlannedLayer> plan_;
    std::uint64_t memory_;  ///< bytes that the run may take
    SolveSizes<G> sizes_;
    std::vector<SolvedTable> solved_;                     ///< by table; empty where not in memory
    std::vector<LayerInfo> finished_;                     ///< layers on disk, from earlier runs and this one
    std::vector<std::vector<std::uint64_t>> histograms_;  ///< of the layer just solved, by its tables
    std::optional<scratch::Folder> scratch_;              ///< where the run needs it
    const ProgressSink* progress_ = nullptr;
    Progress state_;
    double open_share_ = 0.25;  ///< of the layer solved last, of its entries: what the next one's is guessed to be
    SolveResult result_;
};

/// Whether the database on disk is whole and holds all layers of the plan.
template <Solvable G>
bool SolveRun<G>::is_solved() const {
    try {
        const Database database(folder_, identity_);
        for (const PlannedLayer& layer : plan_) {
            const auto same = [&](const LayerInfo& info) { return info.name == layer.name; };
            if (std::none_of(database.layers().begin(), database.layers().end(), same)) return false;
        }
        database.check_files();
        return true;
    } catch (const Error&) {
        return false;  // damaged or missing: what is whole is kept, the rest is solved again
    }
}

/// Bytes that earlier runs have written to the folder.
template <Solvable G>
std::uint64_t SolveRun<G>::bytes_on_disk() const {
    std::uint64_t bytes = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator file(folder_, error), end; !error && file != end; file.increment(error)) {
        std::error_code vanished;
        const std::uint64_t size = file->file_size(vanished);
        if (!vanished) bytes += size;
    }
    return bytes;
}

/// Throws Error(resources), with the two numbers, where memory or disk will not do.
template <Solvable G>
void SolveRun<G>::refuse_if_too_small(const SolveEstimate& need) const {
    const auto refuse = [&](const char* what, std::uint64_t needed, std::uint64_t there) {
        if (needed <= there) return;
        throw Error(ErrorKind::resources, fmt::format("not enough {}: {} may be needed, {} are there", what,
                                                      bytes_text(needed), bytes_text(there)));
    };
    refuse("memory", need.way == SolveWay::in_memory ? need.memory_bytes : need.least_bytes, memory_);
    const std::uint64_t files = need.disk_bytes - std::min(need.disk_bytes, bytes_on_disk());
    const bool on_one_disk = request_.scratch.empty();
    refuse("disk", files + (on_one_disk ? need.scratch_bytes : 0), available_disk(folder_));
    if (!on_one_disk) refuse("disk for scratch files", need.scratch_bytes, available_disk(request_.scratch));
}

template <Solvable G>
const LayerInfo* SolveRun<G>::finished(const PlannedLayer& layer) const {
    const auto found = std::find_if(finished_.begin(), finished_.end(),
                                    [&](const LayerInfo& info) { return info.name == layer.name; });
    return found == finished_.end() ? nullptr : &*found;
}

template <Solvable G>
SolveResult SolveRun<G>::run(const ProgressSink& progress, const std::stop_token& stop) {
    const auto start = Clock::now();
    progress_ = &progress;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads_);
    if (!request_.force && is_solved()) {
        result_.already_solved = true;
        result_.file_bytes = Database(folder_, identity_).file_bytes();
        return result_;
    }
    const SolveEstimate need = estimate();
    refuse_if_too_small(need);
    result_.way = need.way;
    if (progress) {
        Progress first;
        first.estimate = need;
        progress(first);
    }
    DatabaseWriter writer(folder_, identity_);
    open_scratch();
    if (request_.force) {
        writer.clear();
        if (scratch_) scratch_->remove_all();
    }
    finished_ = writer.finished_layers();
    std::vector<bool> needed(solved_.size(), false);
    for (const PlannedLayer& layer : plan_) {
        state_.total += sizes_.entries(layer);
        if (finished(layer) != nullptr) continue;
        for (const std::size_t table : layer.needed)
            needed[table] = true;
    }

    for (const PlannedLayer& layer : plan_) {
        if (finished(layer) != nullptr) {
            ++result_.layers_kept;
            const bool load_it =
                result_.way == SolveWay::in_memory &&
                std::any_of(layer.tables.begin(), layer.tables.end(), [&](std::size_t table) { return needed[table]; });
            if (load_it) load(layer, writer);
        } else {
            if (!solve(layer, writer, stop)) {
                result_.interrupted = true;
                result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
                return result_;
            }
            result_.stored_positions += sizes_.entries(layer);
        }
        state_.positions += sizes_.entries(layer);
        for (const std::size_t table : layer.to_free)
            solved_[table] = SolvedTable{};
        if (result_.way != SolveWay::in_memory) {
            for (const auto& tables : {layer.tables, layer.needed})
                std::ranges::for_each(tables, [&](std::size_t table) { indices_.release(table); });
        }
    }
    std::vector<LayerInfo> layers;  // in the order of the plan, then those of other runs
    for (const PlannedLayer& layer : plan_)
        layers.push_back(*finished(layer));
    for (const LayerInfo& other : finished_) {
        const auto planned = [&](const PlannedLayer& layer) { return layer.name == other.name; };
        if (std::none_of(plan_.begin(), plan_.end(), planned)) layers.push_back(other);
    }
    writer.write_manifest(layers);
    result_.file_bytes = Database(folder_, identity_).file_bytes();
    result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result_;
}

/// Brings a finished layer into memory.
template <Solvable G>
void SolveRun<G>::load(const PlannedLayer& layer, const DatabaseWriter& writer) {
    std::vector<std::span<std::uint8_t>> room;
    for (std::size_t i = 0; i < layer.tables.size(); ++i) {
        const TableInfo& info = finished(layer)->tables[i];
        solved_[layer.tables[i]] = SolvedTable(info.size, info.entry_bytes);
        room.push_back(solved_[layer.tables[i]].bytes());
    }
    writer.read_layer(layer.name, room);
}

/// Solves and writes a layer with cells of one byte, or of two where its distances do not fit; false where interrupted.
template <Solvable G>
bool SolveRun<G>::solve(const PlannedLayer& layer, DatabaseWriter& writer, const std::stop_token& stop) {
    LayerResult result = solve_with<std::uint8_t>(layer, writer, stop);
    if (result == LayerResult::needs_wider_cells) result = solve_with<std::uint16_t>(layer, writer, stop);
    if (result == LayerResult::needs_wider_cells) {
        throw Error(ErrorKind::resources, "layer " + layer.name + " has distances beyond 65,000 plies");
    }
    return result == LayerResult::solved;
}

template <Solvable G>
template <class Cell>
LayerResult SolveRun<G>::solve_with(const PlannedLayer& layer, DatabaseWriter& writer, const std::stop_token& stop) {
    tbb::task_arena arena(static_cast<int>(threads_));
    return arena.execute([&] {
        if (result_.way != SolveWay::in_memory) {
            try {
                return solve_in_groups<Cell>(layer, writer, stop);
            } catch (const scratch::Damaged&) {
                scratch_->remove_all();
                ++result_.layers_begun_again;
                return solve_in_groups<Cell>(layer, writer, stop);
            }
        }
        const LayerResult result = solve_in_memory<Cell>(layer, stop);
        if (result != LayerResult::solved) return result;
        write(
            layer, sizeof(Cell),
            [&](std::size_t i, std::uint64_t first, std::uint64_t count, std::vector<std::uint8_t>&) {
                return std::as_const(solved_[layer.tables[i]])
                    .bytes()
                    .subspan(first * sizeof(Cell), count * sizeof(Cell));
            },
            writer);
        return result;
    });
}

template <Solvable G>
template <class Cell>
LayerResult SolveRun<G>::solve_in_memory(const PlannedLayer& layer, const std::stop_token& stop) {
    const auto solving = Clock::now();
    Tables<kGroups> tables;
    tables.indices.resize(solved_.size());
    tables.solved.resize(solved_.size());
    for (const std::size_t table : layer.tables)
        tables.indices[table] = &indices_[table];
    for (const std::size_t table : layer.needed) {
        tables.indices[table] = &indices_[table];
        tables.solved[table] = &solved_[table];
    }
    LayerSolver<G, Cell> solver(game_, tables, layer.tables, threads_);
    const LayerResult result = solver.run([&](const LayerStatus& status) { report(layer, status); }, stop);
    if (result != LayerResult::solved) return result;
    histograms_.clear();
    for (std::size_t i = 0; i < layer.tables.size(); ++i) {
        histograms_.push_back(solver.histogram(i));
        std::vector<Cell> cells = solver.take(i);
        const Index<kGroups>& index = indices_[layer.tables[i]];
        tbb::parallel_for(std::uint32_t{0}, index.blocks(), [&](std::uint32_t number) {
            const Block& block = index.block(number);
            index.repeat_previous(block, std::span(cells).subspan(block.first_entry, index.block_size(number)));
        });
        solved_[layer.tables[i]] = SolvedTable(std::move(cells));
    }
    result_.engine_seconds += std::chrono::duration<double>(Clock::now() - solving).count();
    return result;
}

template <Solvable G>
template <class Cell>
LayerResult SolveRun<G>::solve_in_groups(const PlannedLayer& layer, DatabaseWriter& writer,
                                         const std::stop_token& stop) {
    const auto solving = Clock::now();
    const auto layer_of = [&](std::size_t table) -> const LayerInfo& {
        const auto& name = game_.tables()[table].layer;
        return *std::ranges::find(finished_, name, &LayerInfo::name);
    };
    const auto place_of = [&](std::size_t table) {
        const auto& tables = layer_of(table).tables;
        return static_cast<std::size_t>(std::ranges::find(tables, game_.tables()[table].name, &TableInfo::name) -
                                        tables.begin());
    };
    GroupedLayer<G, Cell> solver(
        game_, indices_, layer,
        {.identity = folder_.string(),
         .room = room_beside_indices(layer),
         .threads = threads_,
         .seconds_between_saves = request_.seconds_between_saves,
         .info = [&](std::size_t table) -> const TableInfo& { return layer_of(table).tables[place_of(table)]; },
         .open = [&](std::size_t table) { return writer.open_table(layer_of(table).name, place_of(table)); }},
        *scratch_);
    const LayerResult result = solver.solve([&](const LayerStatus& status) { report(layer, status); }, stop);
    if (result != LayerResult::solved) return result;
    histograms_.clear();
    for (std::size_t i = 0; i < layer.tables.size(); ++i)
        histograms_.push_back(solver.histogram(i));
    result_.engine_seconds += std::chrono::duration<double>(Clock::now() - solving).count();
    write(
        layer, sizeof(Cell),
        [&](std::size_t i, std::uint64_t first, std::uint64_t count, std::vector<std::uint8_t>& room) {
            return solver.read(i, first, count, room);
        },
        writer);
    scratch_->remove_all();
    scratch_->keep(false);
    result_.scratch_read = scratch_->traffic().read;
    result_.scratch_written = scratch_->traffic().written;
    return result;
}

/// Bytes of memory that are left for a layer beside the program and the indices that it needs.
template <Solvable G>
std::uint64_t SolveRun<G>::room_beside_indices(const PlannedLayer& layer) const {
    std::uint64_t taken = program_bytes(threads_);
    for (const auto& tables : {layer.tables, layer.needed}) {
        for (const std::size_t table : tables)
            taken += indices_[table].memory_bytes();
    }
    return memory_ - std::min(memory_, taken);
}

/// Opens the scratch folder where the run needs it, or where an earlier run has left one.
template <Solvable G>
void SolveRun<G>::open_scratch() {
    const bool is_default = request_.scratch.empty();
    const std::filesystem::path path = is_default ? folder_ / "scratch" : request_.scratch;
    std::error_code ignored;
    if (result_.way == SolveWay::in_memory && !std::filesystem::exists(path, ignored)) return;
    scratch_.emplace(path, is_default);
}

/// A code without its distance, for tables of values only.
[[nodiscard]] constexpr std::uint8_t value_code(Code code) noexcept {
    return static_cast<std::uint8_t>(code == kDrawCode ? kDrawCode : code % 2 == 1 ? kLossCode : kWinCode);
}

/// Writes a layer just solved, whose entries of `entry_bytes` come from `source`.
template <Solvable G>
void SolveRun<G>::write(const PlannedLayer& layer, unsigned entry_bytes, const DatabaseWriter::EntrySource& source,
                        DatabaseWriter& writer) {
    report(layer, "writing", 0, progress_of(sizes_.entries(layer), {1, 0, sizes_.entries(layer)}, 0));
    LayerInfo info;
    info.name = layer.name;
    for (std::size_t i = 0; i < layer.tables.size(); ++i) {
        const std::size_t number = layer.tables[i];
        const auto& spec = game_.tables()[number];
        info.tables.push_back({spec.own, spec.opponent, spec.neutral, spec.name, spec.phase, indices_[number].size(),
                               entry_bytes, histograms_[i]});
    }
    if (identity_.kind == TableKind::distances) {
        writer.write_layer(info, source);
    } else {
        for (TableInfo& table : info.tables)
            forget_distances(table);
        writer.write_layer(info,
                           [&](std::size_t i, std::uint64_t first, std::uint64_t count,
                               std::vector<std::uint8_t>& room) -> std::span<const std::uint8_t> {
                               const std::span<const std::uint8_t> codes = source(i, first, count, room);
                               std::vector<std::uint8_t> values(count);
                               for (std::size_t k = 0; k < count; ++k) {
                                   const unsigned high = entry_bytes == 2 ? codes[2 * k + 1] : 0;
                                   values[k] = value_code(static_cast<Code>(codes[entry_bytes * k] | high << 8U));
                               }
                               return room = std::move(values);
                           });
    }
    report(layer, "writing", 0, sizes_.entries(layer));
    finished_.push_back(std::move(info));
}

/// What is known of the layer that is being solved.
template <Solvable G>
void SolveRun<G>::report(const PlannedLayer& layer, const LayerStatus& status) {
    const char* const phase = status.distance == 0 && status.initialised < 1 ? "initialising" : "solving";
    if (status.decided > 0 && status.initialised >= 1)
        open_share_ = 1 - static_cast<double>(status.decided) / static_cast<double>(sizes_.entries(layer));
    state_.settled =
        static_cast<double>(status.decided) / static_cast<double>(std::max(sizes_.entries(layer), std::uint64_t{1}));
    report(layer, phase, status.distance, progress_of(sizes_.entries(layer), status, open_share_));
}

template <Solvable G>
void SolveRun<G>::report(const PlannedLayer& layer, const char* phase, unsigned distance, std::uint64_t within_layer) {
    if (!*progress_) return;
    Progress now = state_;
    now.layer = layer.name;
    now.phase = phase;
    now.distance = distance;
    now.positions += within_layer;
    if (scratch_) {
        now.bytes_read = scratch_->traffic().read;
        now.bytes_written = scratch_->traffic().written;
    }
    (*progress_)(now);
}

}  // namespace retrograde
