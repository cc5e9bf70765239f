// The self-test of a game: random positions of its tables through all checks of self_test.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/self_test.hpp"
#include "retrograde/bits.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

/// Chooses positions by a seed: the same seed gives the same positions.
template <class Model>
class SpotCheck {
public:
    using Fast = typename Model::Fast;
    static constexpr std::size_t kGroups = Fast::kGroups;

    /// Keys and moving men that a table may have for its index to be built, and keys of all indices together: a few
    /// seconds and some hundred megabytes.
    static constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 20;
    static constexpr std::uint64_t kMostKeysInAll = std::uint64_t{1} << 21;
    static constexpr std::uint64_t kMostMovingMen = std::uint64_t{1} << 21;

    SpotCheck(const Model& model, const IndexSet<Fast>& indices)
        : model_(model), indices_(indices), test_(model, indices) {}

    /// Checks about `positions` positions, at least one of each table; stops at the first fault. Where a table is too
    /// large to build its index, the positions go through the checks that need none.
    [[nodiscard]] SelfTestReport run(std::uint64_t positions, std::uint64_t seed) const {
        std::mt19937_64 random(seed);
        SelfTestReport report;
        const std::size_t tables = model_.fast().tables().size();
        std::uint64_t keys_in_all = 0;
        for (std::size_t table = 0; table < tables && !report.failure; ++table) {
            const std::uint64_t share = positions / tables + (table < positions % tables ? 1 : 0);
            const std::uint64_t keys = most_keys(table);
            const bool has_index = keys <= kMostKeysInAll - keys_in_all;
            if (has_index) keys_in_all += keys;
            if (has_index && indices_[table].size() == 0) continue;
            ++report.tables;
            report.tables_without_index += has_index ? 0 : 1;
            for (std::uint64_t n = std::max<std::uint64_t>(share, 1); n > 0 && !report.failure; --n) {
                report.failure = has_index ? check_entry(table, random) : check_men(table, random);
                ++report.positions;
            }
        }
        return report;
    }

private:
    using Fault = typename SelfTest<Model>::Fault;
    using Random = std::mt19937_64;

    [[nodiscard]] Fault check_entry(std::size_t table, Random& random) const {
        const auto& index = indices_[table];
        const std::uint64_t entry = random() % index.size();
        // The last block that begins at the entry or before; blocks without entries begin where the next one does.
        std::uint32_t block = 0;
        std::uint32_t after = index.blocks();
        while (after - block > 1) {
            const std::uint32_t middle = block + (after - block) / 2;
            (index.block(middle).first_entry <= entry ? block : after) = middle;
        }
        return test_.check(table, block, static_cast<std::uint32_t>(entry - index.block(block).first_entry));
    }

    /// Nothing where the table has no position that is stored, or so few that none is met.
    [[nodiscard]] Fault check_men(std::size_t table, Random& random) const {
        constexpr int kTries = 10'000;
        const auto& spec = model_.fast().tables()[table];
        for (int i = 0; i < kTries; ++i) {
            Men<kGroups> men{};
            Bits taken = 0;
            bool fits = true;
            for (std::size_t group = 0; group < kGroups; ++group) {
                Bits free = spec.shape[group].squares & ~taken;
                fits = fits && count(free) >= spec.shape[group].men;
                for (int n = 0; fits && n < spec.shape[group].men; ++n) {
                    const Bits man =
                        deposit(bit(static_cast<int>(random() % static_cast<unsigned>(count(free)))), free);
                    men[group] |= man;
                    free &= ~man;
                }
                taken |= men[group];
            }
            Men<kGroups> key = men;
            key[kGroups - 1] = 0;
            if (fits && !(spec.left_out && spec.left_out(key))) return test_.check(table, men);
        }
        return std::nullopt;
    }

    /// Upper bound of the keys of a table's index; the largest number where its index must not be built.
    [[nodiscard]] std::uint64_t most_keys(std::size_t table) const {
        constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
        const auto& shape = model_.fast().tables()[table].shape;
        if (binomial(count(shape.back().squares), shape.back().men) > kMostMovingMen) return kNone;
        std::uint64_t keys = 1;
        for (std::size_t group = 0; group + 1 < kGroups; ++group) {
            const std::uint64_t subsets = binomial(count(shape[group].squares), shape[group].men);
            if (subsets > kMostKeys || keys * subsets > kMostKeys) return kNone;
            keys *= subsets;
        }
        return keys;
    }

    const Model& model_;
    const IndexSet<Fast>& indices_;
    SelfTest<Model> test_;
};

}  // namespace retrograde
