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
// Symmetry. A block whose key has symmetries stores each image of a position. Of equal entries only the first is
// posted, but to all entries that its parents' block holds for it.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "engine/block_start.hpp"
#include "engine/cells.hpp"
#include "engine/mail.hpp"
#include "engine/refutations.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// How far a layer is. May be called by any thread, one at a time.
struct LayerStatus {
    double initialised = 0;     ///< share of its entries, from 0 to 1
    unsigned distance = 0;      ///< plies finished
    std::uint64_t decided = 0;  ///< entries
};
using LayerProgress = std::function<void(const LayerStatus& status)>;

enum class LayerResult { solved, needs_wider_cells, interrupted };

template <Solvable G, class Cell>
class LayerSolver {
public:
    static constexpr std::size_t kGroups = G::kGroups;

    /// `layer` names the one or two tables to solve; their conversions must be solved in `tables`.
    /// `max_code` limits the range of codes below what a cell could hold; tests use it.
    LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer, unsigned threads,
                Code max_code = std::numeric_limits<Code>::max());

    /// Runs inside the current task arena with up to `threads` threads.
    [[nodiscard]] LayerResult run(const LayerProgress& progress, const std::stop_token& stop);

    /// Codes of the i-th table of the layer after `solved`; the solver's own copy is gone then.
    [[nodiscard]] std::vector<Cell> take(std::size_t i) { return std::move(parts_[i].cells); }

    /// Raw positions of the i-th table by code, after `solved`.
    [[nodiscard]] const std::vector<std::uint64_t>& histogram(std::size_t i) const { return parts_[i].histogram; }

private:
    static constexpr Cell kSafe = std::numeric_limits<Cell>::max();
    static constexpr unsigned kNever = Refutations::kNever;

    /// A letter holds the moving men of a position as a set of the free squares of its parents' block, or their rank
    /// where these are too many squares.
    static constexpr int kMostSquaresInLetter = 24;

    struct Part {
        std::size_t table = 0;
        const Index<kGroups>* index = nullptr;
        std::size_t partner = 0;     ///< part that holds the parents
        bool converts_only = false;  ///< no position has parents in this layer
        std::vector<Cell> cells;
        std::vector<Code> next_promise;  ///< by block: the smallest code in it not yet reached
        int inner_bits = 0;              ///< of a letter, for what is within the block
        bool letters_hold_sets = false;
        int bucket_shift = 0;  ///< block >> shift: bucket within the part
        std::size_t first_bucket = 0;
        std::vector<std::uint64_t> histogram;
    };

    struct Bucket {
        std::size_t part = 0;
        std::uint32_t first_block = 0;
        std::uint32_t end_block = 0;
        Refutations refutations;
        Code next_promise = kNoCode;  ///< smallest of its blocks'
        std::uint64_t decided = 0;
        bool out_of_range = false;
    };

    /// Working memory of one thread.
    struct Scratch {
        std::size_t thread;
        BlockStart<G> block_start;
        std::vector<Refutation> refutations;  ///< of the bucket being initialised
        SortedLetters letters;                ///< of the bucket being worked on
    };

    void make_part(std::size_t table, std::size_t partner);
    [[nodiscard]] std::vector<std::size_t> all_buckets() const {
        std::vector<std::size_t> all(buckets_.size());
        std::iota(all.begin(), all.end(), 0U);
        return all;
    }
    [[nodiscard]] bool is_due(std::size_t number, unsigned distance) const;
    [[nodiscard]] unsigned next_step(unsigned distance) const;
    template <class Body>
    void for_buckets(const std::vector<std::size_t>& buckets, const Body& body);

    void initialise_all(const std::vector<std::size_t>& buckets, const LayerProgress& progress,
                        const std::stop_token& stop);
    void initialise(Bucket& bucket, Scratch& scratch);
    void initialise_block(Bucket& bucket, std::uint32_t number, Scratch& scratch);
    [[nodiscard]] Cell first_cell(const Start& start) const;

    void step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch);
    void refute_due(Bucket& bucket, Code code);
    void move_back(Part& part, std::uint32_t number, std::span<const Letter> letters, Code code);
    void scan(Bucket& bucket, std::uint32_t number, Code code, Scratch& scratch);
    void post(const Part& part, const Block& block, const Route& route, std::uint32_t inner, Scratch& scratch);
    void refute(Cell& cell, Code code) const;
    void finish();
    void count_left_out(const Part& part, const Block& block, std::vector<std::uint64_t>& histogram) const;

    [[nodiscard]] std::span<Cell> cells_of(Part& part, std::uint32_t block) {
        return {part.cells.data() + part.index->block(block).first_entry, part.index->block_size(block)};
    }

    const G& game_;
    const Tables<kGroups>& tables_;
    Cell limit_ = 0;  ///< codes are smaller, counters larger
    std::vector<Part> parts_;
    std::vector<Bucket> buckets_;
    std::vector<Scratch> scratch_;  ///< by thread
    Mail mail_;
};

template <Solvable G, class Cell>
LayerSolver<G, Cell>::LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer,
                                  unsigned threads, Code max_code)
    : game_(game), tables_(tables) {
    unsigned max_moves = 0;
    for (const std::size_t table : layer)
        max_moves = std::max(max_moves, game.tables()[table].max_moves);
    const unsigned room = kSafe - 1U;
    const unsigned limit = room > max_moves ? room - max_moves : 0;
    limit_ = static_cast<Cell>(std::min<unsigned>(limit, max_code));
    for (std::size_t i = 0; i < layer.size(); ++i)
        make_part(layer[i], layer.size() - 1 - i);
    for (std::size_t i = 0; i < threads; ++i)
        scratch_.push_back({i, {game, tables}, {}, {}});
    mail_ = Mail(threads, buckets_.size());
}

/// Cuts a table into buckets: large enough that there are few mailboxes, small enough for the second-level cache and
/// for all threads to have work.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::make_part(std::size_t table, std::size_t partner) {
    constexpr std::uint64_t kBucketBytes = 1U << 18;
    constexpr std::uint64_t kLeastBuckets = 64;
    Part part;
    part.table = table;
    part.index = tables_.indices[table];
    part.partner = partner;
    part.converts_only = game_.tables()[table].converts_only;
    part.cells.reserve(part.index->size());
    prefer_large_pages(part.cells.data(), part.index->size() * sizeof(Cell));
    part.cells.resize(part.index->size());
    part.next_promise.assign(part.index->blocks(), kNoCode);
    const int squares = part.index->most_free_squares();
    part.letters_hold_sets = squares <= kMostSquaresInLetter;
    part.inner_bits = part.letters_hold_sets ? squares : static_cast<int>(std::bit_width(part.index->largest_block()));
    part.first_bucket = buckets_.size();
    const std::uint64_t bucket_bytes = std::min(kBucketBytes, part.index->size() * sizeof(Cell) / kLeastBuckets);
    while (part.inner_bits + part.bucket_shift < 31 &&
           (std::uint64_t{part.index->largest_block()} << (part.bucket_shift + 1)) * sizeof(Cell) <= bucket_bytes) {
        ++part.bucket_shift;
    }
    for (std::uint32_t block = 0; block < part.index->blocks(); block += 1U << part.bucket_shift) {
        Bucket bucket;
        bucket.part = parts_.size();
        bucket.first_block = block;
        bucket.end_block = std::min(part.index->blocks(), block + (1U << part.bucket_shift));
        buckets_.push_back(std::move(bucket));
    }
    parts_.push_back(std::move(part));
}

template <Solvable G, class Cell>
LayerResult LayerSolver<G, Cell>::run(const LayerProgress& progress, const std::stop_token& stop) {
    if (limit_ == 0) return LayerResult::needs_wider_cells;
    const std::vector<std::size_t> all = all_buckets();
    std::vector<std::size_t> chosen;
    initialise_all(all, progress, stop);
    if (stop.stop_requested()) return LayerResult::interrupted;
    if (std::ranges::any_of(buckets_, &Bucket::out_of_range)) return LayerResult::needs_wider_cells;
    if (parts_.front().converts_only) {  // nothing to propagate
        finish();
        return LayerResult::solved;
    }

    for (unsigned distance = 0; distance != kNever; distance = next_step(distance)) {
        mail_.begin_step();
        const Code code = code_of_distance(distance);
        std::erase_if(chosen = all, [&](std::size_t bucket) { return !is_due(bucket, distance); });
        if (stop.stop_requested()) return LayerResult::interrupted;
        if (!chosen.empty() && code >= limit_) return LayerResult::needs_wider_cells;
        for_buckets(chosen, [&](std::size_t i, Scratch& scratch) { step(buckets_[i], i, code, scratch); });
        const auto add_decided = [](std::uint64_t sum, const Bucket& bucket) { return sum + bucket.decided; };
        progress({1, distance, std::accumulate(buckets_.begin(), buckets_.end(), std::uint64_t{0}, add_decided)});
    }
    finish();
    return LayerResult::solved;
}

/// Whether a bucket has anything to do in a step.
template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::is_due(std::size_t number, unsigned distance) const {
    const Bucket& bucket = buckets_[number];
    return mail_.has_letters(number) || bucket.next_promise <= code_of_distance(distance) ||
           bucket.refutations.next_step() <= distance;
}

/// The next step in which any bucket has something to do; kNever if there is none.
template <Solvable G, class Cell>
unsigned LayerSolver<G, Cell>::next_step(unsigned distance) const {
    unsigned next = kNever;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
        const Bucket& bucket = buckets_[i];
        if (mail_.has_sent(i)) return distance + 1;
        if (bucket.next_promise != kNoCode) next = std::min<unsigned>(next, bucket.next_promise - 1U);
        next = std::min(next, bucket.refutations.next_step());
    }
    return std::max(next, distance + 1);
}

template <Solvable G, class Cell>
template <class Body>
void LayerSolver<G, Cell>::for_buckets(const std::vector<std::size_t>& buckets, const Body& body) {
    if (scratch_.size() == 1 || buckets.size() == 1) {
        for (const std::size_t i : buckets)
            body(i, scratch_[0]);
        return;
    }
    tbb::parallel_for(std::size_t{0}, buckets.size(), [&](std::size_t i) {
        body(buckets[i], scratch_[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())]);
    });
}

// Initialising: every cell gets its counter or, from conversions, its promise.

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise_all(const std::vector<std::size_t>& buckets, const LayerProgress& progress,
                                          const std::stop_token& stop) {
    constexpr std::size_t kBucketsAReport = 64;
    std::mutex reporting;
    std::size_t done = 0;
    for_buckets(buckets, [&](std::size_t i, Scratch& scratch) {
        if (stop.stop_requested()) return;
        initialise(buckets_[i], scratch);
        const std::lock_guard lock(reporting);
        if (++done % kBucketsAReport == 0) progress({static_cast<double>(done) / static_cast<double>(buckets.size())});
    });
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise(Bucket& bucket, Scratch& scratch) {
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
        initialise_block(bucket, block, scratch);
    }
    bucket.refutations = Refutations(scratch.refutations);
    scratch.refutations.clear();
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise_block(Bucket& bucket, std::uint32_t number, Scratch& scratch) {
    Part& part = parts_[bucket.part];
    if (!part.index->block(number).stored) return;
    const std::span<Cell> cells = cells_of(part, number);
    scratch.block_start.find(part.table, *part.index, number);
    const std::span<const Start> starts = scratch.block_start.starts();
    for (std::uint32_t inner = 0; inner < cells.size(); ++inner) {
        const Code promise = starts[inner].promise();
        if (promise != kNoCode && promise >= limit_) bucket.out_of_range = true;
        cells[inner] = first_cell(starts[inner]);
    }
    const auto offset = static_cast<Letter>(number - bucket.first_block) << part.inner_bits;
    for (const LosingConversion& losing : scratch.block_start.losing_conversions()) {
        const Cell cell = cells[losing.inner];
        if (cell <= limit_ || cell == kSafe) continue;  // it cannot be lost any more
        if (code_of_distance(losing.distance) + 1U >= limit_) bucket.out_of_range = true;
        scratch.refutations.push_back({losing.distance, offset | losing.inner});
    }
    part.next_promise[number] = least_code_beyond<Cell>(cells, 0, limit_);
    bucket.next_promise = std::min(bucket.next_promise, part.next_promise[number]);
}

template <Solvable G, class Cell>
Cell LayerSolver<G, Cell>::first_cell(const Start& start) const {
    switch (start.standing) {
        case Standing::impossible: return 0;
        case Standing::lost: return static_cast<Cell>(kLossCode);
        case Standing::drawn: return kSafe;
        case Standing::open: break;
    }
    if (const Code promise = start.promise(); promise != kNoCode) return static_cast<Cell>(promise);
    return start.draws ? kSafe : static_cast<Cell>(limit_ + start.moves);
}

// One step of one bucket.

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch) {
    Part& part = parts_[bucket.part];
    mail_.gather(number, bucket.end_block - bucket.first_block, part.inner_bits, scratch.letters);
    refute_due(bucket, code);
    bucket.next_promise = kNoCode;
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
        const std::span<const Letter> letters = scratch.letters.of_block(block - bucket.first_block);
        if (block + 1 < bucket.end_block) fetch_ahead(cells_of(part, block + 1));
        if (!letters.empty()) move_back(part, block, letters, code);
        if (!letters.empty() || part.next_promise[block] <= code) scan(bucket, block, code, scratch);
        bucket.next_promise = std::min(bucket.next_promise, part.next_promise[block]);
    }
}

/// Takes back the conversions whose refutation is due; a position lost by it is marked as a promise of this step.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute_due(Bucket& bucket, Code code) {
    Part& part = parts_[bucket.part];
    bucket.refutations.take(code - 1U, [&](Letter entry) {
        const std::uint32_t block = bucket.first_block + (entry >> part.inner_bits);
        Cell& cell = cells_of(part, block)[entry & ((Letter{1} << part.inner_bits) - 1)];
        refute(cell, code);
        if (cell == code) part.next_promise[block] = std::min(part.next_promise[block], code);
    });
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute(Cell& cell, Code code) const {
    const Cell above = static_cast<Cell>(cell - limit_ - 1);
    cell = static_cast<Cell>(cell - (above < static_cast<Cell>(kSafe - limit_ - 1) ? 1 : 0));
    if (cell == limit_) cell = static_cast<Cell>(code);
}

/// Parents of the positions decided in the step before.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::move_back(Part& part, std::uint32_t number, std::span<const Letter> letters, Code code) {
    const Block& block = part.index->block(number);
    const std::span<Cell> cells = cells_of(part, number);
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
void LayerSolver<G, Cell>::scan(Bucket& bucket, std::uint32_t number, Code code, Scratch& scratch) {
    Part& part = parts_[bucket.part];
    const Block& block = part.index->block(number);
    const std::span<const Cell> cells = cells_of(part, number);
    const Route route = parts_[part.partner].index->route_to(game_.exchange(part.index->key(block)));
    const auto wanted = static_cast<Cell>(code);
    for (std::size_t at = 0; (at = find_code(cells, at, wanted)) != cells.size(); ++at) {
        ++bucket.decided;
        post(part, block, route, static_cast<std::uint32_t>(at), scratch);
    }
    if (part.next_promise[number] <= code) part.next_promise[number] = least_code_beyond<Cell>(cells, code, limit_);
}

/// Sends a decided position to the entries of the partner that stand for it in the block of its parents.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::post(const Part& part, const Block& block, const Route& route, std::uint32_t inner,
                                Scratch& scratch) {
    if (!part.index->is_first_image(block, inner)) return;
    const Part& target = parts_[part.partner];
    Men<kGroups> moved{};
    moved[kGroups - 1] = deposit(part.index->subsets(block)[inner], block.free);
    const KeyLocation found = target.index->locate_key(route, game_.exchange(moved)[kGroups - 2]);
    const Block& to = target.index->block(found.block);
    if (!to.stored) return;  // the parents are known without a table
    const Letter block_bits = (found.block & ((1U << target.bucket_shift) - 1)) << target.inner_bits;
    const std::size_t bucket = target.first_bucket + (found.block >> target.bucket_shift);
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

/// What is still undecided is a draw; counts the raw positions.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::finish() {
    std::vector<std::vector<std::vector<std::uint64_t>>> counts(scratch_.size());
    for (auto& of_thread : counts)
        of_thread.assign(parts_.size(), std::vector<std::uint64_t>(limit_ + 1U));
    for_buckets(all_buckets(), [&](std::size_t i, Scratch& scratch) {
        const Bucket& bucket = buckets_[i];
        Part& part = parts_[bucket.part];
        auto& histogram = counts[static_cast<std::size_t>(&scratch - scratch_.data())][bucket.part];
        for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
            const std::uint64_t images = part.index->block(block).images;
            if (!part.index->block(block).stored) count_left_out(part, part.index->block(block), histogram);
            for (Cell& cell : cells_of(part, block)) {
                if (cell == 0) continue;
                if (cell > limit_) cell = kDrawCode;
                histogram[cell] += images;
            }
        }
    });
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        std::vector<std::uint64_t>& histogram = parts_[i].histogram;
        histogram.assign(limit_ + 1U, 0);
        for (const auto& of_thread : counts) {
            for (std::size_t code = 0; code < histogram.size(); ++code)
                histogram[code] += of_thread[i][code];
        }
        while (histogram.size() > 1 && histogram.back() == 0)
            histogram.pop_back();
    }
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
