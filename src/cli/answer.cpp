#include "cli/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/json.hpp"

namespace retrograde::cli {
namespace {

/// `"text"`; what a game writes seldom needs an escape.
void append_quoted(std::string_view text, std::string& out) {
    const auto is_plain = [](char letter) {
        return letter >= ' ' && letter < '\x7f' && letter != '"' && letter != '\\';
    };
    if (std::ranges::all_of(text, is_plain)) {
        out.append(1, '"').append(text).append(1, '"');
    } else {
        out += Json(text).dump();
    }
}

void append_value(const std::optional<Value>& value, std::string& out) {
    if (value) {
        append_quoted(name_of(*value), out);
    } else {
        out += "null";
    }
}

void append_evaluation(const Evaluation& evaluation, std::string& out) {
    out += R"("value":)";
    append_value(evaluation.value, out);
    out += R"(,"dtw":)";
    if (evaluation.dtw) {
        fmt::format_to(std::back_inserter(out), "{}", *evaluation.dtw);
    } else {
        out += "null";
    }
}

void append_moves(const Board& board, const std::vector<EvaluatedMove>& moves, std::string& out) {
    out += R"(,"moves":[)";
    for (const auto& [move, evaluation] : moves) {
        out += out.back() == '[' ? R"({"move":)" : R"(,{"move":)";
        append_quoted(move.text, out);
        out += ',';
        append_evaluation(evaluation, out);
        out += R"(,"position":)";
        append_quoted(position_text(board, move.after), out);
        out += '}';
    }
    out += ']';
}

}  // namespace

Answer answer_to(const Game& game, const Database& database, const Position& position, bool with_moves) {
    const std::optional<Value> over = game.over(position);
    Answer answer{position, evaluate(game, database, position, over), over, std::nullopt};
    if (with_moves) answer.moves = evaluate_moves(game, database, position);
    return answer;
}

AnswerWriter::AnswerWriter(const Game& game) : game_(game), beginning_(result_of(game).dump()) {
    beginning_.back() = ',';
}

void AnswerWriter::append(const Answer& answer, std::string& out) const {
    out += beginning_;
    out += R"("position":)";
    append_quoted(position_text(game_.board(), answer.position), out);
    out += R"(,"to_move":)";
    append_quoted(to_move_text(game_.board(), answer.position), out);
    out += ',';
    append_evaluation(answer.evaluation, out);
    out += R"(,"over":)";
    append_value(answer.over, out);
    if (answer.moves) append_moves(game_.board(), *answer.moves, out);
    out += "}\n";
}

}  // namespace retrograde::cli
