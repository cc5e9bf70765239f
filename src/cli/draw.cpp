// retrograde draw GAME POSITION: a position as a picture.
#include "retrograde/drawing.hpp"

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

namespace retrograde::cli {
namespace {

/// All best moves, and the value that they keep.
void add_hints(BoardMarks& marks, const Game& game, const Database& database, const Position& position) {
    const auto over = game.over(position);
    if (over) {
        marks.remark = fmt::format("the game is over, {}", name_of(*over));
        return;
    }
    marks.remark = evaluation_text(evaluate(game, database, position, over));
    for (const auto& [move, evaluation] : best_of(evaluate_moves(game, database, position)))
        marks.hints.push_back({squares_of_move(game.board(), move.text), evaluation.value});
}

}  // namespace

int run_draw(std::span<const std::string> arguments) {
    Syntax syntax("draw", {"GAME", "POSITION"},
                  "Draws a position as a picture in the SVG format. Needs a database for hints alone.",
                  "retrograde draw pangki 'wwww/w2w/bb1b/b1bb w' --last b1-b2 --hints --out board.svg",
                  {Common::rules, Common::db, Common::values});
    syntax.option("out", "FILE", "the file to write (default: standard output)")
        .option("last", "MOVE", "mark the move that led to the position")
        .flag("hints", "mark all best moves, and say what the position is worth");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Position position = read->position(*game);
    BoardMarks marks;
    if (read->has("last")) {
        check_last_move(game->board(), position, read->text("last"));
        marks.last = squares_of_move(game->board(), read->text("last"));
    }
    if (read->has("hints")) add_hints(marks, *game, read->database(*game), position);
    write_to_file(read->path("out"), draw_board(*game, position, marks));
    return kDone;
}

}  // namespace retrograde::cli
