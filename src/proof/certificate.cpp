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
#include "retrograde/proof.hpp"

namespace retrograde {

namespace {

using namespace proof;

constexpr unsigned kCertificateVersion = 1;

/// Text of the move that leads to the child; the first in order, should there be several.
std::string move_text(const Game& game, const Position& position, std::size_t child) {
    const Position after = game.children(position).at(child);
    const std::vector<Move> moves = game.moves(position);
    return std::ranges::find(moves, after, &Move::after)->text;
}

/// `POSITION MOVE [PLIES]` for each position, sorted.
std::vector<std::string> lines_of(const Game& game, const StrategyGraph& graph, const Strategy& strategy) {
    std::vector<std::string> lines;
    for (const Choice& choice : strategy.choices) {
        const Position& position = graph.position(choice.node);
        std::string line =
            position_word(game.board(), position) + ' ' + move_text(game, position, graph.child(choice.option));
        if (choice.plies != 0) line += fmt::format(" {}", choice.plies);
        lines.push_back(std::move(line));
    }
    std::ranges::sort(lines);
    return lines;
}

/// Finds strategies and collects the text of the certificate.
class Prover {
public:
    Prover(const Game& game, const Database& database, const Position& position)
        : game_(game), database_(database), position_(position) {}

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
                StrategyGraph graph(game_, database_, side, Value::draw);
                add(graph, drawing_strategy(graph, graph.roots(position_)));
            }
            return;
        }
        if (database_.identity().kind != TableKind::distances) {
            throw Error(ErrorKind::usage, "a win can be proved only from a database with distances");
        }
        const Side winner = proof_.value == Value::win ? mover : other(mover);
        StrategyGraph graph(game_, database_, winner, Value::win);
        const auto roots = graph.roots(position_);
        const Strategy strategy = winning_strategy(graph, roots);
        for (const Choice& choice : strategy.choices) {
            const bool is_root = std::ranges::count(roots, choice.node) != 0;
            if (is_root) plies_ = std::max(plies_, choice.plies + (winner == mover ? 0 : 1));
        }
        add(graph, strategy);
    }

    void add(const StrategyGraph& graph, const Strategy& strategy) {
        strategies_ += fmt::format("strategy: {} {}\n", game_.board().letter(graph.side()), strategy.choices.size());
        for (const std::string& line : lines_of(game_, graph, strategy))
            fmt::format_to(std::back_inserter(strategies_), "{}\n", line);
        proof_.strategies.push_back({graph.side(), strategy.choices.size(), strategy.tried});
    }

    const Game& game_;
    const Database& database_;
    Position position_;
    Proof proof_;
    unsigned plies_ = 0;
    std::string strategies_;
};

}  // namespace

Proof write_certificate(const Game& game, const Database& database, const Position& position,
                        const std::filesystem::path& file) {
    if (const auto over = game.over(position)) {
        throw Error(ErrorKind::usage,
                    fmt::format("nothing to prove: the game is over, a {} for the side to move", name_of(*over)));
    }
    std::error_code ignored;
    const auto target = std::filesystem::status(file, ignored);
    if (std::filesystem::exists(target) && !std::filesystem::is_regular_file(target)) {
        // It would be replaced, were it a folder or even a device.
        throw database::file_error(file, "is not a regular file");
    }
    database::OutputFile output(file);  // before the work, in case it cannot be written
    Prover prover(game, database, position);
    Proof proof = prover.run();
    const std::string text = prover.text(proof);
    output.write(database::bytes_of(text));
    output.commit();
    proof.bytes = text.size();
    return proof;
}

}  // namespace retrograde
