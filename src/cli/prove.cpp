// retrograde prove GAME [POSITION]: writes a certificate of the value of a position.
#include "retrograde/proof.hpp"

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/number_text.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

void print_proof_json(const Game& game, const Position& position, const Proof& proof, const std::string& file) {
    Json result = result_of(game);
    add_position(result, game.board(), position);
    result["value"] = name_of(proof.value);
    result["plies"] = json_of(proof.plies);
    result["strategies"] = Json::array();
    for (const ProvenStrategy& strategy : proof.strategies) {
        Json tried = Json::array();
        for (const ChoosingWay& way : strategy.tried)
            tried.push_back({{"way", way.name}, {"positions", way.positions}});
        result["strategies"].push_back({{"side", std::string(1, game.board().letter(strategy.side))},
                                        {"positions", strategy.positions},
                                        {"tried", std::move(tried)}});
    }
    result["file"] = printable(file);
    result["bytes"] = proof.bytes;
    print_json(result);
}

void print_proof(const Game& game, const Position& position, const Proof& proof, const std::string& file) {
    print("{}, {}\n", game.name(), text_of(game.rules()));
    print("position      {}\n", position_text(game.board(), position));
    print("proved        {}{}\n", name_of(proof.value),
          proof.plies ? fmt::format(" in at most {} plies", *proof.plies) : "");
    for (const ProvenStrategy& strategy : proof.strategies) {
        print("strategy      {}: {} positions, the fewest of\n", game.board().letter(strategy.side),
              count_text(strategy.positions));
        for (const ChoosingWay& way : strategy.tried)
            print("              - {}, {}\n", count_text(way.positions), way.name);
    }
    print("certificate   {}, {}\n", printable(file), bytes_text(proof.bytes));
}

}  // namespace

int run_prove(std::span<const std::string> arguments) {
    Syntax syntax(
        "prove", {"GAME", "[POSITION]"},
        "Writes a certificate of the value of a position (the start, unless one is given): strategies that hold what\n"
        "they promise against every reply. scripts/check_certificate.py checks it from the rules of the game alone.",
        "retrograde prove pangki --out pangki.certificate",
        {Common::rules, Common::db, Common::memory, Common::quiet, Common::json});
    syntax.option("out", "FILE", "the certificate to write; needed");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;
    const std::string file = read->text("out");
    if (file.empty()) throw Error(ErrorKind::usage, "prove: option '--out' is missing; see 'retrograde prove --help'");

    const auto game = read->game();
    const Position position = read->position_or_start(*game);
    const Database database = read->database(*game);
    std::optional<Proof> proof;
    {
        const Interrupt interrupt;
        ProgressPrinter progress(read->has("quiet"), Audience::terminal);
        proof = write_certificate(*game, database, {position, file, read->memory_limit()}, progress.sink(),
                                  interrupt.token());
        progress.clear();
        if (!proof) return interrupt.end("nothing is proved");
    }
    if (read->has("json")) {
        print_proof_json(*game, position, *proof, file);
    } else {
        print_proof(*game, position, *proof, file);
    }
    return kDone;
}

}  // namespace retrograde::cli
