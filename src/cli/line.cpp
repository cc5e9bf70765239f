// retrograde line GAME [POSITION]: best play from a position to the end.
#include "retrograde/line.hpp"

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "retrograde/record.hpp"

namespace retrograde::cli {
namespace {

constexpr unsigned kUsualLength = 200;
constexpr unsigned kMostLength = 10'000;

std::string end_text(const Game& game, const BestLine& line) {
    switch (line.end) {
        case LineEnd::over: return over_text(game.board(), line.last(), *line.result);
        case LineEnd::repeated:
            return line.repeats == 0 ? std::string("the position at the start comes again")
                                     : fmt::format("the position after ply {} comes again", line.repeats);
        case LineEnd::cut: break;
    }
    return fmt::format("cut after {} plies", line.moves.size());
}

/// `or c1-c2, d1-d2`; empty where there is no other move.
std::string equal_text(const LineMove& move) {
    std::string text;
    for (const EvaluatedMove& other : move.equal)
        text += (text.empty() ? "or " : ", ") + other.move.text;
    return text;
}

Json json_of_move(const Game& game, const LineMove& move, bool all_best) {
    Json entry{{"move", move.chosen.move.text}};
    entry.update(json_of(move.chosen.evaluation));
    entry["position"] = position_text(game.board(), move.chosen.move.after);
    if (!all_best) return entry;
    entry["or"] = Json::array();
    for (const EvaluatedMove& other : move.equal)
        entry["or"].push_back(other.move.text);
    return entry;
}

void print_line_json(const Game& game, const BestLine& line, bool all_best) {
    Json result = result_of(game);
    add_position(result, game.board(), line.start);
    result.update(json_of(line.evaluation));
    result["moves"] = Json::array();
    for (const LineMove& move : line.moves)
        result["moves"].push_back(json_of_move(game, move, all_best));
    result["end"] = line.end == LineEnd::over ? "over" : line.end == LineEnd::repeated ? "repeated" : "cut";
    result["over"] = json_of(line.result);
    print_json(result);
}

/// As the record of a game; what is not part of it stands in remarks.
void print_line(const Game& game, const BestLine& line, bool all_best, unsigned diagram_plies) {
    GameRecord record(game, line.start);
    std::vector<MoveNote> notes;
    for (const LineMove& move : line.moves) {
        record.add(move.chosen.move);
        MoveNote note;
        if (all_best) note.comment = equal_text(move);
        if (diagram_plies != 0 && record.moves().size() % diagram_plies == 0) note.remark = game.diagram(record.last());
        notes.push_back(std::move(note));
    }
    print("# best play: {}\n{}# {}\n", evaluation_text(line.evaluation), record_text(record, notes),
          end_text(game, line));
}

}  // namespace

int run_line(std::span<const std::string> arguments) {
    Syntax syntax(
        "line", {"GAME", "[POSITION]"},
        "Plays best for both sides from a position, else from the start, to the end of the game: the shortest\n"
        "win, the longest loss; in a draw, until a position comes again. Of equally good moves the one is\n"
        "chosen after which most replies are mistakes. Prints the record of a game, as 'annotate' reads it.",
        "retrograde line pangki 'wwww/w2w/bb1b/b1bb w' --diagrams 10",
        {Common::rules, Common::db, Common::values, Common::json});
    syntax.option("length", "N", "at most N plies (default: 200)")
        .option("diagrams", "N", "show the board after every N plies")
        .flag("all-best", "name all other moves that are as good");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const unsigned length = read->number("length", 1, kMostLength).value_or(kUsualLength);
    const unsigned diagram_plies = read->number("diagrams", 1, kMostLength).value_or(0);
    const auto game = read->game();
    const Position start = read->position_or_start(*game);
    const BestLine line = best_line(*game, read->database(*game), start, length);
    if (read->has("json")) {
        print_line_json(*game, line, read->has("all-best"));
    } else {
        print_line(*game, line, read->has("all-best"), diagram_plies);
    }
    return kDone;
}

}  // namespace retrograde::cli
