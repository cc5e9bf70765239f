// Looks for positions in a database, block by block: first by what their own codes say, which settles nearly all of
// them, then by the codes of the same men with the other side to move, then by their moves.
//
// Moves are counted for all positions of a block together, as the solver does: each placement in the block tells the
// parents that its un-moves give what it is worth. Where few positions of a block are left, and in blocks that are not
// stored, the plain rules give the moves of each.
#pragma once

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <queue>
#include <stop_token>
#include <tuple>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/loaded_tables.hpp"
#include "engine/plan.hpp"
#include "retrograde/database.hpp"
#include "retrograde/error.hpp"
#include "retrograde/game.hpp"
#include "retrograde/machine.hpp"

namespace retrograde {

/// `Model` joins the plain rules of a game with its solver class; see solvable_game.hpp.
template <class Model>
class Search {
public:
    using G = typename Model::Fast;
    static constexpr std::size_t kGroups = G::kGroups;

    /// See Game::search for what is thrown.
    Search(const Model& model, const IndexSet<G>& indices, const Database& database, const SearchRequest& request);

    void run(const FoundSink& found, const ProgressSink& progress, const std::stop_token& stop);

private:
    struct Match {
        std::uint64_t order = 0;  ///< of a random choice
        std::size_t table = 0;
        std::uint32_t block = 0;
        std::uint32_t inner = 0;
        Code code = kDrawCode;

        friend bool operator<(const Match& a, const Match& b) {
            return std::tie(a.order, a.table, a.block, a.inner) < std::tie(b.order, b.table, b.block, b.inner);
        }
    };
    using Matches = std::vector<Match>;

    /// Blocks of a table that are looked through in one go.
    struct Chunk {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint64_t entries = 0;
    };

    /// Numbers of moves by the value of the position they lead to.
    class MoveCounts {
    public:
        void add(Code child) noexcept { ++counts_[static_cast<std::size_t>(value_of(child))]; }
        /// Moves that are worth this to the side that makes them.
        [[nodiscard]] unsigned worth(Value value) const noexcept {
            return counts_[static_cast<std::size_t>(opposite(value))];
        }

    private:
        std::array<std::uint16_t, 3> counts_{};
    };

    /// Working memory of one thread, for one block.
    struct Scratch {
        explicit Scratch(const LoadedTables<Model>& tables) : reader(tables) {}

        typename LoadedTables<Model>::Reader reader;
        Matches candidates;
        std::vector<Code> quiet_children;
        std::vector<MoveCounts> moves;
    };

    /// Takes the conversions of a block and counts them.
    struct Sink {
        const Search* search;
        const Ranking* ranking;
        Bits free;
        std::vector<MoveCounts>* counts;

        [[nodiscard]] Code child(std::size_t table, const Men<kGroups>& men) const {
            return search->tables_.code_at(table, men);
        }
        [[nodiscard]] Code child(std::size_t table, const Men<kGroups>& men, int /*family*/) const {
            return child(table, men);
        }
        [[nodiscard]] Code ended(Value value) const noexcept { return code_of_end(value); }
        void move(Bits parent, Code child) const { (*counts)[ranking->rank(extract(parent, free))].add(child); }
    };

    [[nodiscard]] bool asks_for_moves() const noexcept {
        return request_.only_move || request_.least_losing_moves != 0;
    }
    void choose_codes();
    [[nodiscard]] bool has_wanted(std::size_t table) const;
    [[nodiscard]] std::vector<PlannedLayer> plan() const;

    void search_table(std::size_t table, const FoundSink& found, const ProgressSink& progress,
                      const std::stop_token& stop);
    [[nodiscard]] Chunk chunk_from(std::size_t table, std::uint32_t block) const;
    void search_block(std::size_t table, std::uint32_t number, Scratch& scratch, Matches& matches) const;
    void find_candidates(std::size_t table, std::uint32_t number, Scratch& scratch) const;
    [[nodiscard]] bool passes(const Match& candidate, const Scratch& scratch, bool moves_are_counted) const;
    [[nodiscard]] bool moves_pass(Code code, const MoveCounts& moves) const noexcept;

    /// Whoever moves is worse off, by the codes of a position and of the same men with the other side to move: both are
    /// losses, or a loss and a draw.
    [[nodiscard]] static bool is_zugzwang(Code code, Code turned) noexcept {
        const bool one_wins = value_of(code) == Value::win || value_of(turned) == Value::win;
        return !one_wins && (value_of(code) == Value::loss || value_of(turned) == Value::loss);
    }

    void count_moves(std::size_t table, std::uint32_t number, Scratch& scratch) const;
    [[nodiscard]] MoveCounts moves_of(const Position& position) const;
    [[nodiscard]] std::uint64_t random_order(const Match& match) const noexcept;
    void take(const Matches& matches, const FoundSink& found);
    [[nodiscard]] FoundPosition position_of(const Match& match) const {
        return {model_.position(match.table, indices_[match.table].men(match.block, match.inner)), match.code};
    }

    const Model& model_;
    const IndexSet<G>& indices_;
    const SearchRequest& request_;
    LoadedTables<Model> tables_;
    std::vector<std::size_t> chosen_;
    std::vector<std::uint8_t> wanted_;  ///< by code
    std::atomic<std::uint64_t> found_ = 0;
    std::priority_queue<Match> sample_;  ///< of a random choice: those that come first
    Progress state_;
};

template <class Model>
Search<Model>::Search(const Model& model, const IndexSet<G>& indices, const Database& database,
                      const SearchRequest& request)
    : model_(model),
      indices_(indices),
      request_(request),
      tables_(model, indices, database, request.memory_limit, threads_or_all(request.threads),
              LoadedTables<Model>::WithoutRoom::read_singly),
      chosen_(tables_.tables_of(request.layers)) {
    if (database.identity().kind == TableKind::values && (request.distance || request.longest)) {
        throw Error(ErrorKind::usage, "the database holds values alone, without distances");
    }
    choose_codes();
}

/// Which codes the request asks for, among those that the chosen tables have.
template <class Model>
void Search<Model>::choose_codes() {
    for (const std::size_t table : chosen_) {
        const auto& histogram = tables_.info(table).histogram;
        if (wanted_.size() < histogram.size()) wanted_.resize(histogram.size());
        for (std::size_t i = 0; i < histogram.size(); ++i) {
            const auto code = static_cast<Code>(i);
            const bool value_fits = !request_.value || value_of(code) == *request_.value;
            const bool distance_fits = !request_.distance || distance_of(code) == request_.distance;
            if (histogram[i] != 0 && value_fits && distance_fits) wanted_[i] = 1;
        }
    }
    if (!request_.longest) return;
    const auto last = std::find(wanted_.rbegin(), wanted_.rend(), 1);
    if (last != wanted_.rend()) std::fill(last + 1, wanted_.rend(), std::uint8_t{0});
}

template <class Model>
bool Search<Model>::has_wanted(std::size_t table) const {
    if (std::ranges::find(chosen_, table) == chosen_.end()) return false;
    const auto& histogram = tables_.info(table).histogram;
    for (std::size_t code = 0; code < histogram.size(); ++code) {
        if (histogram[code] != 0 && wanted_[code] != 0) return true;
    }
    return false;
}

/// The layers to be looked through, and those that must be in memory for it, each with the tables to be freed after it.
template <class Model>
std::vector<PlannedLayer> Search<Model>::plan() const {
    std::vector<std::size_t> tables;
    std::ranges::copy_if(chosen_, std::back_inserter(tables), [this](std::size_t table) { return has_wanted(table); });
    std::vector<TableLinks> links = links_of<kGroups>(model_.fast().tables());
    if (!asks_for_moves()) {  // then no layer needs another
        for (TableLinks& link : links)
            link.conversions.clear();
    }
    return plan_layers(links, tables);
}

template <class Model>
void Search<Model>::run(const FoundSink& found, const ProgressSink& progress, const std::stop_token& stop) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads_or_all(request_.threads));
    const std::vector<PlannedLayer> layers = plan();
    for (const PlannedLayer& layer : layers) {
        for (const std::size_t table : layer.tables)
            state_.total += has_wanted(table) ? indices_[table].size() : 0;
    }
    for (const PlannedLayer& layer : layers) {
        tables_.begin(layer);
        tables_.begin_first_pass();
        state_.layer = layer.name;
        state_.phase = "searching";
        for (const std::size_t table : layer.tables) {
            if (found_ < request_.limit && has_wanted(table)) search_table(table, found, progress, stop);
        }
        tables_.end(layer);
        if (stop.stop_requested()) return;
    }
    std::vector<Match> chosen;
    for (; !sample_.empty(); sample_.pop())
        chosen.push_back(sample_.top());
    std::for_each(chosen.rbegin(), chosen.rend(), [&](const Match& match) { found(position_of(match)); });
}

template <class Model>
void Search<Model>::search_table(std::size_t table, const FoundSink& found, const ProgressSink& progress,
                                 const std::stop_token& stop) {
    constexpr std::size_t kChunksAThread = 4;
    tbb::enumerable_thread_specific<Scratch> scratches([this] { return Scratch(tables_); });
    std::uint32_t next = 0;
    const auto give = tbb::make_filter<void, Chunk>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
        if (next == indices_[table].blocks() || found_ >= request_.limit || stop.stop_requested()) {
            flow.stop();
            return Chunk{};
        }
        const Chunk chunk = chunk_from(table, next);
        next = chunk.end;
        return chunk;
    });
    using Result = std::pair<Matches, std::uint64_t>;
    const auto look = tbb::make_filter<Chunk, Result>(tbb::filter_mode::parallel, [&](const Chunk& chunk) {
        Matches matches;
        for (std::uint32_t block = chunk.begin; block != chunk.end; ++block)
            search_block(table, block, scratches.local(), matches);
        if (request_.seed) {
            for (Match& match : matches)
                match.order = random_order(match);
        }
        return Result(std::move(matches), chunk.entries);
    });
    const auto end = tbb::make_filter<Result, void>(tbb::filter_mode::serial_in_order, [&](const Result& result) {
        take(result.first, found);
        state_.positions += result.second;
        if (progress) progress(state_);
    });
    tbb::parallel_pipeline(kChunksAThread * threads_or_all(request_.threads), give & look & end);
}

template <class Model>
typename Search<Model>::Chunk Search<Model>::chunk_from(std::size_t table, std::uint32_t block) const {
    constexpr std::uint64_t kEntries = 1U << 15U;
    const Index<kGroups>& index = indices_[table];
    Chunk chunk{block, block, 0};
    for (std::uint64_t positions = 0; chunk.end < index.blocks() && positions < kEntries; ++chunk.end) {
        positions += index.subsets(index.block(chunk.end)).size();
        chunk.entries += index.block_size(chunk.end);
    }
    return chunk;
}

template <class Model>
void Search<Model>::search_block(std::size_t table, std::uint32_t number, Scratch& scratch, Matches& matches) const {
    scratch.candidates.clear();
    find_candidates(table, number, scratch);
    if (scratch.candidates.empty()) return;

    constexpr std::size_t kFew = 16;  // a position by the plain rules costs as much as so many of a whole block
    const std::uint32_t size = indices_[table].block_size(number);
    const bool counts = asks_for_moves() && kFew * scratch.candidates.size() >= size && size != 0;
    scratch.quiet_children.clear();
    if (size != 0 && (counts || request_.mutual_zugzwang) && !model_.fast().tables()[table].converts_only) {
        tables_.gather_quiet_children(table, number, scratch.quiet_children);
    }
    if (counts) count_moves(table, number, scratch);
    std::ranges::copy_if(scratch.candidates, std::back_inserter(matches),
                         [&](const Match& candidate) { return passes(candidate, scratch, counts); });
}

/// Entries of a block with a wanted code, one of each orbit.
template <class Model>
void Search<Model>::find_candidates(std::size_t table, std::uint32_t number, Scratch& scratch) const {
    const Index<kGroups>& index = indices_[table];
    const Block& block = index.block(number);
    const auto add = [&](std::uint32_t inner, Code code) {
        if (code < wanted_.size() && wanted_[code] != 0 && index.is_first_image(block, inner)) {
            scratch.candidates.push_back({.table = table, .block = number, .inner = inner, .code = code});
        }
    };
    const auto positions = static_cast<std::uint32_t>(index.subsets(block).size());
    for (std::uint32_t inner = 0; inner < positions; ++inner) {
        if (block.stored) {
            add(inner, scratch.reader.code(table, block.first_entry + inner));
        } else {
            add(inner, tables_.as_stored(model_.known_code(model_.position(table, index.men(number, inner)))));
        }
    }
}

/// Whether a position with a wanted code is one of the game and has all that is asked for beside. What has been worked
/// out for the whole block is looked at first: to set a position up costs more.
template <class Model>
bool Search<Model>::passes(const Match& candidate, const Scratch& scratch, bool moves_are_counted) const {
    if (moves_are_counted && !moves_pass(candidate.code, scratch.moves[candidate.inner])) return false;
    Code turned_code = scratch.quiet_children.empty() ? kNoCode : scratch.quiet_children[candidate.inner];
    if (request_.mutual_zugzwang && turned_code != kNoCode && !is_zugzwang(candidate.code, turned_code)) return false;

    const Position position = position_of(candidate).position;
    const std::optional<Value> over = model_.rules().over(position);
    if (over == Value::win) return false;  // no position of the game: there is no move in one that is won already
    if (request_.mutual_zugzwang) {
        // Where there are no quiet moves it can be only this side's turn.
        if (over || model_.fast().tables()[candidate.table].converts_only) return false;
        Position turned = position;
        turned.to_move = other(position.to_move);
        if (model_.rules().over(turned)) return false;
        if (turned_code == kNoCode) turned_code = tables_.code_of(turned);
        if (!is_zugzwang(candidate.code, turned_code)) return false;
    }
    if (!asks_for_moves()) return true;
    return !over && (moves_are_counted || moves_pass(candidate.code, moves_of(position)));
}

template <class Model>
bool Search<Model>::moves_pass(Code code, const MoveCounts& moves) const noexcept {
    return (!request_.only_move || moves.worth(value_of(code)) == 1) &&
           moves.worth(Value::loss) >= request_.least_losing_moves;
}

/// Moves of all positions of a stored block.
template <class Model>
void Search<Model>::count_moves(std::size_t table, std::uint32_t number, Scratch& scratch) const {
    const Index<kGroups>& index = indices_[table];
    const Block& block = index.block(number);
    const auto moves = model_.fast().moves_in(table, index.key(block));
    const Ranking& ranking = index.ranking(block);
    scratch.moves.assign(index.block_size(number), {});
    Sink sink{this, &ranking, block.free, &scratch.moves};
    for (std::uint32_t inner = 0; inner < scratch.moves.size(); ++inner) {
        const Bits men = deposit(index.subsets(block)[inner], block.free);
        moves.conversions(men, sink);
        if (scratch.quiet_children.empty()) continue;
        const Code code = scratch.quiet_children[inner];
        if (code == kNoCode) continue;
        moves.unmoves(men, [&](Bits parent) { sink.move(parent, code); });
    }
}

template <class Model>
typename Search<Model>::MoveCounts Search<Model>::moves_of(const Position& position) const {
    MoveCounts counts;
    model_.rules().for_each_move(
        position, [&](const auto& /*move*/, const Position& after) { counts.add(tables_.code_of(after)); });
    return counts;
}

/// A number that looks random and depends on the seed and the entry alone (the finaliser of SplitMix64).
template <class Model>
std::uint64_t Search<Model>::random_order(const Match& match) const noexcept {
    std::uint64_t number = *request_.seed;
    for (const std::uint64_t part : {std::uint64_t{match.table}, std::uint64_t{match.block} << 32U | match.inner}) {
        number = (number ^ part) + 0x9E37'79B9'7F4A'7C15;
        number = (number ^ number >> 30U) * 0xBF58'476D'1CE4'E5B9;
        number = (number ^ number >> 27U) * 0x94D0'49BB'1331'11EB;
        number ^= number >> 31U;
    }
    return number;
}

/// Hands on what was found, or keeps it for the choice at the end.
template <class Model>
void Search<Model>::take(const Matches& matches, const FoundSink& found) {
    for (const Match& match : matches) {
        if (request_.seed) {
            sample_.push(match);
            if (sample_.size() > request_.limit) sample_.pop();
        } else if (found_ < request_.limit) {
            ++found_;
            found(position_of(match));
        }
    }
}

}  // namespace retrograde
