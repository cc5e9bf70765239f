// retrograde find GAME: searches a database for positions.
#include <unistd.h>

#include <limits>
#include <random>

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

constexpr unsigned kMostNumber = std::numeric_limits<unsigned>::max();

std::optional<std::uint64_t> seed_of(const Arguments& read) {
    if (!read.has("random")) {
        if (read.has("seed")) throw Error(ErrorKind::usage, "option --seed goes with --random");
        return std::nullopt;
    }
    const auto seed = read.number("seed", 0, kMostNumber);
    return seed ? *seed : std::random_device()();
}

SearchRequest request_of(const Arguments& read) {
    SearchRequest request;
    request.layers = read.list("layer");
    request.value = read.value("value");
    request.distance = read.number("dtw", 0, kMostNumber);
    request.longest = read.has("longest");
    request.only_move = read.has("only-move");
    request.least_losing_moves = read.number("min-losing-moves", 1, kMostNumber).value_or(0);
    request.mutual_zugzwang = read.has("mutual-zugzwang");
    request.seed = seed_of(read);
    const auto limit = read.number("limit", 1, kMostNumber);
    if (limit || request.seed) request.limit = limit.value_or(1);
    request.threads = read.threads();
    request.memory_limit = read.memory_limit();
    return request;
}

/// Prints what is found, a line each.
class Printer {
public:
    Printer(const Game& game, const Database& database, bool as_json)
        : game_(game), database_(database), writer_(game), as_json_(as_json) {}

    void print(const Position& position) {
        line_.clear();
        if (as_json_) {
            writer_.append(answer_to(game_, database_, position, false), line_);
        } else {
            line_ = position_text(game_.board(), position) + '\n';
        }
        write_output(line_);
        has_printed_ = true;
    }
    [[nodiscard]] bool has_printed() const { return has_printed_; }

private:
    const Game& game_;
    const Database& database_;
    AnswerWriter writer_;
    bool as_json_;
    bool has_printed_ = false;
    std::string line_;
};

Syntax syntax_of_find() {
    Syntax syntax(
        "find", {"GAME"},
        "Prints the positions of a database that meet all conditions given, one a line, to be read by people or by\n"
        "'query --batch'. Of symmetric images only one is printed, and where colours can be exchanged it is the one\n"
        "in which the first player moves. Values are those for the side to move. Exit status 1 where there is none.\n\n"
        "Mutual zugzwang: whoever is to move is worse off than if it were the other's turn. So with either side to\n"
        "move that side loses, or one of the two loses and the other draws; and neither way is the game over.",
        "retrograde find pangki --value win --dtw 29 --only-move | retrograde query pangki --batch",
        {Common::rules, Common::db, Common::values, Common::threads, Common::memory, Common::quiet, Common::json});
    syntax.option("value", "win|draw|loss", "of this value")
        .option("dtw", "N", "decided in N plies")
        .flag("longest", "of the greatest distance that there is (with this value, in these layers)")
        .flag("only-move", "exactly one legal move keeps the value")
        .option("min-losing-moves", "K", "at least K legal moves lose")
        .flag("mutual-zugzwang", "whoever is to move is worse off")
        .option("layer", "NAME,...", "only in these layers, such as 4v3")
        .option("limit", "N", "at most N positions (default: all; with --random: 1)")
        .flag("random", "a random choice of them, instead of the first ones")
        .option("seed", "N", "the same random choice each time");
    return syntax;
}

}  // namespace

int run_find(std::span<const std::string> arguments) {
    const Syntax syntax = syntax_of_find();
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const SearchRequest request = request_of(*read);
    const auto game = read->game();
    const Database database = read->database(*game);
    const Interrupt interrupt(kPatience);
    ProgressPrinter progress(read->has("quiet"));
    Printer printer(*game, database, read->has("json"));
    const bool shares_terminal = ::isatty(STDOUT_FILENO) == 1;
    game->search(
        database, request,
        [&](const FoundPosition& found) {
            if (shares_terminal) progress.clear();
            printer.print(found.position);
        },
        progress.sink(), interrupt.token());
    if (interrupt.happened()) {
        progress.clear();
        flush_output();
        return interrupt.end("not all positions were looked at");
    }
    progress.finish();
    return printer.has_printed() ? kDone : kAnswerIsNo;
}

}  // namespace retrograde::cli
