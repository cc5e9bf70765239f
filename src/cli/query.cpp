// retrograde query GAME POSITION: value, distance and moves of a position, from a database.
#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"

namespace retrograde::cli {
namespace {

struct Answer {
    Evaluation evaluation;
    std::optional<Value> over;
    std::vector<EvaluatedMove> moves;  ///< best first
    std::string remark;                ///< may be empty
};

void print_answer_json(const Game& game, const Position& position, const Answer& answer) {
    Json result = result_of(game);
    add_position(result, game.board(), position);
    result.update(json_of(answer.evaluation));
    result["over"] = json_of(answer.over);
    result["moves"] = Json::array();
    for (const auto& [move, evaluation] : answer.moves) {
        Json entry = Json::object();
        entry["move"] = move.text;
        entry.update(json_of(evaluation));
        entry["position"] = position_text(game.board(), move.after);
        result["moves"].push_back(std::move(entry));
    }
    print_json(result);
}

void print_moves(const Game& game, const std::vector<EvaluatedMove>& moves) {
    Table table({{"move"}, {"value"}, {"dtw", Align::right}, {"position"}});
    for (const auto& [move, evaluation] : moves) {
        table.add({move.text, name_of(evaluation.value), evaluation.dtw ? fmt::format("{}", *evaluation.dtw) : "-",
                   position_text(game.board(), move.after)});
    }
    print("\n{}", table.text());
}

void print_answer(const Game& game, const Position& position, const Answer& answer) {
    print("{}\n", game.diagram(position));
    print("position  {}\n", position_text(game.board(), position));
    print("to move   {}\n", to_move_text(game.board(), position));
    if (answer.over) {
        print("value     the game is over: {} for the side to move\n", name_of(*answer.over));
        return;
    }
    print("value     {}\n", evaluation_text(answer.evaluation));
    if (!answer.remark.empty()) print("remark    {}\n", answer.remark);
    print_moves(game, answer.moves);
}

}  // namespace

int run_query(std::span<const std::string> arguments) {
    const Syntax syntax(
        "query", {"GAME", "POSITION"},
        "Looks a position up in the database: its value for the side to move, the distance to win (dtw) in plies, and\n"
        "the same for every legal move, best first. A move's dtw counts from the position before it.",
        "retrograde query pangki 'wwww/w2w/b2b/bbbb b'", {Common::rules, Common::db, Common::values, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Position position = read->position(*game);
    const Database database = read->database(*game);
    Answer answer{
        evaluate(*game, database, position), game->over(position), evaluate_moves(*game, database, position), {}};
    std::vector<Value> values;
    for (const EvaluatedMove& move : answer.moves)
        values.push_back(move.evaluation.value);
    answer.remark = game->remark(position, values);
    if (read->has("json")) {
        print_answer_json(*game, position, answer);
    } else {
        print_answer(*game, position, answer);
    }
    return kDone;
}

}  // namespace retrograde::cli
