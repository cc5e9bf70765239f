// retrograde query GAME POSITION: value, distance and moves of a position, from a database.
#include "cli/answer.hpp"
#include "cli/batch.hpp"
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

void print_answer_json(const Game& game, const Answer& answer) {
    std::string line;
    AnswerWriter(game).append(answer, line);
    write_output(line);
}

std::string remark_on(const Game& game, const Answer& answer) {
    std::vector<Value> values;
    for (const EvaluatedMove& move : *answer.moves)
        values.push_back(move.evaluation.value);
    return game.remark(answer.position, values);
}

void print_moves(const Game& game, const std::vector<EvaluatedMove>& moves) {
    Table table({{"move"}, {"value", Align::left, true}, {"dtw", Align::right}, {"position"}});
    for (const auto& [move, evaluation] : moves) {
        table.add({move.text, name_of(evaluation.value), evaluation.dtw ? fmt::format("{}", *evaluation.dtw) : "-",
                   position_text(game.board(), move.after)});
    }
    print("\n{}", table.text());
}

void print_answer(const Game& game, const Answer& answer) {
    print("{}\n", game.diagram(answer.position));
    print("position  {}\n", position_text(game.board(), answer.position));
    print("to move   {}\n", to_move_text(game.board(), answer.position));
    if (answer.over) {
        print("value     the game is over: {} for the side to move\n", name_of(*answer.over));
        return;
    }
    print("value     {}\n",
          Terminal::of_output().coloured(evaluation_text(answer.evaluation), answer.evaluation.value));
    if (!answer.moves) return;
    const std::string remark = remark_on(game, answer);
    if (!remark.empty()) print("remark    {}\n", remark);
    print_moves(game, *answer.moves);
}

/// What `--batch` and the options that go with it say.
bool is_batch(const Arguments& read) {
    if (!read.has("batch")) {
        if (read.has("strict")) throw Error(ErrorKind::usage, "option --strict goes with --batch");
        return false;
    }
    if (read.has_positional("POSITION")) {
        throw Error(ErrorKind::usage, "option --batch reads positions from standard input, and takes no POSITION");
    }
    return true;
}

}  // namespace

int run_query(std::span<const std::string> arguments) {
    Syntax syntax(
        "query", {"GAME", "[POSITION]"},
        "Looks a position up in the database: its value for the side to move, the distance to win (dtw) in plies, and\n"
        "the same for every legal move, best first. A move's dtw counts from the position before it.\n\n"
        "With --batch, the positions come from standard input, one a line, and a JSON object a line goes out, in "
        "order:\n"
        "that of --json, or {\"line\":7,\"error\":\"...\"}. Blank lines and those that begin with # are left out.",
        "retrograde query pangki 'wwww/w2w/b2b/bbbb b'", {Common::rules, Common::db, Common::values, Common::json});
    syntax.flag("batch", "answer all positions on standard input")
        .flag("no-moves", "say nothing of the moves")
        .flag("strict", "stop a batch at the first line that has no answer");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const bool batch = is_batch(*read);
    const bool with_moves = !read->has("no-moves");
    const auto game = read->game();
    if (batch) {
        answer_batch(*game, read->database(*game), {with_moves, read->has("strict")});
        return kDone;
    }
    const Position position = read->position(*game);
    const Answer answer = answer_to(*game, read->database(*game), position, with_moves);
    if (read->has("json")) {
        print_answer_json(*game, answer);
    } else {
        print_answer(*game, answer);
    }
    return kDone;
}

}  // namespace retrograde::cli
