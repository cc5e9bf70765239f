#include "retrograde/table_extent.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

namespace retrograde {

namespace {

/// By number of squares left to the moving men.
using ByFreeSquares = std::array<double, 65>;

/// Orbits of one length, open to the same groups.
struct OrbitKind {
    unsigned groups = 0;  ///< set of the groups
    int length = 0;
    int orbits = 0;          ///< that nobody stands on
    std::size_t stride = 0;  ///< of their number in place_of()

    [[nodiscard]] bool is_open_to(std::size_t group) const noexcept { return (groups >> group & 1U) != 0; }
};

using OrbitKinds = std::vector<OrbitKind>;

struct Orbit {
    Bits squares = 0;
    std::size_t kind = 0;
};

/// The squares of a board under one symmetry.
struct Orbits {
    std::vector<Orbit> orbits;  ///< by their first squares
    OrbitKinds kinds;           ///< with all orbits free

    /// Placements of any number of waiting men on whole orbits that hold no set, by place_of() the orbits that they
    /// leave free. Empty where there are no sets.
    std::vector<double> holding_no_set;
};

/// Number of what is free of each kind, together.
[[nodiscard]] std::size_t place_of(const OrbitKinds& kinds) {
    std::size_t place = 0;
    for (const OrbitKind& kind : kinds)
        place += static_cast<std::size_t>(kind.orbits) * kind.stride;
    return place;
}

[[nodiscard]] int free_squares(const OrbitKinds& kinds, std::size_t group) {
    int squares = 0;
    for (const OrbitKind& kind : kinds)
        squares += kind.is_open_to(group) ? kind.orbits * kind.length : 0;
    return squares;
}

/// Smallest set around this one that the symmetry keeps.
[[nodiscard]] Bits closure(const SymmetryGroup& symmetries, unsigned symmetry, Bits set) {
    for (Bits more = set | symmetries.apply(symmetry, set); more != set; more = set | symmetries.apply(symmetry, set))
        set = more;
    return set;
}

[[nodiscard]] Orbits orbits_under(const SymmetryGroup& symmetries, unsigned symmetry,
                                  std::span<const GroupShape> shape) {
    Orbits all;
    Bits board = 0;
    for (const GroupShape& group : shape)
        board |= group.squares;
    for (Bits rest = board; rest != 0; rest &= ~all.orbits.back().squares) {
        const Bits first = bit(lowest(rest));
        const Bits squares = closure(symmetries, symmetry, first);
        unsigned groups = 0;
        for (std::size_t i = 0; i < shape.size(); ++i)
            groups |= (shape[i].squares & first) != 0 ? 1U << i : 0U;
        const auto found = std::find_if(all.kinds.begin(), all.kinds.end(), [&](const OrbitKind& kind) {
            return kind.groups == groups && kind.length == count(squares);
        });
        all.orbits.push_back({squares, static_cast<std::size_t>(found - all.kinds.begin())});
        if (found == all.kinds.end()) all.kinds.push_back({groups, count(squares)});
        ++all.kinds[all.orbits.back().kind].orbits;
    }
    std::size_t stride = 1;
    for (OrbitKind& kind : all.kinds) {
        kind.stride = stride;
        stride *= static_cast<std::size_t>(kind.orbits) + 1;
    }
    return all;
}

/// What a placement holds of the sets that it may still complete, with these squares seen.
[[nodiscard]] Bits still_of_use(const std::vector<Bits>& sets, Bits seen, Bits held) {
    Bits of_use = 0;
    for (const Bits set : sets) {
        if ((set & ~seen) != 0 && (set & seen & ~held) == 0) of_use |= set & seen;
    }
    return of_use;
}

/// Adds counts to others, with one orbit of a stride's kind taken; a stride of 0 takes none.
void add(std::vector<double>& sums, const std::vector<double>& counts, std::size_t stride) {
    sums.resize(counts.size());
    for (std::size_t place = stride; place < counts.size(); ++place)
        sums[place - stride] += counts[place];
}

/// `sets` are kept by the symmetry, each by itself.
[[nodiscard]] std::vector<double> count_holding_no_set(const Orbits& orbits, const std::vector<Bits>& sets,
                                                       std::size_t waiting) {
    const std::size_t all_free = place_of(orbits.kinds);
    std::vector<double> none(all_free + 1);
    const auto holds_a_set = [&](Bits held) {
        return std::any_of(sets.begin(), sets.end(), [=](Bits set) { return (set & ~held) == 0; });
    };
    if (holds_a_set(0)) return none;
    std::map<Bits, std::vector<double>> placements{{0, none}};
    placements[0][all_free] = 1;
    Bits seen = 0;
    for (const Orbit& orbit : orbits.orbits) {
        seen |= orbit.squares;
        const OrbitKind& kind = orbits.kinds[orbit.kind];
        std::map<Bits, std::vector<double>> longer;
        for (const auto& [held, counts] : placements) {
            add(longer[still_of_use(sets, seen, held)], counts, 0);
            const Bits more = held | orbit.squares;
            if (kind.is_open_to(waiting) && !holds_a_set(more)) {
                add(longer[still_of_use(sets, seen, more)], counts, kind.stride);
            }
        }
        placements = std::move(longer);
    }
    return placements.at(0);
}

/// Gives a group of men whole orbits of the kinds from `first` on. Calls visit(ways) for each choice of how many of
/// each kind, with those taken from `kinds`.
template <class Visitor>
void for_each_placement(OrbitKinds& kinds, std::size_t first, std::size_t group, int men, double ways,
                        const Visitor& visit) {
    if (men == 0) return visit(ways);
    if (first == kinds.size()) return;
    const OrbitKind kind = kinds[first];
    const int most = kind.is_open_to(group) ? std::min(kind.orbits, men / kind.length) : 0;
    for (int taken = 0; taken <= most; ++taken) {
        kinds[first].orbits = kind.orbits - taken;
        for_each_placement(kinds, first + 1, group, men - taken * kind.length,
                           ways * static_cast<double>(binomial(kind.orbits, taken)), visit);
    }
    kinds[first].orbits = kind.orbits;
}

/// The same for the groups from `group` on, up to `end`.
template <class Visitor>
void for_each_pattern(OrbitKinds& kinds, std::span<const GroupShape> shape, std::size_t group, std::size_t end,
                      double ways, const Visitor& visit) {
    if (group == end) return visit(ways);
    for_each_placement(kinds, 0, group, shape[group].men, ways,
                       [&](double more) { for_each_pattern(kinds, shape, group + 1, end, more, visit); });
}

/// Elements that a vector has room for when it has grown to hold so many: a power of two.
[[nodiscard]] double grown_capacity(double elements) {
    int exponent = 0;
    return std::frexp(elements, &exponent) > 0.5 ? std::ldexp(1.0, exponent) : elements;
}

}  // namespace

/// What tables have in common that differ in their moving men alone; sums over all symmetries.
struct ExtentCounter::KeyCounts {
    ByFreeSquares keys{};
    ByFreeSquares stored{};  ///< those of them that are not left out
    double outers = 0;
    double waiting_ranks = 0;       ///< placements of the waiting men under all shared patterns
    double kept_waiting_ranks = 0;  ///< under those that a symmetry keeps, once for each but the identity

    /// Keys under the shared pattern that has most of them, with no regard to symmetries and to what is left out.
    ByFreeSquares largest_outer{};
};

/// The squares of each group, and what is left out: the same for many tables.
class ExtentCounter::Layout {
public:
    Layout(const SymmetryGroup& symmetries, std::span<const GroupShape> shape, const std::vector<Bits>& left_out)
        : left_out_(left_out), waiting_(shape.size() - 2) {
        for (const GroupShape& group : shape)
            squares_.push_back(group.squares);
        for (unsigned g = 0; g < symmetries.size(); ++g) {
            assert(std::all_of(squares_.begin(), squares_.end(),
                               [&](Bits squares) { return symmetries.apply(g, squares) == squares; }));
            orbits_.push_back(orbits_under(symmetries, g, shape));
            if (left_out.empty()) continue;
            std::vector<Bits> sets = left_out;
            for (Bits& set : sets)
                set = closure(symmetries, g, set);
            orbits_.back().holding_no_set = count_holding_no_set(orbits_.back(), sets, waiting_);
        }
    }

    [[nodiscard]] bool is_of(std::span<const GroupShape> shape, const std::vector<Bits>& left_out) const {
        return std::equal(shape.begin(), shape.end(), squares_.begin(), squares_.end(),
                          [](const GroupShape& group, Bits squares) { return group.squares == squares; }) &&
               left_out == left_out_;
    }

    [[nodiscard]] const KeyCounts& keys_of(std::span<const GroupShape> shape) {
        std::vector<int> men;
        for (const GroupShape& group : shape.first(shape.size() - 1))
            men.push_back(group.men);
        const auto [found, is_new] = keys_.try_emplace(std::move(men));
        if (is_new) count_keys(shape, found->second);
        return found->second;
    }

private:
    void count_keys(std::span<const GroupShape> shape, KeyCounts& counts) const {
        for (const Orbits& orbits : orbits_) {
            add_keys(shape, orbits, counts);
            add_outers(shape, orbits, counts);
        }
        find_largest_outer(shape, counts);
    }

    void add_keys(std::span<const GroupShape> shape, const Orbits& orbits, KeyCounts& counts) const {
        OrbitKinds kinds = orbits.kinds;
        for_each_placement(kinds, 0, waiting_, shape[waiting_].men, 1, [&](double ways) {
            const double stored = orbits.holding_no_set.empty() ? ways : orbits.holding_no_set[place_of(kinds)];
            for_each_pattern(kinds, shape, 0, waiting_, 1, [&](double shared_ways) {
                const auto free = static_cast<std::size_t>(free_squares(kinds, waiting_ + 1));
                counts.keys[free] += ways * shared_ways;
                counts.stored[free] += stored * shared_ways;
            });
        });
    }

    void add_outers(std::span<const GroupShape> shape, const Orbits& orbits, KeyCounts& counts) const {
        const bool is_identity = &orbits == &orbits_.front();
        double& ranks = is_identity ? counts.waiting_ranks : counts.kept_waiting_ranks;
        OrbitKinds kinds = orbits.kinds;
        for_each_pattern(kinds, shape, 0, waiting_, 1, [&](double ways) {
            counts.outers += ways;
            ranks += ways * static_cast<double>(binomial(free_squares(kinds, waiting_), shape[waiting_].men));
        });
    }

    void find_largest_outer(std::span<const GroupShape> shape, KeyCounts& counts) const {
        OrbitKinds kinds = orbits_.front().kinds;
        for_each_pattern(kinds, shape, 0, waiting_, 1, [&](double /*ways*/) {
            ByFreeSquares keys{};
            for_each_placement(kinds, 0, waiting_, shape[waiting_].men, 1, [&](double ways) {
                keys[static_cast<std::size_t>(free_squares(kinds, waiting_ + 1))] += ways;
            });
            for (std::size_t free = 0; free < keys.size(); ++free)
                counts.largest_outer[free] = std::max(counts.largest_outer[free], keys[free]);
        });
    }

    std::vector<Bits> squares_;  ///< by group
    std::vector<Bits> left_out_;
    std::size_t waiting_;         ///< group of the waiting men
    std::vector<Orbits> orbits_;  ///< by symmetry, the identity first
    std::map<std::vector<int>, KeyCounts> keys_;
};

ExtentCounter::ExtentCounter(const SymmetryGroup& symmetries) : symmetries_(&symmetries) {}
ExtentCounter::~ExtentCounter() = default;

ExtentCounter::Layout& ExtentCounter::layout_of(std::span<const GroupShape> shape, const std::vector<Bits>& left_out) {
    const auto found = std::find_if(layouts_.begin(), layouts_.end(),
                                    [&](const Layout& layout) { return layout.is_of(shape, left_out); });
    return found != layouts_.end() ? *found : layouts_.emplace_back(*symmetries_, shape, left_out);
}

TableExtent ExtentCounter::extent_of(std::span<const GroupShape> shape, const std::vector<Bits>& left_out,
                                     std::size_t outer_bytes) {
    const KeyCounts& keys = layout_of(shape, left_out).keys_of(shape);
    const auto symmetries = static_cast<double>(symmetries_->size());
    TableExtent extent;
    double subsets = 0;
    std::uint64_t rankings = 0;
    for (std::size_t free = 0; free < keys.keys.size(); ++free) {
        const auto size = static_cast<double>(binomial(static_cast<int>(free), shape.back().men));
        extent.entries += keys.stored[free] * size;
        extent.blocks += keys.keys[free];
        extent.largest_outer_entries += keys.largest_outer[free] * size;
        extent.largest_outer_blocks += keys.largest_outer[free];
        if (keys.keys[free] == 0) continue;
        subsets += size;
        rankings += Ranking::memory_bytes(static_cast<int>(free), shape.back().men);
    }
    extent.exact = std::max({extent.entries, extent.blocks, keys.outers}) < 0x1p53;
    extent.entries /= symmetries;
    extent.blocks /= symmetries;
    extent.outers = keys.outers / symmetries;
    extent.largest_outer_entries = std::min(extent.largest_outer_entries, extent.entries);
    extent.largest_outer_blocks = std::min(extent.largest_outer_blocks, extent.blocks);
    extent.shared_patterns = 1;
    for (const GroupShape& group : shape.first(shape.size() - 2))
        extent.shared_patterns *= static_cast<double>(binomial(count(group.squares), group.men));
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) {  // of the waiting men one, there may be more
        int taken = 0;
        for (const GroupShape& outer : shape.first(i))
            taken += i + 2 == shape.size() && (outer.squares & shape[i].squares) != 0 ? outer.men : 0;
        rankings += Ranking::memory_bytes(count(shape[i].squares) - taken, shape[i].men);
    }

    // A shared pattern has a table of its waiting men where a symmetry keeps it. Of the n that keep it, the identity
    // among them, n - 1 are in the one sum; the pattern itself, once more, makes the n that Burnside's lemma counts.
    // Only patterns that several symmetries keep are counted too often then, and few are.
    const double ranks = keys.kept_waiting_ranks + std::min(keys.kept_waiting_ranks, keys.waiting_ranks);
    extent.index_bytes = grown_capacity(extent.blocks) * sizeof(Block) +
                         extent.outers * static_cast<double>(outer_bytes) + subsets * sizeof(Bits) +
                         (extent.shared_patterns + ranks / symmetries) * sizeof(std::uint32_t) +
                         static_cast<double>(rankings);
    return extent;
}

}  // namespace retrograde
