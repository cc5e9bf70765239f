// The indices of a game's tables, each built when it is first asked for.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "retrograde/index.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// Thread-safe; an index lives as long as the set, or until it is released.
template <Solvable G>
class IndexSet {
public:
    explicit IndexSet(const G& game) : game_(&game), slots_(game.tables().size()) {}

    [[nodiscard]] const Index<G::kGroups>& operator[](std::size_t table) const {
        Slot& slot = slots_[table];
        if (const auto* const index = slot.built.load(std::memory_order_acquire)) return *index;
        const std::lock_guard lock(slot.building);
        if (!slot.index) {
            const auto& spec = game_->tables()[table];
            slot.index = std::make_unique<Index<G::kGroups>>(game_->symmetries(), spec.shape, spec.left_out);
            slot.built.store(slot.index.get(), std::memory_order_release);
        }
        return *slot.index;
    }

    /// Gives the memory of an index back; nobody may be using it. It is built again when it is asked for.
    void release(std::size_t table) const {
        slots_[table].built.store(nullptr, std::memory_order_relaxed);
        slots_[table].index.reset();
    }

private:
    struct Slot {
        std::mutex building;
        std::unique_ptr<const Index<G::kGroups>> index;
        std::atomic<const Index<G::kGroups>*> built = nullptr;
    };

    const G* game_;
    mutable std::vector<Slot> slots_;
};

}  // namespace retrograde
