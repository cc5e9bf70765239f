// Writes certificates; FORMAT.md describes them line by line.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "database/bytes.hpp"
#include "database/failure.hpp"
#include "database/file.hpp"
#include "database/sha256.hpp"
#include "proof/strategy.hpp"
#include "retrograde/error.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/proof.hpp"
#include "retrograde/text.hpp"

namespace retrograde {

namespace {

using namespace proof;

constexpr unsigned kCertificateVersion = 1;

/// Thrown to leave all loops, and caught where the certificate is to be written.
struct Stopped {};

/// Text of the move that leads to the child; the first in order, should there be several.
std::string move_text(const Game& game, const Position& position, std::size_t child) {
    const Position after = game.children(position).at(child);
    const std::vector<Move> moves = game.moves(position);
    return std::ranges::find(moves, after, &Move::after)->text;
}

/// `POSITION MOVE [PLIES]` for each position, sorted.
std::vector<std::string> lines_of(const Game& game, const StrategyGraph& graph, const Strategy& strategy,
                                  const std::stop_token& stop) {
    std::vector<std::string> lines;
    for (const Choice& choice : strategy.choices) {
        if (stop.stop_requested()) throw Stopped();
        const Position& position = graph.position(choice.node);
        std::string line =
            position_word(game.board(), position) + ' ' + move_text(game, position, graph.child(choice.option));
        if (choice.plies != 0) line += fmt::format(" {}", choice.plies);
        lines.push_back(std::move(line));
    }
    std::ranges::sort(lines);
    return lines;
}

/// Bytes that the positions among which a strategy chooses may take of the memory.
std::uint64_t room_for_graph(const Database& database, std::uint64_t memory) {
    constexpr std::uint64_t kProgramBytes = std::uint64_t{10} << 20;
    std::uint64_t decoded = 0;
    for (const LayerInfo& layer : database.layers()) {
        for (const TableInfo& table : layer.tables)
            decoded += table.size * table.entry_bytes;
    }
    const std::uint64_t others = kProgramBytes + std::min(decoded, memory / 4);  // the database's cache
    return (memory - std::min(memory, others)) / 5 * 4;  // the rest: the moves chosen, and their lines
}

/// Finds strategies and collects the text of the certificate.
class Prover {
public:
    /// All of them must outlive it.
    Prover(const Game& game, const Database& database, const ProofRequest& request, const ProgressSink& progress,
           const std::stop_token& stop)
        : game_(game),
          database_(database),
          position_(request.position),
          memory_(working_memory(request.memory_limit)),
          room_(room_for_graph(database, memory_)),
          progress_(progress),
          stop_(stop) {}

    /// Throws Stopped where that is asked for.
    [[nodiscard]] Proof run() {
        proof_.value = value_of(game_.probe(database_, position_));
        add_strategies();
        if (proof_.value != Value::draw) proof_.plies = plies_;
        return std::move(proof_);
    }

    /// The whole certificate; after run().
    [[nodiscard]] std::string text(const Proof& proof) const {
        std::string text = fmt::format("retrograde certificate {}\n", kCertificateVersion);
        text += fmt::format("game: {}\nrules: {}\n", game_.name(), text_of(game_.rules()));
        text += fmt::format("position: {}\n", position_word(game_.board(), position_));
        text += fmt::format("claim: {}", name_of(proof.value));
        if (proof.plies) text += fmt::format(" {}", *proof.plies);
        text += '\n' + strategies_;
        return text + fmt::format("sha256: {}\n", database::sha256_of(database::bytes_of(text)));
    }

private:
    void add_strategies() {
        const Side mover = position_.to_move;
        if (proof_.value == Value::draw) {
            for (const Side side : {mover, other(mover)}) {
                StrategyGraph graph = graph_of(side, Value::draw);
                add(graph, drawing_strategy(graph, graph.roots(position_)));
            }
            return;
        }
        if (database_.identity().kind != TableKind::distances) {
            throw Error(ErrorKind::usage, "a win can be proved only from a database with distances");
        }
        const Side winner = proof_.value == Value::win ? mover : other(mover);
        StrategyGraph graph = graph_of(winner, Value::win);
        const auto roots = graph.roots(position_);
        const Strategy strategy = winning_strategy(graph, roots);
        for (const Choice& choice : strategy.choices) {
            const bool is_root = std::ranges::count(roots, choice.node) != 0;
            if (is_root) plies_ = std::max(plies_, choice.plies + (winner == mover ? 0 : 1));
        }
        add(graph, strategy);
    }

    [[nodiscard]] StrategyGraph graph_of(Side side, Value aim) {
        state_.phase = fmt::format("choosing moves for {}", game_.board().letter(side));
        return {game_, database_, side, aim, [this](const StrategyGraph& graph) { heed(graph); }};
    }

    void heed(const StrategyGraph& graph) {
        constexpr unsigned kReportEvery = 1U << 12U;
        if (stop_.stop_requested()) throw Stopped();
        if (graph.bytes() > room_) {
            throw Error(ErrorKind::resources,
                        fmt::format("not enough memory: {} do not hold all positions among which a strategy chooses",
                                    bytes_text(memory_)));
        }
        state_.positions = graph.size();
        if (progress_ && ++heeded_ % kReportEvery == 0) progress_(state_);
    }

    void add(const StrategyGraph& graph, const Strategy& strategy) {
        strategies_ += fmt::format("strategy: {} {}\n", game_.board().letter(graph.side()), strategy.choices.size());
        for (const std::string& line : lines_of(game_, graph, strategy, stop_))
            fmt::format_to(std::back_inserter(strategies_), "{}\n", line);
        proof_.strategies.push_back({graph.side(), strategy.choices.size(), strategy.tried});
    }

    const Game& game_;
    const Database& database_;
    Position position_;
    std::uint64_t memory_;
    std::uint64_t room_;  ///< for a graph
    const ProgressSink& progress_;
    const std::stop_token& stop_;
    Progress state_;
    unsigned heeded_ = 0;  ///< calls of heed()
    Proof proof_;
    unsigned plies_ = 0;
    std::string strategies_;
};

}  // namespace

std::optional<Proof> write_certificate(const Game& game, const Database& database, const ProofRequest& request,
                                       const ProgressSink& progress, const std::stop_token& stop) {
    if (const auto over = game.over(request.position)) {
        throw Error(ErrorKind::usage,
                    fmt::format("nothing to prove: the game is over, a {} for the side to move", name_of(*over)));
    }
    std::error_code ignored;
    const auto target = std::filesystem::status(request.file, ignored);
    if (std::filesystem::exists(target) && !std::filesystem::is_regular_file(target)) {
        // It would be replaced, were it a folder or even a device.
        throw database::file_error(request.file, "is not a regular file");
    }
    database::OutputFile output(request.file);  // before the work, in case it cannot be written
    try {
        Prover prover(game, database, request, progress, stop);
        Proof proof = prover.run();
        const std::string text = prover.text(proof);
        output.write(database::bytes_of(text));
        output.commit();
        proof.bytes = text.size();
        return proof;
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

}  // namespace retrograde
