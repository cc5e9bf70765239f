// Checks of every entry of whole tables.
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <mutex>
#include <string>

#include "engine/index_set.hpp"
#include "engine/self_test.hpp"

namespace retrograde::test {

/// Checks every entry of the tables with up to that many men, both sides together; returns the first fault found.
template <class Model>
std::string check_all(const Model& model, unsigned most_men) {
    using Fast = typename Model::Fast;
    const IndexSet<Fast> indices(model.fast());
    const SelfTest<Model> test(model, indices);
    std::mutex mutex;
    std::string first_fault;
    std::atomic<std::uint64_t> checked = 0;
    for (std::size_t table = 0; table < model.fast().tables().size(); ++table) {
        const auto& spec = model.fast().tables()[table];
        if (spec.own + spec.opponent > most_men) continue;
        const auto& index = indices[table];
        tbb::parallel_for(std::uint32_t{0}, index.blocks(), [&](std::uint32_t block) {
            for (std::uint32_t inner = 0; inner < index.block_size(block); ++inner) {
                ++checked;
                const auto fault = test.check(table, block, inner);
                if (!fault) continue;
                const std::scoped_lock lock(mutex);
                first_fault = *fault;
            }
        });
    }
    REQUIRE(checked > 1'000);
    return first_fault;
}

/// Positions that the entries of a table stand for.
template <std::size_t kGroups>
std::uint64_t raw_positions(const Index<kGroups>& index) {
    std::uint64_t raw = 0;
    for (std::uint32_t block = 0; block < index.blocks(); ++block) {
        raw += std::uint64_t{index.block(block).images} * index.block_size(block);
    }
    return raw;
}

}  // namespace retrograde::test
