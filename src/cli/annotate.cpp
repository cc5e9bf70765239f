// retrograde annotate GAME FILE: marks the moves of a played game that changed its value.
#include <array>

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/text_file.hpp"
#include "retrograde/annotation.hpp"
#include "retrograde/error.hpp"
#include "retrograde/record.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

Json json_of_move(const EvaluatedMove& move) {
    Json object{{"move", move.move.text}};
    object.update(json_of(move.evaluation));
    return object;
}

void print_annotated_json(const GameRecord& record, const std::vector<Annotation>& annotations) {
    const Board& board = record.game().board();
    Json result = result_of(record.game());
    add_position(result, board, record.start());
    result["moves"] = Json::array();
    for (std::size_t ply = 0; ply < annotations.size(); ++ply) {
        const Annotation& annotation = annotations[ply];
        Json move{{"to_move", to_move_text(board, record.before(ply))}, {"move", record.moves()[ply].text}};
        move.update(json_of(annotation.played));
        move["position"] = position_text(board, record.before(ply + 1));
        move["mark"] = annotation.mark().empty() ? Json() : Json(annotation.mark());
        move["better"] = annotation.better ? json_of_move(*annotation.better) : Json();
        result["moves"].push_back(std::move(move));
    }
    print_json(result);
}

/// `b: 1 ?, 0 ??; w: 0 ?, 1 ??`
std::string summary_of(const GameRecord& record, const std::vector<Annotation>& annotations) {
    std::array<std::array<unsigned, 2>, 2> errors{};  // by side, then by weight
    for (std::size_t ply = 0; ply < annotations.size(); ++ply) {
        const std::string_view mark = annotations[ply].mark();
        if (!mark.empty()) ++errors[static_cast<std::size_t>(record.before(ply).to_move)][mark.size() - 1];
    }
    const Board& board = record.game().board();
    return fmt::format("{}: {} ?, {} ??; {}: {} ?, {} ??", board.first_letter, errors[0][0], errors[0][1],
                       board.second_letter, errors[1][0], errors[1][1]);
}

void print_annotated(const GameRecord& record, const std::vector<Annotation>& annotations) {
    std::vector<MoveNote> notes;
    for (const Annotation& annotation : annotations) {
        MoveNote note{std::string(annotation.mark()), "", ""};
        if (annotation.better) {
            note.comment = fmt::format("better {}: {}", annotation.better->move.text,
                                       evaluation_text(annotation.better->evaluation));
        }
        notes.push_back(std::move(note));
    }
    print("{}# {}\n", record_text(record, notes), summary_of(record, annotations));
}

}  // namespace

int run_annotate(std::span<const std::string> arguments) {
    const Syntax syntax(
        "annotate", {"GAME", "FILE"},
        "Reads the record of a game, as 'play' saves and 'line' prints it (- is standard input), and marks each move\n"
        "that changed the value: ? from a win to a draw or from a draw to a loss, ?? from a win to a loss. Names the\n"
        "better move. The rule options are those of the record.",
        "retrograde annotate pangki my-game.txt", {Common::db, Common::values, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const std::string& name = find_game(read->positional("GAME")).name;
    const std::string text = read_text_file(read->positional("FILE"));
    const RecordHeader header = parse_record_header(text);
    const auto game = make_game(name, header.game == name ? header.rules : "");
    const GameRecord record = parse_record(*game, text);
    const std::vector<Annotation> annotations = annotate(read->database(*game), record);
    if (read->has("json")) {
        print_annotated_json(record, annotations);
    } else {
        print_annotated(record, annotations);
    }
    return kDone;
}

}  // namespace retrograde::cli
