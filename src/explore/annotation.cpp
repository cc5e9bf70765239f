#include "retrograde/annotation.hpp"

#include <algorithm>

namespace retrograde {
namespace {

Annotation annotate_ply(const Database& database, const GameRecord& record, std::size_t ply) {
    const Game& game = record.game();
    const Position& before = record.before(ply);
    if (!game.holds(database, before)) return {};
    const std::vector<EvaluatedMove> moves = evaluate_moves(game, database, before);
    const auto text_of_move = [](const EvaluatedMove& one) { return one.move.text; };
    Annotation annotation;
    annotation.played = std::ranges::find(moves, record.moves()[ply].text, text_of_move)->evaluation;
    if (annotation.played->value != moves.front().evaluation.value) {
        annotation.better = choose_move(game, database, moves);
    }
    return annotation;
}

}  // namespace

std::string_view Annotation::mark() const noexcept {
    if (!better) return "";
    return better->evaluation.value == Value::win && played->value == Value::loss ? "??" : "?";
}

std::vector<Annotation> annotate(const Database& database, const GameRecord& record) {
    std::vector<Annotation> annotations;
    for (std::size_t ply = 0; ply < record.moves().size(); ++ply)
        annotations.push_back(annotate_ply(database, record, ply));
    return annotations;
}

}  // namespace retrograde
