// Makes a Game (game.hpp) of a game's plain rules and its solver class.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/index_set.hpp"
#include "engine/search.hpp"
#include "engine/solve_run.hpp"
#include "engine/spot_check.hpp"
#include "engine/verifier.hpp"
#include "games/plain_rules.hpp"
#include "retrograde/database.hpp"
#include "retrograde/error.hpp"
#include "retrograde/game.hpp"
#include "retrograde/seat.hpp"
#include "retrograde/solvable.hpp"

namespace retrograde {

/// The two views of a game joined:
/// - `rules()`, `fast()`: the plain rules and the solver class;
/// - `seat(position)`: where a position is stored, none where its code is known without a table;
/// - `known_code(position)`: its code in that case;
/// - `position(table, men)`: the same back, with the first player to move wherever the rules let it;
/// - where the game has them, `diagram`, `picture` and `remark` (see Game).
template <class Model>
concept GameModel = PlainRules<typename Model::Rules> && Solvable<typename Model::Fast> &&
    requires(const Model& model, const Position& position, std::size_t table, const Men<Model::Fast::kGroups>& men) {
    { model.rules() } -> std::same_as<const typename Model::Rules&>;
    { model.fast() } -> std::same_as<const typename Model::Fast&>;
    { model.seat(position) } -> std::same_as<std::optional<Seat<Model::Fast::kGroups>>>;
    { model.known_code(position) } -> std::same_as<Code>;
    { model.position(table, men) } -> std::same_as<Position>;
};

template <GameModel Model>
class SolvableGame final : public Game {
public:
    SolvableGame(std::string name, RuleSet rules, Model model)
        : name_(std::move(name)), rules_(std::move(rules)), model_(std::move(model)), indices_(model_.fast()) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const RuleSet& rules() const override { return rules_; }
    [[nodiscard]] const Board& board() const override { return model_.rules().board(); }
    [[nodiscard]] Position start() const override { return model_.rules().start(); }

    [[nodiscard]] std::vector<Position> children(const Position& position) const override {
        std::vector<Position> children;
        model_.rules().for_each_move(position,
                                     [&](const auto& /*move*/, const Position& after) { children.push_back(after); });
        return children;
    }
    [[nodiscard]] std::vector<Move> moves(const Position& position) const override {
        return sorted_moves(model_.rules(), position);
    }
    [[nodiscard]] std::string diagram(const Position& position) const override {
        if constexpr (requires { model_.diagram(position); }) {
            return model_.diagram(position);
        } else {
            return retrograde::diagram(board(), position);
        }
    }
    [[nodiscard]] Picture picture(const Position& position) const override {
        if constexpr (requires { model_.picture(position); }) {
            return model_.picture(position);
        } else {
            return board_picture(board());
        }
    }
    [[nodiscard]] std::string remark(const Position& position, std::span<const Value> values) const override {
        if constexpr (requires { model_.remark(position, values); }) {
            return model_.remark(position, values);
        } else {
            return {};
        }
    }
    [[nodiscard]] std::optional<Value> over(const Position& position) const override {
        return model_.rules().over(position);
    }
    [[nodiscard]] std::vector<std::uint64_t> perft(const Position& position, unsigned depth) const override {
        return retrograde::perft(model_.rules(), position, depth);
    }
    void check(const Position& position) const override { model_.rules().check(position); }
    [[nodiscard]] SelfTestReport self_test(std::uint64_t positions, std::uint64_t seed) const override {
        return SpotCheck<Model>(model_, indices_).run(positions, seed);
    }

    [[nodiscard]] SolveEstimate estimate(const SolveRequest& request) const override {
        return run_of(request).estimate();
    }

    SolveResult solve(const SolveRequest& request, const ProgressSink& progress, std::stop_token stop) const override {
        return run_of(request).run(progress, stop);
    }

    VerifyReport verify(const Database& database, const VerifyRequest& request, const ProgressSink& progress,
                        std::stop_token stop) const override {
        return Verifier<Model>(model_, indices_, database, request).run(progress, stop);
    }

    void search(const Database& database, const SearchRequest& request, const FoundSink& found,
                const ProgressSink& progress, std::stop_token stop) const override {
        Search<Model>(model_, indices_, database, request).run(found, progress, stop);
    }

    [[nodiscard]] bool holds(const Database& database, const Position& position) const override {
        const auto seat = model_.seat(position);
        return !seat || database.has_table(model_.fast().tables()[seat->table].name);
    }

    [[nodiscard]] Code probe(const Database& database, const Position& position) const override {
        const auto seat = model_.seat(position);
        if (!seat) return model_.known_code(position);
        const auto& spec = model_.fast().tables()[seat->table];
        const std::size_t table = database.table(spec.name, spec.layer);
        const auto& index = indices_[seat->table];
        return database.code(table, index.entry(index.locate(seat->men)));
    }

private:
    using Fast = typename Model::Fast;

    [[nodiscard]] SolveRun<Fast> run_of(const SolveRequest& request) const {
        return {model_.fast(), indices_, {name_, text_of(rules_), request.kind}, request};
    }

    std::string name_;
    RuleSet rules_;
    Model model_;
    IndexSet<Fast> indices_;
};

}  // namespace retrograde
