#include "engine/plan.hpp"

#include <algorithm>

#include "retrograde/error.hpp"

namespace retrograde {

namespace {

/// Depth-first search over layers; a layer is finished after all that it needs.
class Planner {
public:
    explicit Planner(std::span<const TableLinks> tables) : tables_(tables), states_(tables.size(), State::unseen) {}

    void visit(std::size_t table) {
        if (states_[table] == State::finished) return;
        if (states_[table] == State::entered)
            throw Error(ErrorKind::usage, "layers lead back to themselves: " + path());
        PlannedLayer layer;
        layer.name = tables_[table].layer;
        layer.tables.push_back(table);
        if (tables_[table].partner != table) layer.tables.push_back(tables_[table].partner);
        std::sort(layer.tables.begin(), layer.tables.end());
        for (const std::size_t member : layer.tables) {
            states_[member] = State::entered;
            const auto& conversions = tables_[member].conversions;
            layer.needed.insert(layer.needed.end(), conversions.begin(), conversions.end());
        }
        std::sort(layer.needed.begin(), layer.needed.end());
        layer.needed.erase(std::unique(layer.needed.begin(), layer.needed.end()), layer.needed.end());
        entered_.push_back(layer.name);
        for (const std::size_t needed : layer.needed)
            visit(needed);
        entered_.pop_back();
        for (const std::size_t member : layer.tables)
            states_[member] = State::finished;
        plan_.push_back(std::move(layer));
    }

    [[nodiscard]] std::vector<PlannedLayer> finish() && {
        std::vector<bool> needed_later(tables_.size(), false);
        for (auto layer = plan_.rbegin(); layer != plan_.rend(); ++layer) {
            const auto free_unless_needed = [&](std::size_t table) {
                if (!needed_later[table]) layer->to_free.push_back(table);
                needed_later[table] = true;
            };
            for (const std::size_t table : layer->needed)
                free_unless_needed(table);
            for (const std::size_t table : layer->tables)
                free_unless_needed(table);
        }
        return std::move(plan_);
    }

private:
    enum class State { unseen, entered, finished };

    [[nodiscard]] std::string path() const {
        std::string names;
        for (const std::string& name : entered_)
            names += (names.empty() ? "" : " -> ") + name;
        return names;
    }

    std::span<const TableLinks> tables_;
    std::vector<State> states_;
    std::vector<std::string> entered_;
    std::vector<PlannedLayer> plan_;
};

}  // namespace

std::vector<PlannedLayer> plan_layers(std::span<const TableLinks> tables, std::span<const std::size_t> chosen) {
    Planner planner(tables);
    for (const std::size_t table : chosen)
        planner.visit(table);
    return std::move(planner).finish();
}

}  // namespace retrograde
