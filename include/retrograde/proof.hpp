// Certificates: the value of a position as strategies that any program can check from the rules alone. The format is
// described in src/proof/FORMAT.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// A way of choosing moves that was tried.
struct ChoosingWay {
    std::string name;
    std::uint64_t positions = 0;  ///< of the strategy that it found
};

struct ProvenStrategy {
    Side side = Side::first;         ///< the side that follows it
    std::uint64_t positions = 0;     ///< that can arise with this side to move: so many moves it names
    std::vector<ChoosingWay> tried;  ///< the strategy is the smallest that these have found
};

struct Proof {
    Value value = Value::draw;               ///< of the position, for the side to move
    std::optional<unsigned> plies;           ///< a win or loss: what is proved is that it takes no longer
    std::vector<ProvenStrategy> strategies;  ///< one, or two for a draw
    std::uint64_t bytes = 0;                 ///< of the file
};

struct ProofRequest {
    Position position;               ///< whose value is to be proved
    std::filesystem::path file;      ///< the certificate
    std::uint64_t memory_limit = 0;  ///< bytes that the process may take; 0: see working_memory()
};

/// Proves the value of a position and writes the certificate, which appears under its name when it is whole; none, and
/// no file, where a stop is asked for. The same database and position give the same bytes. Progress counts the
/// positions that have been looked at; how many there will be is not known. Throws Error(usage) where the game is over,
/// or a win has to be proved from a database of values alone, Error(database) where a layer is missing or damaged,
/// Error(resources) on a full disk and where the positions do not fit into the memory.
std::optional<Proof> write_certificate(const Game& game, const Database& database, const ProofRequest& request,
                                       const ProgressSink& progress, const std::stop_token& stop);

}  // namespace retrograde
