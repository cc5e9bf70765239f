// The self-test of a game: random entries of its tables through all checks of self_test.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <ranges>
#include <string>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/self_test.hpp"
#include "retrograde/bits.hpp"
#include "retrograde/game.hpp"

namespace retrograde {

/// Chooses entries by a seed: the same seed gives the same entries.
template <class Model>
class SpotCheck {
public:
    using Fast = typename Model::Fast;

    /// Keys and moving men that a table may have for its index to be built, and keys of all indices together: a few
    /// seconds and some hundred megabytes. Greater tables are left out.
    static constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 20;
    static constexpr std::uint64_t kMostKeysInAll = std::uint64_t{1} << 21;
    static constexpr std::uint64_t kMostMovingMen = std::uint64_t{1} << 21;

    SpotCheck(const Model& model, const IndexSet<Fast>& indices)
        : model_(model), indices_(indices), test_(model, indices) {}

    /// Checks about `positions` entries, at least one of each table; stops at the first fault.
    [[nodiscard]] SelfTestReport run(std::uint64_t positions, std::uint64_t seed) const {
        const std::vector<std::size_t> chosen = affordable_tables();
        std::mt19937_64 random(seed);
        SelfTestReport report;
        report.tables_left_out = static_cast<unsigned>(tables().size() - chosen.size());
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            const std::uint64_t share = positions / chosen.size() + (i < positions % chosen.size() ? 1 : 0);
            if (indices_[chosen[i]].size() == 0) continue;
            ++report.tables;
            for (std::uint64_t n = std::max<std::uint64_t>(share, 1); n > 0; --n) {
                report.failure = check_entry(chosen[i], random() % indices_[chosen[i]].size());
                ++report.positions;
                if (report.failure) return report;
            }
        }
        return report;
    }

private:
    [[nodiscard]] const auto& tables() const { return model_.fast().tables(); }

    [[nodiscard]] typename SelfTest<Model>::Fault check_entry(std::size_t table, std::uint64_t entry) const {
        // The last block that begins at the entry or before; blocks without entries begin where the next one does.
        const auto& index = indices_[table];
        const auto blocks = std::views::iota(std::uint32_t{0}, index.blocks());
        const auto after = std::ranges::partition_point(
            blocks, [&](std::uint32_t block) { return index.block(block).first_entry <= entry; });
        const auto block = static_cast<std::uint32_t>(after - blocks.begin() - 1);
        return test_.check(table, block, static_cast<std::uint32_t>(entry - index.block(block).first_entry));
    }

    /// Upper bound of the keys of a table's index; none where its index must not be built.
    [[nodiscard]] std::optional<std::uint64_t> keys_of(std::size_t table) const {
        const auto& shape = tables()[table].shape;
        const auto& moving = shape.back();
        if (binomial(count(moving.squares), moving.men) > kMostMovingMen) return std::nullopt;
        std::uint64_t keys = 1;
        for (std::size_t group = 0; group + 1 < shape.size(); ++group) {
            const std::uint64_t subsets = binomial(count(shape[group].squares), shape[group].men);
            if (subsets > kMostKeys) return std::nullopt;
            keys *= subsets;
            if (keys > kMostKeys) return std::nullopt;
        }
        return keys;
    }

    /// The table and all whose indices a check of it needs.
    [[nodiscard]] std::vector<std::size_t> with_children(std::size_t table) const {
        std::vector<std::size_t> needed = tables()[table].conversions;
        needed.push_back(table);
        needed.push_back(tables()[table].partner);
        return needed;
    }

    /// Tables in their order for which, with all that they need, there is room.
    [[nodiscard]] std::vector<std::size_t> affordable_tables() const {
        std::vector<std::size_t> chosen;
        std::vector<bool> built(tables().size(), false);
        std::uint64_t keys_in_all = 0;
        for (std::size_t table = 0; table < tables().size(); ++table) {
            std::vector<std::size_t> to_build;
            std::uint64_t keys = keys_in_all;
            bool is_affordable = true;
            for (const std::size_t needed : with_children(table)) {
                if (built[needed] || std::ranges::count(to_build, needed) != 0) continue;
                const auto more = keys_of(needed);
                is_affordable = is_affordable && more;
                keys += more.value_or(0);
                to_build.push_back(needed);
            }
            if (!is_affordable || keys > kMostKeysInAll) continue;
            for (const std::size_t needed : to_build)
                built[needed] = true;
            keys_in_all = keys;
            chosen.push_back(table);
        }
        return chosen;
    }

    const Model& model_;
    const IndexSet<Fast>& indices_;
    SelfTest<Model> test_;
};

}  // namespace retrograde
