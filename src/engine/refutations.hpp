// Moves of a bucket that will be refuted, each once the distance of the opponent's win after it is reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "database/bytes.hpp"
#include "retrograde/value.hpp"
#include "scratch/scratch.hpp"

namespace retrograde {

/// A move of an entry after which the opponent wins in `distance` plies.
struct Refutation {
    Code distance;
    std::uint32_t entry;
};

/// Refutations in the order of their distances, taken away from the front; in memory or in a scratch file.
class Refutations {
public:
    static constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

    Refutations() = default;

    /// Sorts by counting: distances are few. With a file the entries lie there, and in memory only what leads to them.
    explicit Refutations(std::span<const Refutation> unsorted, scratch::File* file = nullptr) {
        std::vector<std::uint32_t> starts;
        for (const Refutation& refutation : unsorted) {
            const std::size_t needed = refutation.distance + std::size_t{2};
            if (starts.size() < needed) starts.resize(needed);
            ++starts[refutation.distance + std::size_t{1}];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        for (std::size_t distance = 0; distance + 1 < starts.size(); ++distance) {
            if (starts[distance + 1] == starts[distance]) continue;
            groups_.push_back({static_cast<Code>(distance), starts[distance + 1], 0});
        }
        entries_.resize(unsorted.size());
        for (const Refutation& refutation : unsorted) {
            entries_[starts[refutation.distance]++] = refutation.entry;
        }
        if (file != nullptr) move_to(*file);
    }

    /// Step in which the next one is due, which is one more than its distance; kNever if none is left.
    [[nodiscard]] unsigned next_step() const noexcept {
        return next_group_ == groups_.size() ? kNever : groups_[next_group_].distance + 1U;
    }

    /// Takes all that are due up to this step: calls visit(entry) for each. `file` is the one that the entries lie in.
    template <class Visitor>
    void take(unsigned step, const scratch::File* file, const Visitor& visit) {
        for (; next_step() <= step; ++next_group_) {
            const Group& group = groups_[next_group_];
            if (file == nullptr) {
                for (; taken_ < group.end; ++taken_)
                    visit(entries_[taken_]);
                continue;
            }
            std::vector<std::uint32_t> entries(group.end - taken_);
            file->read(offset_ + taken_ * sizeof(std::uint32_t), scratch::bytes_of(std::span(entries)), group.checksum);
            for (const std::uint32_t entry : entries)
                visit(entry);
            taken_ = group.end;
        }
    }

    /// Whether there are any of this distance or more.
    [[nodiscard]] bool reaches(Code distance) const noexcept {
        return !groups_.empty() && groups_.back().distance >= distance;
    }

    /// Takes away all of this distance or more: calls visit(distance, entry) for each.
    template <class Visitor>
    void drop_from(Code distance, const scratch::File* file, const Visitor& visit) {
        Refutations late = *this;
        if (distance > 0) late.take(distance, file, [](std::uint32_t) {});
        std::erase_if(groups_, [&](const Group& group) { return group.distance >= distance; });
        while (late.next_step() != kNever) {
            const auto next = static_cast<Code>(late.next_step() - 1);
            late.take(next + 1U, file, [&](std::uint32_t entry) { visit(next, entry); });
        }
    }

    /// What a later run needs to go on with entries that lie in a file, and the same back.
    void save(database::ByteSink& sink) const {
        sink.number(offset_);
        sink.number(static_cast<std::uint32_t>(groups_.size()));
        for (const Group& group : groups_) {
            sink.number(group.distance);
            sink.number(group.end);
            sink.number(group.checksum);
        }
        sink.number(taken_);
        sink.number(static_cast<std::uint32_t>(next_group_));
    }
    void restore(database::ByteSource& source) {
        offset_ = source.number<std::uint64_t>();
        for (auto left = source.number<std::uint32_t>(); left > 0; --left) {
            Group group{};
            group.distance = source.number<Code>();
            group.end = source.number<std::uint32_t>();
            group.checksum = source.number<std::uint64_t>();
            groups_.push_back(group);
        }
        taken_ = source.number<std::uint32_t>();
        next_group_ = source.number<std::uint32_t>();
    }

private:
    /// Refutations of one distance: those before `end` that no group before has.
    struct Group {
        Code distance;
        std::uint32_t end;
        std::uint64_t checksum;  ///< of its entries in the file
    };

    void move_to(scratch::File& file) {
        std::uint32_t begin = 0;
        for (Group& group : groups_) {
            const auto entries = std::span<const std::uint32_t>(entries_).subspan(begin, group.end - begin);
            group.checksum = scratch::checksum_of(scratch::bytes_of(entries));
            begin = group.end;
        }
        offset_ = file.append(scratch::bytes_of(std::span<const std::uint32_t>(entries_)));
        entries_ = {};
    }

    std::vector<std::uint32_t> entries_;
    std::vector<Group> groups_;
    std::uint64_t offset_ = 0;  ///< of the entries in the file
    std::uint32_t taken_ = 0;
    std::size_t next_group_ = 0;
};

}  // namespace retrograde
