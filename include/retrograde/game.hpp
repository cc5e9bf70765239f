// A game under chosen rule options, as the commands and users of the library see it: plain rules, solving,
// verifying, probing. The templates of the engine stand behind this interface; a call here is one virtual call.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "retrograde/picture.hpp"
#include "retrograde/position.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

class Database;

/// Rule options with their values, in the order in which the game declares them; every option is present.
using RuleSet = std::vector<std::pair<std::string, std::string>>;

/// `capture=touched,stalemate=loss`: the rule set as one word; also the name of its folder.
[[nodiscard]] std::string text_of(const RuleSet& rules);

struct RuleOption {
    std::string name;
    std::string default_value;
    std::string allowed;  ///< for people: `touched, destination, any`, `3x3 to 8x8`
    std::string about;    ///< one line
    /// Where the default depends on other options: gives it under them. Empty elsewhere.
    std::function<std::string(const RuleSet&)> default_under = {};
};

/// A legal move: its text, and the position it leads to.
struct Move {
    std::string text;
    Position after;
};

/// Whether tables hold distances or values alone.
enum class TableKind : std::uint8_t { distances, values };

struct SolveRequest {
    std::filesystem::path root;       ///< the folder that holds all databases
    unsigned threads = 0;             ///< 0: one for each core
    bool force = false;               ///< solve again what is there
    unsigned max_pieces = 0;          ///< at most that many men a side; 0: no limit
    std::vector<std::string> layers;  ///< only these layers and what they reach; empty: all
    TableKind kind = TableKind::distances;
    std::uint64_t memory_limit = 0;  ///< bytes that the process may take; 0: see working_memory()
    /// Folder for what does not fit; empty: one within the database, removed at the end.
    std::filesystem::path scratch;
    double seconds_between_saves = 240;  ///< of what is done of a layer in scratch files
};

/// How a solve keeps to its memory.
enum class SolveWay : std::uint8_t {
    in_memory,  ///< each layer as a whole, with all tables that it needs
    by_groups,  ///< a layer in groups that no quiet move leads out of, one after the other; tables page by page
    in_scratch  ///< the same, and a group that is too large itself in files
};

/// What a solve from nothing will take.
struct SolveEstimate {
    std::uint64_t positions = 0;      ///< stored positions to be solved
    std::uint64_t memory_bytes = 0;   ///< peak of the process, in the way that it would be solved under the limit
    std::uint64_t fastest_bytes = 0;  ///< peak of the process for the fastest way
    std::uint64_t least_bytes = 0;    ///< least limit under which it can be solved at all
    std::uint64_t scratch_bytes = 0;  ///< peak of the scratch folder, in the way that it would be solved
    std::uint64_t disk_bytes = 0;     ///< upper estimate of the files of the database
    double seconds = 0;               ///< on this machine, roughly
    SolveWay way = SolveWay::in_memory;
    bool is_bound = false;  ///< some figure is beyond 2^62, and given as that: it is more
};

/// Where a run is. Sent often; the receiver decides what to show.
struct Progress {
    std::string layer;             ///< `4v3`
    std::string phase;             ///< `initialising`, `solving`, `writing`, `verifying`
    unsigned distance = 0;         ///< plies reached in this layer
    std::uint64_t positions = 0;   ///< stored positions finished so far in the whole run, an estimate inside a layer
    std::uint64_t total = 0;       ///< stored positions of the whole run; 0 where it is not known
    double settled = 0;            ///< share of the layer's positions whose value is known; 0 where it is not counted
    std::uint64_t bytes_read = 0;  ///< from the scratch folder and the database, so far
    std::uint64_t bytes_written = 0;             ///< likewise
    std::optional<SolveEstimate> estimate = {};  ///< in the first report of a solve alone, which has nothing else
};
using ProgressSink = std::function<void(const Progress&)>;

struct SolveResult {
    bool already_solved = false;      ///< nothing was to be done
    bool interrupted = false;         ///< stopped on request; finished layers are kept
    unsigned layers_kept = 0;         ///< layers found finished from an earlier run
    unsigned layers_begun_again = 0;  ///< because a scratch file was damaged
    SolveWay way = SolveWay::in_memory;
    std::uint64_t scratch_read = 0;      ///< bytes
    std::uint64_t scratch_written = 0;   ///< bytes
    std::uint64_t stored_positions = 0;  ///< table entries computed in this run
    double engine_seconds = 0;           ///< wall time of solving without writing
    double seconds = 0;                  ///< wall time of the run
    std::uint64_t file_bytes = 0;        ///< size of the whole database
};

struct VerifyRequest {
    unsigned threads = 0;                  ///< 0: one for each core
    std::uint64_t memory_limit = 0;        ///< bytes that the process may take; 0: see working_memory()
    double share = 1;                      ///< of the blocks that are checked, spread evenly; 1: all
    std::vector<std::string> layers = {};  ///< only these; empty: all
};

struct VerifyReport {
    std::uint64_t stored_positions = 0;  ///< table entries checked
    std::uint64_t raw_positions = 0;     ///< positions they stand for
    std::uint64_t edges = 0;             ///< moves looked at
    unsigned layers = 0;
    std::uint64_t blocks = 0;            ///< of the layers looked at
    std::uint64_t blocks_checked = 0;    ///< fewer where only a share of them was to be checked
    std::optional<std::string> failure;  ///< the first position whose value does not follow, and why
};

/// What to look for in a database. Positions are given once for all their symmetric images, with the first player to
/// move wherever the rules let it.
struct SearchRequest {
    std::vector<std::string> layers;   ///< only these; empty: all
    std::optional<Value> value;        ///< for the side to move
    std::optional<unsigned> distance;  ///< plies
    bool longest = false;              ///< only the greatest distance there is with this value in these layers
    bool only_move = false;            ///< exactly one legal move keeps the value
    unsigned least_losing_moves = 0;   ///< so many moves at least lose
    /// Whoever is to move does worse than if it were the other's turn; the game is not over either way.
    bool mutual_zugzwang = false;
    std::uint64_t limit = ~std::uint64_t{0};  ///< so many positions at most
    std::optional<std::uint64_t> seed;  ///< not the first ones, but a random choice that depends on the seed alone
    unsigned threads = 0;               ///< 0: one for each core
    std::uint64_t memory_limit = 0;     ///< bytes that the process may take; 0: see working_memory()
};

struct FoundPosition {
    Position position;
    Code code = kDrawCode;  ///< as the database has it
};
using FoundSink = std::function<void(const FoundPosition&)>;

struct SelfTestReport {
    std::uint64_t positions = 0;         ///< checked
    unsigned tables = 0;                 ///< that they are of
    unsigned tables_without_index = 0;   ///< of these, too large to build their index: all but ranking is checked
    std::optional<std::string> failure;  ///< the first position of which two views differ, and how
};

class Game {
public:
    Game() = default;
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game() = default;

    [[nodiscard]] virtual const std::string& name() const = 0;
    [[nodiscard]] virtual const RuleSet& rules() const = 0;
    [[nodiscard]] virtual const Board& board() const = 0;
    [[nodiscard]] virtual Position start() const = 0;

    // The plain rules; no database is needed.

    /// Positions after each legal move, in no particular order that is always the same; none where the game is over.
    [[nodiscard]] virtual std::vector<Position> children(const Position& position) const = 0;
    /// Legal moves sorted by their text; none where the game is over.
    [[nodiscard]] virtual std::vector<Move> moves(const Position& position) const = 0;
    /// The board as lines of text, for people.
    [[nodiscard]] virtual std::string diagram(const Position& position) const = 0;
    /// The board as those see it who draw it.
    [[nodiscard]] virtual Picture picture(const Position& position) const = 0;
    /// A remark on a position whose moves are worth `values` to the side to move, in any order: what a rule
    /// that is not part of the stored values makes of it. Empty nearly everywhere.
    [[nodiscard]] virtual std::string remark(const Position& position, std::span<const Value> values) const = 0;
    /// Result for the side to move where the game has ended, else none.
    [[nodiscard]] virtual std::optional<Value> over(const Position& position) const = 0;
    /// Numbers of move sequences of length 1 to `depth`.
    [[nodiscard]] virtual std::vector<std::uint64_t> perft(const Position& position, unsigned depth) const = 0;
    /// Throws Error(usage) where the position cannot arise under the rules in any way that has a meaning
    /// (too many men, an impossible number of crossed stones); such a position has no moves and no value.
    virtual void check(const Position& position) const = 0;

    /// Holds the solver's view of the game against the plain rules: index, moves, un-moves, symmetry and text, in about
    /// so many random entries of all tables, at least one of each. The seed decides which.
    [[nodiscard]] virtual SelfTestReport self_test(std::uint64_t positions, std::uint64_t seed) const = 0;

    // Solving and the databases.

    [[nodiscard]] virtual SolveEstimate estimate(const SolveRequest& request) const = 0;
    virtual SolveResult solve(const SolveRequest& request, const ProgressSink& progress,
                              std::stop_token stop) const = 0;
    /// Checks every stored position against its children's, with the plain rules alone.
    virtual VerifyReport verify(const Database& database, const VerifyRequest& request, const ProgressSink& progress,
                                std::stop_token stop) const = 0;
    /// Calls found() for the positions asked for, in an order that depends on the request and the database alone.
    /// Ends early where a stop is asked for, with what it has found by then; a random choice is not made then.
    /// Throws Error(usage) for a layer that the database does not have and for a distance where it holds none,
    /// Error(database) where a layer is missing or damaged.
    virtual void search(const Database& database, const SearchRequest& request, const FoundSink& found,
                        const ProgressSink& progress, std::stop_token stop) const = 0;
    /// Whether a database has the layer of a position, or the position is known without one.
    [[nodiscard]] virtual bool holds(const Database& database, const Position& position) const = 0;
    /// Code of a position from the database, also where the game is over. Throws Error(database) where the
    /// layer is missing or damaged.
    [[nodiscard]] virtual Code probe(const Database& database, const Position& position) const = 0;
};

/// One line of the list of games.
struct GameInfo {
    std::string name;
    std::string about;       ///< one line: board and men
    std::string rules_text;  ///< the rules in full
    std::vector<RuleOption> options;
    /// Throws Error(usage) that names the option, the value and what is allowed.
    std::function<std::unique_ptr<Game>(const RuleSet& chosen)> make;
};

/// All games, in a fixed order.
[[nodiscard]] const std::vector<GameInfo>& all_games();

/// Throws Error(usage) for an unknown name, with the names there are.
[[nodiscard]] const GameInfo& find_game(std::string_view name);

/// Reads `capture=any,stalemate=draw` (empty: all defaults) and makes the game.
/// Throws Error(usage) that names the option, the value and what is allowed.
[[nodiscard]] std::unique_ptr<Game> make_game(std::string_view name, std::string_view rules);

}  // namespace retrograde
