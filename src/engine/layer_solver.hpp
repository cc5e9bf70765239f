// Retrograde analysis of one layer: a table and its partner, which reach each other by quiet moves.
//
// Cells. While a layer is being solved, each entry is one cell that is in one of these states:
//
//     0 < cell < limit       decided: the code of its value. If its distance lies beyond the one reached, it is a
//                            promise made by a winning conversion, which a shorter win may still replace, or by
//                            conversions that all lose
//     limit < cell < kSafe   undecided: limit + number of moves that are not refuted yet
//     kSafe                  undecided, with a conversion to a draw: it can be won, but not lost
//     0                      no position of the game (Standing::impossible); nothing touches it
//
// Step d of the solution finds the entries that are decided at distance d:
//
//   1. Each entry decided at d-1 was posted to the block that holds its parents. A quiet move leaves the waiting men
//      where they are, so all of a position's parents lie in *one* block, that of the moved men now waiting. If the
//      position is lost, its parents are won at d; if it is won, each of its parents has one move less, and one
//      that has none left is lost at d.
//   2. Moves that convert into a position won by the opponent in d-1 plies are refuted now.
//   3. The entries of the block that carry the code of d are found by a scan, and posted in their turn.
//
// So the random access that costs a retrograde solver its time is paid once a position, as a write to the end of a
// mailbox, instead of once a move. Everything else happens within a block, which lies in the cache. Blocks are
// gathered in buckets; a bucket has one mailbox for each thread that may post to it.
//
// Threads. In a step each bucket is worked on by one thread, the only one to touch its cells. Posting appends to a
// mailbox of the posting thread, read in the next step. All changes of a step commute, so the result does not
// depend on the number of threads.
//
// Memory. Cells, letters and refutations each have a place of their own (bucket_cells.hpp, mail.hpp, refutations.hpp),
// in memory or in scratch files; nothing here asks which. A step touches only the buckets that have something to do,
// each once, in order. Conversions are looked up in finished tables, in as many passes as these take (table_pages.hpp).
// With scratch files the whole state can be saved between two buckets at any time, and a later run goes on there.
//
// Symmetry. A block whose key has symmetries stores each image of a position. Of equal entries only the first is
// posted, but to all entries that its parents' block holds for it.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

#include "database/bytes.hpp"
#include "engine/block_start.hpp"
#include "engine/cells.hpp"
#include "engine/layer_groups.hpp"
#include "engine/layer_parts.hpp"
#include "engine/mail.hpp"
#include "engine/refutations.hpp"
#include "engine/table_pages.hpp"
#include "retrograde/solvable.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

/// How far a layer is. May be called by any thread, one at a time.
struct LayerStatus {
    double initialised = 0;     ///< share of its entries, from 0 to 1
    unsigned distance = 0;      ///< plies finished
    std::uint64_t decided = 0;  ///< entries
};
using LayerProgress = std::function<void(const LayerStatus& status)>;

enum class LayerResult { solved, needs_wider_cells, interrupted };

/// What a solver works with.
struct LayerRoom {
    unsigned threads = 1;
    TablePages* pages = nullptr;                ///< where the finished tables are not all in memory
    std::uint64_t mail_bytes = Mail::kNoLimit;  ///< of letters in memory
    scratch::Folder* folder = nullptr;          ///< for letters beyond that
    bool cells_in_files = false;                ///< and refutations
    /// Where cells are in files: saves what a later run restores, after so many seconds. The files are those that it
    /// needs.
    std::function<void(std::span<const std::uint8_t> state, std::span<const std::string> files)> save = {};
    double seconds_between_saves = 0;
};

/// The finished codes of some consecutive entries of a part.
template <class Cell>
using CodeSink = std::function<void(std::size_t part, std::uint64_t first_entry, std::span<const Cell> codes)>;

template <Solvable G, class Cell>
class LayerSolver {
public:
    static constexpr std::size_t kGroups = G::kGroups;

    /// `layer` names the one or two tables to solve; their conversions must be solved in `tables`.
    /// `max_code` limits the range of codes below what a cell could hold; tests use it.
    LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer, unsigned threads,
                Code max_code = std::numeric_limits<Code>::max());

    /// The same for a group of the layer's components.
    LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer,
                std::span<const Component> group, LayerRoom room, Code max_code = std::numeric_limits<Code>::max());

    /// Goes on where an earlier run saved its state; false where there is less room for finished tables than there was.
    [[nodiscard]] bool restore(std::span<const std::uint8_t> state);

    /// Runs inside the current task arena with up to `threads` threads. Gives the codes to `codes`, from several
    /// threads; without it they stay in memory.
    [[nodiscard]] LayerResult run(const LayerProgress& progress, const std::stop_token& stop,
                                  const CodeSink<Cell>& codes = {});

    /// Codes of the i-th table of the layer after `solved`, where its cells are in memory and the group is the whole
    /// layer; the solver's own copy is gone then.
    [[nodiscard]] std::vector<Cell> take(std::size_t i) { return parts_.parts()[i].cells.take(); }

    /// Raw positions of the i-th table by code, after `solved`; those of the group.
    [[nodiscard]] const std::vector<std::uint64_t>& histogram(std::size_t i) const {
        return parts_.parts()[i].histogram;
    }

private:
    static constexpr Cell kSafe = std::numeric_limits<Cell>::max();
    static constexpr unsigned kNever = Refutations::kNever;
    /// In place of a distance: not a refutation, but a conversion that wins too late for the range of the cells.
    static constexpr Code kLatePromise = kNoCode - 1;

    using Clock = std::chrono::steady_clock;
    using Parts = LayerParts<G, Cell>;
    using Part = typename Parts::Part;
    using Open = typename Parts::Open;

    /// Working memory of one thread.
    struct Scratch {
        std::size_t thread;
        BlockStart<G> block_start;
        std::vector<Refutation> refutations;  ///< of the bucket being initialised
        SortedLetters letters;                ///< of the bucket being worked on
        std::vector<Cell> room;               ///< for its cells
    };

    [[nodiscard]] bool is_due(std::size_t number) const;
    [[nodiscard]] unsigned next_step() const;
    template <class Body>
    [[nodiscard]] bool for_buckets(const std::vector<std::size_t>& buckets, const std::stop_token& stop,
                                   const Body& body);
    template <class Body>
    void for_buckets_until(const std::vector<std::size_t>& buckets, const Body& body,
                           const std::function<bool()>& is_over);
    [[nodiscard]] bool is_save_due() const {
        return room_.save && std::chrono::duration<double>(Clock::now() - saved_).count() > room_.seconds_between_saves;
    }
    void save();

    [[nodiscard]] bool initialise_all(const LayerProgress& progress, const std::stop_token& stop);
    void initialise(Bucket& bucket, std::size_t number, Scratch& scratch);
    void initialise_block(const Open& open, std::uint32_t number, Scratch& scratch);
    [[nodiscard]] Cell first_cell(const Start& start) const;
    void improve(Cell& cell, const Start& start) const;
    void settle_late_ones();

    void step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch);
    void refute_due(const Open& open, Code code);
    void refute_all(std::size_t number, Scratch& scratch);
    void move_back(const Part& part, std::uint32_t number, std::span<Cell> cells, std::span<const Letter> letters,
                   Code code);
    void scan(const Open& open, std::uint32_t number, Code code, Scratch& scratch);
    void post(const Part& part, const Block& block, const Route& route, std::uint32_t inner, Scratch& scratch);
    void refute(Cell& cell, Code code) const;
    [[nodiscard]] bool finish(const CodeSink<Cell>& codes, const std::stop_token& stop);
    void finish(const Open& open, std::vector<std::uint64_t>& histogram) const;
    void repeat_previous(const Open& open) const;
    void count_left_out(const Part& part, const Block& block, std::vector<std::uint64_t>& histogram) const;
    [[nodiscard]] std::uint64_t decided() const;

    const G& game_;
    const Tables<kGroups>& tables_;
    LayerRoom room_;
    Parts parts_;
    Cell limit_ = 0;                ///< codes are smaller, counters larger
    std::vector<Scratch> scratch_;  ///< by thread
    Mail mail_;

    // Where the run is, beside what its parts hold.
    bool is_initialised_ = false;
    unsigned pass_ = 0;      ///< of initialising
    bool is_begun_ = false;  ///< the pass or step
    unsigned distance_ = 0;  ///< of the step
    Clock::time_point saved_ = Clock::now();
};

template <Solvable G, class Cell>
LayerSolver<G, Cell>::LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer,
                                  unsigned threads, Code max_code)
    : LayerSolver(game, tables, layer, {}, LayerRoom{.threads = threads}, max_code) {}

template <Solvable G, class Cell>
LayerSolver<G, Cell>::LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer,
                                  std::span<const Component> group, LayerRoom room, Code max_code)
    : game_(game),
      tables_(tables),
      room_(std::move(room)),
      parts_(game, layer, tables.indices_of(layer), group, room_.cells_in_files ? room_.folder : nullptr),
      mail_(room_.threads, parts_.buckets().size(), room_.mail_bytes, room_.folder) {
    unsigned max_moves = 0;
    for (const std::size_t table : layer)
        max_moves = std::max(max_moves, game.tables()[table].max_moves);
    const unsigned most = kSafe - 1U;
    const unsigned limit = most > max_moves ? most - max_moves : 0;
    limit_ = static_cast<Cell>(std::min<unsigned>(limit, max_code));
    for (std::size_t i = 0; i < room_.threads; ++i)
        scratch_.push_back({i, {game, tables}, {}, {}, {}});
}

template <Solvable G, class Cell>
LayerResult LayerSolver<G, Cell>::run(const LayerProgress& progress, const std::stop_token& stop,
                                      const CodeSink<Cell>& codes) {
    if (limit_ == 0) return LayerResult::needs_wider_cells;
    if (!is_initialised_) {
        if (!initialise_all(progress, stop)) return LayerResult::interrupted;
        if (std::ranges::any_of(parts_.buckets(), &Bucket::out_of_range)) return LayerResult::needs_wider_cells;
        is_initialised_ = true;
    }
    if (parts_.parts().front().converts_only) {  // nothing to propagate
        if (!for_buckets(parts_.all_buckets(), stop, [&](std::size_t i, Scratch& scratch) { refute_all(i, scratch); }))
            return LayerResult::interrupted;
        distance_ = kNever;
    }
    // Letters that have been read stay on the disk until the state is saved without them.
    constexpr std::uint64_t kLeastObsolete = std::uint64_t{64} << 20;
    const std::uint64_t most_obsolete = std::max(kLeastObsolete, parts_.bytes() / 2);
    std::vector<std::size_t> chosen;
    while (distance_ != kNever) {
        if (!is_begun_) mail_.begin_step();
        is_begun_ = true;
        const Code code = code_of_distance(distance_);
        std::erase_if(chosen = parts_.all_buckets(), [&](std::size_t bucket) { return !is_due(bucket); });
        if (!chosen.empty() && code >= limit_) return LayerResult::needs_wider_cells;
        if (!for_buckets(chosen, stop,
                         [&](std::size_t i, Scratch& scratch) { step(parts_.buckets()[i], i, code, scratch); })) {
            return LayerResult::interrupted;
        }
        progress({1, distance_, decided()});
        distance_ = next_step();
        is_begun_ = false;
        if (!room_.save) {
            mail_.remove_obsolete();
        } else if (is_save_due() || mail_.obsolete_bytes() > most_obsolete) {
            save();
        }
    }
    return finish(codes, stop) ? LayerResult::solved : LayerResult::interrupted;
}

template <Solvable G, class Cell>
std::uint64_t LayerSolver<G, Cell>::decided() const {
    return std::accumulate(parts_.buckets().begin(), parts_.buckets().end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Bucket& bucket) { return sum + bucket.decided; });
}

/// Whether a bucket has anything to do in this step.
template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::is_due(std::size_t number) const {
    const Bucket& bucket = parts_.buckets()[number];
    return mail_.has_letters(number) || bucket.next_promise <= code_of_distance(distance_) ||
           bucket.next_refutation() <= distance_;
}

/// The next step in which any bucket has something to do; kNever if there is none.
template <Solvable G, class Cell>
unsigned LayerSolver<G, Cell>::next_step() const {
    unsigned next = kNever;
    for (std::size_t i = 0; i < parts_.buckets().size(); ++i) {
        const Bucket& bucket = parts_.buckets()[i];
        if (mail_.has_sent(i)) return distance_ + 1;
        if (bucket.next_promise != kNoCode) next = std::min<unsigned>(next, bucket.next_promise - 1U);
        next = std::min(next, bucket.next_refutation());
    }
    return std::max(next, distance_ + 1);
}

/// Works on the buckets that are not done yet, and saves the state in between when it is due, and where the run is to
/// stop; false then.
template <Solvable G, class Cell>
template <class Body>
bool LayerSolver<G, Cell>::for_buckets(const std::vector<std::size_t>& buckets, const std::stop_token& stop,
                                       const Body& body) {
    std::vector<std::size_t> left = buckets;
    const auto drop_done = [&] { std::erase_if(left, [&](std::size_t i) { return parts_.buckets()[i].is_done; }); };
    for (drop_done(); !left.empty();) {  // those done in an earlier run, too
        for_buckets_until(left, body, [&] { return stop.stop_requested() || is_save_due(); });
        drop_done();
        if (left.empty()) break;
        if (room_.save) save();
        if (stop.stop_requested()) return false;
    }
    for (Bucket& bucket : parts_.buckets())
        bucket.is_done = false;
    return true;
}

template <Solvable G, class Cell>
template <class Body>
void LayerSolver<G, Cell>::for_buckets_until(const std::vector<std::size_t>& buckets, const Body& body,
                                             const std::function<bool()>& is_over) {
    constexpr std::size_t kAhead = 4;  // buckets a thread
    std::atomic<bool> ends_here = false;
    const auto work = [&](std::size_t i, Scratch& scratch) {
        if (ends_here.load(std::memory_order_relaxed)) return;
        if (room_.cells_in_files) {
            const std::size_t ahead = i + kAhead * scratch_.size();
            if (ahead < buckets.size()) parts_.expect(buckets[ahead]);
        }
        body(buckets[i], scratch);
        parts_.buckets()[buckets[i]].is_done = true;
        if (is_over()) ends_here.store(true, std::memory_order_relaxed);
    };
    if (scratch_.size() == 1 || buckets.size() == 1) {
        for (std::size_t i = 0; i < buckets.size(); ++i)
            work(i, scratch_[0]);
        return;
    }
    tbb::parallel_for(std::size_t{0}, buckets.size(), [&](std::size_t i) {
        work(i, scratch_[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())]);
    });
}

// Saving and restoring: what the files do not hold.

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::save() {
    mail_.write_all();
    database::ByteSink sink;
    sink.number(static_cast<std::uint8_t>(is_initialised_));
    sink.number(static_cast<std::uint8_t>(is_begun_));
    sink.number(pass_);
    sink.number(distance_);
    parts_.save(sink);
    mail_.save(sink);
    if (room_.pages != nullptr) room_.pages->save(sink);
    std::vector<std::string> files = mail_.files();
    std::ranges::copy(parts_.files(), std::back_inserter(files));
    room_.save(sink.bytes(), files);
    parts_.saved();
    mail_.remove_obsolete();
    saved_ = Clock::now();
}

template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::restore(std::span<const std::uint8_t> state) {
    database::ByteSource source(state, parts_.refutations()->path());
    is_initialised_ = source.number<std::uint8_t>() != 0;
    is_begun_ = source.number<std::uint8_t>() != 0;
    pass_ = source.number<unsigned>();
    distance_ = source.number<unsigned>();
    parts_.restore(source);
    mail_.restore(source);
    return room_.pages == nullptr || room_.pages->restore(source);
}

// Initialising: every cell gets its counter or, from conversions, its promise.

template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::initialise_all(const LayerProgress& progress, const std::stop_token& stop) {
    constexpr std::size_t kBucketsAReport = 64;
    const std::vector<std::size_t> all = parts_.all_buckets();
    std::mutex reporting;
    for (bool is_complete = false; !is_complete;) {
        if (room_.pages != nullptr && !is_begun_) {
            if (pass_ == 0) {
                room_.pages->begin_first_pass();
            } else {
                room_.pages->begin_next_pass();
            }
        }
        is_begun_ = true;
        auto done = static_cast<std::size_t>(std::ranges::count_if(parts_.buckets(), &Bucket::is_done));
        const bool goes_on = for_buckets(all, stop, [&](std::size_t i, Scratch& scratch) {
            initialise(parts_.buckets()[i], i, scratch);
            const std::lock_guard lock(reporting);
            if (++done % kBucketsAReport != 0) return;
            const double share = static_cast<double>(done) / static_cast<double>(all.size());
            progress({1 - (1 - share) / (1 << std::min(pass_, 30U))});
        });
        if (!goes_on) return false;
        is_begun_ = false;
        ++pass_;
        is_complete = room_.pages == nullptr || !room_.pages->has_refused();
    }
    if (room_.pages != nullptr) settle_late_ones();
    return true;
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise(Bucket& bucket, std::size_t number, Scratch& scratch) {
    const Open opened = parts_.open(number, scratch.room);
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block)
        initialise_block(opened, block, scratch);
    parts_.close(opened, number);
    if (!scratch.refutations.empty()) bucket.refutations.emplace_back(scratch.refutations, parts_.refutations());
    scratch.refutations.clear();
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise_block(const Open& open, std::uint32_t number, Scratch& scratch) {
    Bucket& bucket = *open.bucket;
    Part& part = parts_.part_of(bucket);
    if (!part.index->block(number).stored) return;
    const std::span<Cell> cells = open.of_block(number);
    const bool is_first_pass = pass_ == 0;
    scratch.block_start.find(part.table, *part.index, number, is_first_pass);
    const std::span<const Start> starts = scratch.block_start.starts();
    const auto offset = static_cast<Letter>(number - bucket.first_block) << part.inner_bits;
    const bool is_only_pass = room_.pages == nullptr;
    for (std::uint32_t inner = 0; inner < cells.size(); ++inner) {
        const Code promise = starts[inner].promise();
        if (promise != kNoCode && promise >= limit_) {
            if (is_only_pass) bucket.out_of_range = true;
            scratch.refutations.push_back({kLatePromise, offset | inner});
        }
        if (is_first_pass) {
            cells[inner] = first_cell(starts[inner]);
        } else {
            improve(cells[inner], starts[inner]);
        }
    }
    for (const LosingConversion& losing : scratch.block_start.losing_conversions()) {
        const Cell cell = cells[losing.inner];
        if (cell <= limit_ || cell == kSafe) continue;  // it cannot be lost any more
        if (is_only_pass && code_of_distance(losing.distance) + 1U >= limit_) bucket.out_of_range = true;
        scratch.refutations.push_back({losing.distance, offset | losing.inner});
    }
    Code& next_promise = part.next_promise[bucket.place_of(number)];
    next_promise = least_code_beyond<Cell>(cells, 0, limit_);
    bucket.next_promise = std::min(bucket.next_promise, next_promise);
}

/// What a later pass finds out about an open position. That all its conversions lose is found only where a single pass
/// sees them all; otherwise their refutations come to the same.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::improve(Cell& cell, const Start& start) const {
    if (start.standing != Standing::open) return;
    if (const Code promise = start.promise(); promise < limit_) {
        cell = std::min(cell, static_cast<Cell>(promise));
    } else if (start.draws && cell > limit_) {
        cell = kSafe;
    }
}

/// Whether an open position depends on a conversion at a distance beyond the range of the cells. In a single pass it is
/// known at once which positions are open; after several it is found out here, and what does not matter is dropped.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::settle_late_ones() {
    const auto first_late = static_cast<Code>(limit_ - 2U);
    for (std::size_t i = 0; i < parts_.buckets().size(); ++i) {
        Bucket& bucket = parts_.buckets()[i];
        for (Refutations& some : bucket.refutations) {
            if (!some.reaches(first_late)) continue;
            const Open opened = parts_.open(i, scratch_[0].room);
            some.drop_from(first_late, parts_.refutations(), [&](Code distance, Letter entry) {
                const Cell cell = parts_.cell_of(opened, entry);
                if (cell > limit_ && (cell != kSafe || distance == kLatePromise)) bucket.out_of_range = true;
            });
        }
    }
}

template <Solvable G, class Cell>
Cell LayerSolver<G, Cell>::first_cell(const Start& start) const {
    switch (start.standing) {
        case Standing::impossible: return 0;
        case Standing::lost: return static_cast<Cell>(kLossCode);
        case Standing::drawn: return kSafe;
        case Standing::open: break;
    }
    if (const Code promise = start.promise(); promise < limit_) return static_cast<Cell>(promise);
    return start.draws ? kSafe : static_cast<Cell>(limit_ + start.moves);
}

// One step of one bucket.

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch) {
    Part& part = parts_.part_of(bucket);
    const Open opened = parts_.open(number, scratch.room);
    mail_.gather(number, bucket.end_block - bucket.first_block, part.inner_bits, scratch.letters);
    refute_due(opened, code);
    bucket.next_promise = kNoCode;
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
        const std::span<const Letter> letters = scratch.letters.of_block(block - bucket.first_block);
        if (block + 1 < bucket.end_block) fetch_ahead(opened.of_block(block + 1));
        const Code& next_promise = part.next_promise[bucket.place_of(block)];
        if (!letters.empty()) move_back(part, block, opened.of_block(block), letters, code);
        if (!letters.empty() || next_promise <= code) scan(opened, block, code, scratch);
        bucket.next_promise = std::min(bucket.next_promise, next_promise);
    }
    parts_.close(opened, number);
}

/// Takes back the conversions whose refutation is due; a position lost by it is marked as a promise of this step.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute_due(const Open& open, Code code) {
    Part& part = parts_.part_of(*open.bucket);
    for (Refutations& some : open.bucket->refutations) {
        some.take(code - 1U, parts_.refutations(), [&](Letter entry) {
            Cell& cell = parts_.cell_of(open, entry);
            refute(cell, code);
            if (cell != code) return;
            Code& next_promise = part.next_promise[open.bucket->first_place + (entry >> part.inner_bits)];
            next_promise = std::min(next_promise, code);
        });
    }
}

/// Takes back all conversions at once, in a layer in which nothing depends on another entry. There are any only where
/// several passes were made: one pass alone sees at once which positions are lost by all their conversions.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute_all(std::size_t number, Scratch& scratch) {
    Bucket& bucket = parts_.buckets()[number];
    if (bucket.next_refutation() == kNever) return;
    const Open opened = parts_.open(number, scratch.room);
    for (unsigned next = 0; (next = bucket.next_refutation()) != kNever;)
        refute_due(opened, code_of_distance(next));
    parts_.close(opened, number);
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute(Cell& cell, Code code) const {
    const Cell above = static_cast<Cell>(cell - limit_ - 1);
    cell = static_cast<Cell>(cell - (above < static_cast<Cell>(kSafe - limit_ - 1) ? 1 : 0));
    if (cell == limit_) cell = static_cast<Cell>(code);
}

/// Parents of the positions decided in the step before.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::move_back(const Part& part, std::uint32_t number, std::span<Cell> cells,
                                     std::span<const Letter> letters, Code code) {
    const Block& block = part.index->block(number);
    const Ranking& ranking = part.index->ranking(block);
    const std::span<const Bits> subsets = part.index->subsets(block);
    const auto moves = game_.moves_in(part.table, part.index->key(block));
    const auto for_each_parent = [&](auto&& visit) {
        for (const Letter letter : letters) {
            const Bits subset = part.letters_hold_sets ? letter : subsets[letter];
            moves.unmoves(deposit(subset, block.free),
                          [&](Bits parent) { visit(cells[ranking.rank(extract(parent, block.free))]); });
        }
    };
    if (value_of(code) == Value::win) {
        for_each_parent([&](Cell& cell) { cell = std::min(cell, static_cast<Cell>(code)); });
    } else {
        for_each_parent([&](Cell& cell) { refute(cell, code); });
    }
}

/// Posts all entries of a block that carry the code.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::scan(const Open& open, std::uint32_t number, Code code, Scratch& scratch) {
    Bucket& bucket = *open.bucket;
    Part& part = parts_.part_of(bucket);
    const Block& block = part.index->block(number);
    const std::span<const Cell> cells = open.of_block(number);
    const Route route = parts_.parts()[part.partner].index->route_to(game_.exchange(part.index->key(block)));
    const auto wanted = static_cast<Cell>(code);
    for (std::size_t at = 0; (at = find_code(cells, at, wanted)) != cells.size(); ++at) {
        ++bucket.decided;
        post(part, block, route, static_cast<std::uint32_t>(at), scratch);
    }
    Code& next_promise = part.next_promise[bucket.place_of(number)];
    if (next_promise <= code) next_promise = least_code_beyond<Cell>(cells, code, limit_);
}

/// Sends a decided position to the entries of the partner that stand for it in the block of its parents.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::post(const Part& part, const Block& block, const Route& route, std::uint32_t inner,
                                Scratch& scratch) {
    if (!part.index->is_first_image(block, inner)) return;
    const Part& target = parts_.parts()[part.partner];
    Men<kGroups> moved{};
    moved[kGroups - 1] = deposit(part.index->subsets(block)[inner], block.free);
    const KeyLocation found = target.index->locate_key(route, game_.exchange(moved)[kGroups - 2]);
    const Block& to = target.index->block(found.block);
    if (!to.stored) return;  // the parents are known without a table
    const auto& range = target.range(to.outer);
    const std::uint32_t within = found.block - range.blocks.first;
    const Letter block_bits = (within & ((1U << target.bucket_shift) - 1)) << target.inner_bits;
    const std::size_t bucket = range.first_bucket + (within >> target.bucket_shift);
    const auto letter_of = [&](Bits men) {
        const Bits subset = extract(men, to.free);
        return block_bits |
               (target.letters_hold_sets ? static_cast<Letter>(subset) : target.index->ranking(to).rank(subset));
    };
    if (to.stabiliser == 1) {
        mail_.send(scratch.thread, bucket, letter_of(route.moving[found.transform]));
        return;
    }
    const SymmetryGroup& symmetries = target.index->symmetries();
    std::array<Letter, 8> sent{};
    auto* end = sent.begin();
    for_each_square(to.stabiliser, [&](int h) {
        const unsigned image = symmetries.compose(static_cast<unsigned>(h), found.transform);
        const Letter letter = letter_of(route.moving[image]);
        if (std::find(sent.begin(), end, letter) != end) return;
        *end++ = letter;
        mail_.send(scratch.thread, bucket, letter);
    });
}

/// What is still undecided is a draw; counts the raw positions, and hands the codes on.
template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::finish(const CodeSink<Cell>& codes, const std::stop_token& stop) {
    std::vector<std::vector<std::vector<std::uint64_t>>> counts(scratch_.size());
    for (auto& of_thread : counts)
        of_thread.assign(parts_.parts().size(), std::vector<std::uint64_t>(limit_ + 1U));
    const auto finish_bucket = [&](std::size_t i, Scratch& scratch) {
        Bucket& bucket = parts_.buckets()[i];
        const Open opened = parts_.open(i, scratch.room);
        finish(opened, counts[static_cast<std::size_t>(&scratch - scratch_.data())][bucket.part]);
        if (!codes) return;
        repeat_previous(opened);
        codes(bucket.part, bucket.first_entry, opened.cells);
    };
    for_buckets_until(parts_.all_buckets(), finish_bucket, [&] { return stop.stop_requested(); });
    if (stop.stop_requested()) return false;
    for (std::size_t i = 0; i < parts_.parts().size(); ++i) {
        std::vector<std::uint64_t>& histogram = parts_.parts()[i].histogram;
        histogram.assign(limit_ + 1U, 0);
        for (const auto& of_thread : counts) {
            for (std::size_t code = 0; code < histogram.size(); ++code)
                histogram[code] += of_thread[i][code];
        }
        while (histogram.size() > 1 && histogram.back() == 0)
            histogram.pop_back();
    }
    return true;
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::finish(const Open& open, std::vector<std::uint64_t>& histogram) const {
    const Part& part = parts_.part_of(*open.bucket);
    for (std::uint32_t number = open.bucket->first_block; number < open.bucket->end_block; ++number) {
        const Block& block = part.index->block(number);
        if (!block.stored) count_left_out(part, block, histogram);
        for (Cell& cell : open.of_block(number)) {
            if (cell == 0) continue;
            if (cell > limit_) cell = kDrawCode;
            histogram[cell] += block.images;
        }
    }
}

/// See Index::repeat_previous().
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::repeat_previous(const Open& open) const {
    const Index<kGroups>& index = *parts_.part_of(*open.bucket).index;
    for (std::uint32_t number = open.bucket->first_block; number < open.bucket->end_block; ++number)
        index.repeat_previous(index.block(number), open.of_block(number));
}

/// Counts the positions of a block without entries.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::count_left_out(const Part& part, const Block& block,
                                          std::vector<std::uint64_t>& histogram) const {
    const auto moves = game_.moves_in(part.table, part.index->key(block));
    if constexpr (requires { moves.known(Bits{}); }) {
        for (const Bits subset : part.index->subsets(block)) {
            if (const std::optional<Code> code = moves.known(deposit(subset, block.free))) {
                histogram[*code] += block.images;
            }
        }
    }
}

}  // namespace retrograde
