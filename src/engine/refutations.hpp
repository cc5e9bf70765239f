// Moves of a bucket that will be refuted, each once the distance of the opponent's win after it is reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "retrograde/value.hpp"

namespace retrograde {

/// A move of an entry after which the opponent wins in `distance` plies.
struct Refutation {
    Code distance;
    std::uint32_t entry;
};

/// Refutations in the order of their distances, taken away from the front.
class Refutations {
public:
    static constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

    Refutations() = default;

    /// Sorts by counting: distances are few.
    explicit Refutations(std::span<const Refutation> unsorted) {
        std::vector<std::uint32_t> starts;
        for (const Refutation& refutation : unsorted) {
            const std::size_t needed = refutation.distance + std::size_t{2};
            if (starts.size() < needed) starts.resize(needed);
            ++starts[refutation.distance + std::size_t{1}];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        for (std::size_t distance = 0; distance + 1 < starts.size(); ++distance) {
            if (starts[distance + 1] == starts[distance]) continue;
            groups_.push_back({static_cast<Code>(distance), starts[distance + 1]});
        }
        entries_.resize(unsorted.size());
        for (const Refutation& refutation : unsorted) {
            entries_[starts[refutation.distance]++] = refutation.entry;
        }
    }

    /// Step in which the next one is due, which is one more than its distance; kNever if none is left.
    [[nodiscard]] unsigned next_step() const noexcept {
        return next_group_ == groups_.size() ? kNever : groups_[next_group_].distance + 1U;
    }

    /// Takes all that are due up to this step: calls visit(entry) for each.
    template <class Visitor>
    void take(unsigned step, const Visitor& visit) {
        for (; next_step() <= step; ++next_group_) {
            for (; taken_ < groups_[next_group_].end; ++taken_)
                visit(entries_[taken_]);
        }
    }

private:
    /// Refutations of one distance: those before `end` that no group before has.
    struct Group {
        Code distance;
        std::uint32_t end;
    };

    std::vector<std::uint32_t> entries_;
    std::vector<Group> groups_;
    std::uint32_t taken_ = 0;
    std::size_t next_group_ = 0;
};

}  // namespace retrograde
