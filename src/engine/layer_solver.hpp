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
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "retrograde/solvable.hpp"
#include "retrograde/solved_table.hpp"

namespace retrograde {

/// How far a layer is: plies finished and entries decided so far.
using LayerProgress = std::function<void(unsigned distance, std::uint64_t decided)>;

enum class LayerResult { solved, needs_wider_cells, interrupted };

/// Everything a layer needs to know of the game's other tables: indices, and codes where they are finished.
template <std::size_t kGroups>
struct Tables {
    std::vector<const Index<kGroups>*> indices;
    std::vector<const SolvedTable*> solved;
};

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
    static constexpr Code kNoCode = std::numeric_limits<Code>::max();

    /// A position posted to the block of its parents: the block within its bucket, and the entry within the block,
    /// in one word.
    using Letter = std::uint32_t;

    /// A move that is refuted once the opponent's win in `distance` plies is reached.
    struct Refutation {
        Code distance;
        Letter entry;
    };

    /// A bucket's refutations up to `end` are due at this distance at the latest.
    struct Due {
        Code distance;
        std::uint32_t end;
    };

    struct Part {
        std::size_t table = 0;
        const Index<kGroups>* index = nullptr;
        std::size_t partner = 0;     ///< part that holds the parents
        bool converts_only = false;  ///< no position has parents in this layer
        std::vector<Cell> cells;
        std::vector<Code> next_promise;  ///< by block: the smallest code in it not yet reached
        int inner_bits = 0;              ///< of a letter
        int bucket_shift = 0;            ///< block >> shift: bucket within the part
        std::size_t first_bucket = 0;
        std::vector<std::uint64_t> histogram;
    };

    struct Bucket {
        std::size_t part = 0;
        std::uint32_t first_block = 0;
        std::uint32_t end_block = 0;
        std::vector<Letter> refutations;  ///< entries with a move to be refuted, by distance
        std::uint32_t refuted = 0;        ///< how many of them are done
        std::vector<Due> dues;            ///< which of them at which distance, ascending
        std::size_t dues_done = 0;
        Code next_promise = kNoCode;  ///< smallest of its blocks'
        std::uint64_t decided = 0;
        bool out_of_range = false;
    };

    /// Children of one block that differ in their waiting men alone.
    struct Family {
        const SolvedTable* table = nullptr;
        const Index<kGroups>* index = nullptr;
        Route route;
    };
    using Families = std::array<Family, 64>;

    /// A child of a conversion: an entry of a finished table, or a code known at once, or the waiting men of a child
    /// whose entry is worked out later, when that can be done for many of its family without a branch between them.
    struct Child {
        const SolvedTable* table = nullptr;
        std::uint64_t entry_code_or_men = 0;
        const Family* family = nullptr;
    };

    /// A conversion of the block being initialised.
    struct Conversion {
        std::uint32_t parent;
        Child child;
    };

    struct Sink {
        const Tables<kGroups>* tables;
        const Block* block;
        const Ranking* ranking;
        std::vector<Conversion>* conversions;
        Families* families;
        Bits known_families = 0;
        Bits asked = 0;  ///< placement that the game is asked about, and its entry
        std::uint32_t inner = 0;

        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men) const {
            const Index<kGroups>& index = *tables->indices[table];
            return {tables->solved[table], index.entry(index.locate(men))};
        }
        [[nodiscard]] Child child(std::size_t table, const Men<kGroups>& men, int number) {
            Family& family = (*families)[static_cast<std::size_t>(number)];
            if ((known_families & bit(number)) == 0) {
                known_families |= bit(number);
                family = {tables->solved[table], tables->indices[table], tables->indices[table]->route_to(men)};
            }
            return {family.table, men[kGroups - 2], &family};
        }
        [[nodiscard]] Child ended(Value value) const { return {nullptr, code_of_end(value)}; }
        void move(Bits parent, const Child& child) const {
            const std::uint32_t entry = parent == asked ? inner : ranking->rank(extract(parent, block->free));
            conversions->push_back({entry, child});
        }
    };

    /// Working memory of one thread.
    struct Scratch {
        std::vector<std::vector<Letter>> posted[2];  ///< mailboxes by bucket; one set is read, one is written
        std::vector<std::uint32_t> starts;           ///< of each block's letters in `sorted`
        std::vector<Letter> sorted;
        std::vector<Conversion> conversions;
        Families families;
        std::vector<Refutation> of_bucket;  ///< of the bucket being initialised
        bool has_posted = false;

        // Of the block being initialised, by entry:
        std::vector<unsigned> moves;  ///< number of legal moves
        std::vector<Standing> standings;
        std::vector<Code> wins;          ///< least code that a winning conversion promises
        std::vector<std::uint8_t> safe;  ///< whether a conversion draws
        std::vector<unsigned> losing;    ///< number of losing conversions
        std::vector<Code> losses;        ///< code of the longest of these losses
        std::vector<Refutation> refutations;

        void starts_anew(std::size_t entries) {
            moves.assign(entries, 0);
            standings.assign(entries, Standing::open);
            wins.assign(entries, kNoCode);
            safe.assign(entries, 0);
            losing.assign(entries, 0);
            losses.assign(entries, 0);
            conversions.clear();
            refutations.clear();
        }
    };

    void make_part(std::size_t table, std::size_t partner);
    [[nodiscard]] bool has_mail(std::size_t bucket) const;
    [[nodiscard]] unsigned refutation_step(const Bucket& bucket) const;
    template <class Body>
    void for_buckets(const std::vector<std::size_t>& buckets, const Body& body);

    void initialise(Bucket& bucket, Scratch& scratch);
    static void sort_by_distance(Bucket& bucket, Scratch& scratch);
    void initialise_block(Bucket& bucket, std::uint32_t number, Scratch& scratch);
    static void find_children(std::vector<Conversion>& conversions);
    void apply_conversions(Scratch& scratch) const;
    [[nodiscard]] static Code promise_of(std::uint32_t inner, const Scratch& scratch);
    [[nodiscard]] Cell first_cell(std::uint32_t inner, const Scratch& scratch) const;

    void step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch);
    static void fetch_ahead(std::span<const Cell> cells);
    void sort_letters(const Bucket& bucket, std::size_t number, Scratch& scratch);
    void refute_due(Bucket& bucket, Code code);
    void move_back(Part& part, std::uint32_t number, std::span<const Letter> letters, Code code);
    void scan(Bucket& bucket, std::uint32_t number, Code code, Scratch& scratch);
    void post(const Part& part, const Block& block, const Route& route, std::uint32_t inner, Scratch& scratch);
    void refute(Cell& cell, Code code) const;
    using CellIterator = typename std::span<const Cell>::iterator;
    [[nodiscard]] static CellIterator find_code(CellIterator from, CellIterator end, Cell code);
    [[nodiscard]] Code next_promise_of(std::span<const Cell> cells, Code reached) const;
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
    unsigned generation_ = 0;       ///< which mailboxes are written; the others are read
};

template <Solvable G, class Cell>
LayerSolver<G, Cell>::LayerSolver(const G& game, const Tables<kGroups>& tables, std::span<const std::size_t> layer,
                                  unsigned threads, Code max_code)
    : game_(game), tables_(tables), scratch_(threads) {
    unsigned max_moves = 0;
    for (const std::size_t table : layer)
        max_moves = std::max(max_moves, game.tables()[table].max_moves);
    const unsigned room = kSafe - 1U;
    const unsigned limit = room > max_moves ? room - max_moves : 0;
    limit_ = static_cast<Cell>(std::min<unsigned>(limit, max_code));
    for (std::size_t i = 0; i < layer.size(); ++i)
        make_part(layer[i], layer.size() - 1 - i);
    for (Scratch& scratch : scratch_) {
        for (auto& mailboxes : scratch.posted)
            mailboxes.resize(buckets_.size());
    }
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
    part.cells.resize(part.index->size());
    part.next_promise.assign(part.index->blocks(), kNoCode);
    part.inner_bits = static_cast<int>(std::bit_width(part.index->largest_block()));
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
    std::vector<std::size_t> chosen(buckets_.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
        chosen[i] = i;
    for_buckets(chosen, [&](std::size_t i, Scratch& scratch) {
        if (!stop.stop_requested()) initialise(buckets_[i], scratch);
    });
    if (stop.stop_requested()) return LayerResult::interrupted;
    if (std::ranges::any_of(buckets_, &Bucket::out_of_range)) return LayerResult::needs_wider_cells;
    if (parts_.front().converts_only) {  // nothing to propagate
        finish();
        return LayerResult::solved;
    }

    for (unsigned distance = 0;;) {
        const Code code = code_of_distance(distance);
        generation_ ^= 1U;
        unsigned next = std::numeric_limits<unsigned>::max();
        std::uint64_t decided = 0;
        chosen.clear();
        for (std::size_t i = 0; i < buckets_.size(); ++i) {
            const Bucket& bucket = buckets_[i];
            if (has_mail(i) || bucket.next_promise <= code || refutation_step(bucket) <= distance) chosen.push_back(i);
        }
        if (stop.stop_requested()) return LayerResult::interrupted;
        if (!chosen.empty() && code >= limit_) return LayerResult::needs_wider_cells;
        for_buckets(chosen, [&](std::size_t i, Scratch& scratch) { step(buckets_[i], i, code, scratch); });

        for (const Bucket& bucket : buckets_) {
            decided += bucket.decided;
            if (bucket.next_promise != kNoCode) next = std::min<unsigned>(next, bucket.next_promise - 1U);
            next = std::min(next, refutation_step(bucket));
        }
        for (const Scratch& scratch : scratch_) {
            if (scratch.has_posted) next = distance + 1;
        }
        for (Scratch& scratch : scratch_)
            scratch.has_posted = false;
        if (next == std::numeric_limits<unsigned>::max()) break;
        progress(distance, decided);
        distance = std::max(next, distance + 1);
    }
    finish();
    return LayerResult::solved;
}

template <Solvable G, class Cell>
bool LayerSolver<G, Cell>::has_mail(std::size_t bucket) const {
    return std::any_of(scratch_.begin(), scratch_.end(),
                       [&](const Scratch& scratch) { return !scratch.posted[generation_ ^ 1U][bucket].empty(); });
}

/// Step in which the next refuted conversion of a bucket is due.
template <Solvable G, class Cell>
unsigned LayerSolver<G, Cell>::refutation_step(const Bucket& bucket) const {
    if (bucket.dues_done == bucket.dues.size()) return std::numeric_limits<unsigned>::max();
    return bucket.dues[bucket.dues_done].distance + 1U;
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
void LayerSolver<G, Cell>::initialise(Bucket& bucket, Scratch& scratch) {
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
        initialise_block(bucket, block, scratch);
    }
    sort_by_distance(bucket, scratch);
}

/// Puts the refutations found in a bucket in order. Distances are few, so they are counted.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::sort_by_distance(Bucket& bucket, Scratch& scratch) {
    std::vector<std::uint32_t>& starts = scratch.starts;
    starts.clear();
    for (const Refutation& refutation : scratch.of_bucket) {
        if (starts.size() < refutation.distance + std::size_t{2}) starts.resize(refutation.distance + std::size_t{2});
        ++starts[refutation.distance + std::size_t{1}];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (std::size_t distance = 0; distance + 1 < starts.size(); ++distance) {
        if (starts[distance + 1] == starts[distance]) continue;
        bucket.dues.push_back({static_cast<Code>(distance), starts[distance + 1]});
    }
    bucket.refutations.resize(scratch.of_bucket.size());
    for (const Refutation& refutation : scratch.of_bucket) {
        bucket.refutations[starts[refutation.distance]++] = refutation.entry;
    }
    scratch.of_bucket.clear();
}

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::initialise_block(Bucket& bucket, std::uint32_t number, Scratch& scratch) {
    Part& part = parts_[bucket.part];
    const Block& block = part.index->block(number);
    const std::span<Cell> cells = cells_of(part, number);
    if (!block.stored) return;
    const auto moves = game_.moves_in(part.table, part.index->key(block));
    const std::span<const Bits> subsets = part.index->subsets(block);

    scratch.starts_anew(cells.size());
    Sink sink{&tables_, &block, &part.index->ranking(block), &scratch.conversions, &scratch.families};
    for (std::uint32_t inner = 0; inner < cells.size(); ++inner) {
        const Bits men = deposit(subsets[inner], block.free);
        const unsigned number_of_moves = moves.number(men);
        sink.asked = men;
        sink.inner = inner;
        scratch.moves[inner] = number_of_moves;
        scratch.standings[inner] = moves.standing(men, number_of_moves);
        moves.conversions(men, sink);
    }
    find_children(scratch.conversions);
    apply_conversions(scratch);

    for (std::uint32_t inner = 0; inner < cells.size(); ++inner) {
        const Code promise = promise_of(inner, scratch);
        if (promise != kNoCode && promise >= limit_) bucket.out_of_range = true;
        cells[inner] = first_cell(inner, scratch);
    }
    const auto offset = static_cast<Letter>(number - bucket.first_block) << part.inner_bits;
    for (const Refutation& refutation : scratch.refutations) {
        const Cell cell = cells[refutation.entry];
        if (cell <= limit_ || cell == kSafe) continue;  // it cannot be lost any more
        if (code_of_distance(refutation.distance) + 1U >= limit_) bucket.out_of_range = true;
        scratch.of_bucket.push_back({refutation.distance, offset | refutation.entry});
    }
    part.next_promise[number] = next_promise_of(cells, 0);
    bucket.next_promise = std::min(bucket.next_promise, part.next_promise[number]);
}

/// Works out the entries of children given by their families, and asks for their codes before they are used.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::find_children(std::vector<Conversion>& conversions) {
    for (auto& [parent, child] : conversions) {
        if (child.family != nullptr) {
            const Index<kGroups>& index = *child.family->index;
            child.entry_code_or_men = index.entry(index.locate(child.family->route, child.entry_code_or_men));
        }
        if (child.table != nullptr) __builtin_prefetch(child.table->address(child.entry_code_or_men));
    }
}

/// Takes the conversions away from the quiet moves, and notes what each is worth to its parent.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::apply_conversions(Scratch& scratch) const {
    for (const Conversion& conversion : scratch.conversions) {
        const std::uint32_t parent = conversion.parent;
        const Child& child = conversion.child;
        if (scratch.standings[parent] != Standing::open) continue;
        const Code code = child.table != nullptr ? child.table->code(child.entry_code_or_men)
                                                 : static_cast<Code>(child.entry_code_or_men);
        switch (value_of(code)) {
            case Value::draw: scratch.safe[parent] = 1; break;
            case Value::loss: scratch.wins[parent] = std::min(scratch.wins[parent], static_cast<Code>(code + 1)); break;
            case Value::win:  // stays one of the counted moves until it is refuted
                ++scratch.losing[parent];
                scratch.losses[parent] = std::max(scratch.losses[parent], static_cast<Code>(code + 1));
                scratch.refutations.push_back({static_cast<Code>(code - 1), parent});
                break;
        }
    }
}

/// Code that the conversions of an open position promise it; kNoCode if none.
template <Solvable G, class Cell>
Code LayerSolver<G, Cell>::promise_of(std::uint32_t inner, const Scratch& scratch) {
    if (scratch.standings[inner] != Standing::open) return kNoCode;
    if (scratch.wins[inner] != kNoCode) return scratch.wins[inner];
    return scratch.losing[inner] == scratch.moves[inner] ? scratch.losses[inner] : kNoCode;
}

template <Solvable G, class Cell>
Cell LayerSolver<G, Cell>::first_cell(std::uint32_t inner, const Scratch& scratch) const {
    switch (scratch.standings[inner]) {
        case Standing::impossible: return 0;
        case Standing::lost: return static_cast<Cell>(kLossCode);
        case Standing::drawn: return kSafe;
        case Standing::open: break;
    }
    if (const Code promise = promise_of(inner, scratch); promise != kNoCode) return static_cast<Cell>(promise);
    if (scratch.safe[inner] != 0) return kSafe;
    return static_cast<Cell>(limit_ + scratch.moves[inner]);
}

// One step of one bucket.

template <Solvable G, class Cell>
void LayerSolver<G, Cell>::step(Bucket& bucket, std::size_t number, Code code, Scratch& scratch) {
    Part& part = parts_[bucket.part];
    sort_letters(bucket, number, scratch);
    refute_due(bucket, code);
    bucket.next_promise = kNoCode;
    for (std::uint32_t block = bucket.first_block; block < bucket.end_block; ++block) {
        const std::size_t local = block - bucket.first_block;
        const std::span<const Letter> letters{scratch.sorted.data() + scratch.starts[local],
                                              scratch.starts[local + 1] - scratch.starts[local]};
        if (block + 1 < bucket.end_block) fetch_ahead(cells_of(part, block + 1));
        if (!letters.empty()) move_back(part, block, letters, code);
        if (!letters.empty() || part.next_promise[block] <= code) scan(bucket, block, code, scratch);
        bucket.next_promise = std::min(bucket.next_promise, part.next_promise[block]);
    }
}

/// Asks for the cells of a block before they are used: each step comes back to a block with cold caches.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::fetch_ahead(std::span<const Cell> cells) {
    constexpr std::size_t kLine = 64 / sizeof(Cell);
    for (std::size_t i = 0; i < cells.size(); i += kLine)
        __builtin_prefetch(cells.data() + i, 1);
}

/// Gathers the letters of a bucket from all threads' mailboxes, by block; empties the mailboxes.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::sort_letters(const Bucket& bucket, std::size_t number, Scratch& scratch) {
    const int inner_bits = parts_[bucket.part].inner_bits;
    const Letter inner_mask = (Letter{1} << inner_bits) - 1;
    const std::size_t blocks = bucket.end_block - bucket.first_block;
    std::vector<std::uint32_t>& starts = scratch.starts;
    starts.assign(blocks + 2, 0);
    std::size_t total = 0;
    for (const Scratch& sender : scratch_) {
        const auto& mailbox = sender.posted[generation_ ^ 1U][number];
        for (const Letter letter : mailbox)
            ++starts[(letter >> inner_bits) + 2];
        total += mailbox.size();
    }
    for (std::size_t i = 2; i < starts.size(); ++i)
        starts[i] += starts[i - 1];
    scratch.sorted.resize(std::max(scratch.sorted.size(), total));
    for (Scratch& sender : scratch_) {
        auto& mailbox = sender.posted[generation_ ^ 1U][number];
        for (const Letter letter : mailbox)
            scratch.sorted[starts[(letter >> inner_bits) + 1]++] = letter & inner_mask;
        mailbox.clear();
    }
}

/// Takes back the conversions whose refutation is due; a position lost by it is marked as a promise of this step.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::refute_due(Bucket& bucket, Code code) {
    Part& part = parts_[bucket.part];
    for (; refutation_step(bucket) < code; ++bucket.dues_done) {
        for (; bucket.refuted < bucket.dues[bucket.dues_done].end; ++bucket.refuted) {
            const Letter entry = bucket.refutations[bucket.refuted];
            const std::uint32_t block = bucket.first_block + (entry >> part.inner_bits);
            Cell& cell = cells_of(part, block)[entry & ((Letter{1} << part.inner_bits) - 1)];
            refute(cell, code);
            if (cell == code) part.next_promise[block] = std::min(part.next_promise[block], code);
        }
    }
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
        for (const Letter inner : letters) {
            moves.unmoves(deposit(subsets[inner], block.free),
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
    for (auto found = cells.begin(); (found = find_code(found, cells.end(), static_cast<Cell>(code))) != cells.end();
         ++found) {
        ++bucket.decided;
        post(part, block, route, static_cast<std::uint32_t>(found - cells.begin()), scratch);
    }
    if (part.next_promise[number] <= code) part.next_promise[number] = next_promise_of(cells, code);
}

/// First cell with the code; for bytes by the C library, which knows the fastest way.
template <Solvable G, class Cell>
auto LayerSolver<G, Cell>::find_code(CellIterator from, CellIterator end, Cell code) -> CellIterator {
    if constexpr (sizeof(Cell) == 1) {
        if (from == end) return end;
        const auto* first = &*from;
        const void* found = std::memchr(first, code, static_cast<std::size_t>(end - from));
        return found == nullptr ? end : from + (static_cast<const Cell*>(found) - first);
    } else {
        return std::find(from, end, code);
    }
}

/// Smallest code beyond the one reached; kNoCode if there is none.
template <Solvable G, class Cell>
Code LayerSolver<G, Cell>::next_promise_of(std::span<const Cell> cells, Code reached) const {
    // Codes up to the one reached wrap around to large numbers, undecided cells are large as they are.
    const auto first = static_cast<Cell>(reached + 1);
    Cell least = std::numeric_limits<Cell>::max();
    for (const Cell cell : cells)
        least = std::min(least, static_cast<Cell>(cell - first));
    return least < static_cast<Cell>(limit_ - first) ? static_cast<Code>(first + least) : kNoCode;
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
    auto& mailbox = scratch.posted[generation_][target.first_bucket + (found.block >> target.bucket_shift)];
    const Ranking& ranking = target.index->ranking(to);
    scratch.has_posted = true;
    if (to.stabiliser == 1) {
        mailbox.push_back(block_bits | ranking.rank(extract(route.moving[found.transform], to.free)));
        return;
    }
    const SymmetryGroup& symmetries = target.index->symmetries();
    std::array<std::uint32_t, 8> sent{};
    auto* end = sent.begin();
    for_each_square(to.stabiliser, [&](int h) {
        const unsigned image = symmetries.compose(static_cast<unsigned>(h), found.transform);
        const std::uint32_t entry = ranking.rank(extract(route.moving[image], to.free));
        if (std::find(sent.begin(), end, entry) != end) return;
        *end++ = entry;
        mailbox.push_back(block_bits | entry);
    });
}

/// What is still undecided is a draw; counts the raw positions.
template <Solvable G, class Cell>
void LayerSolver<G, Cell>::finish() {
    std::vector<std::vector<std::vector<std::uint64_t>>> counts(scratch_.size());
    for (auto& of_thread : counts)
        of_thread.assign(parts_.size(), std::vector<std::uint64_t>(limit_ + 1U));
    std::vector<std::size_t> all(buckets_.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    for_buckets(all, [&](std::size_t i, Scratch& scratch) {
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
