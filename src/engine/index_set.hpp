// The indices of a game's tables, each built when it is first asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "retrograde/index.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// Thread-safe; an index lives as long as the set.
template <Solvable G>
class IndexSet {
public:
    explicit IndexSet(const G& game) : game_(&game), slots_(game.tables().size()) {}

    [[nodiscard]] const Index<G::kGroups>& operator[](std::size_t table) const {
        Slot& slot = slots_[table];
        std::call_once(slot.built, [&] {
            const auto& spec = game_->tables()[table];
            slot.index = std::make_unique<Index<G::kGroups>>(game_->symmetries(), spec.shape, spec.left_out);
        });
        return *slot.index;
    }

private:
    struct Slot {
        std::once_flag built;
        std::unique_ptr<const Index<G::kGroups>> index;
    };

    const G* game_;
    mutable std::vector<Slot> slots_;
};

}  // namespace retrograde
