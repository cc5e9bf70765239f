#include "cli/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "cli/answer.hpp"
#include "cli/json.hpp"
#include "cli/line_input.hpp"
#include "cli/output.hpp"
#include "retrograde/error.hpp"

namespace retrograde::cli {
namespace {

class Batch {
public:
    Batch(const Game& game, const Database& database, const BatchOptions& options)
        : game_(game), database_(database), options_(options), writer_(game) {}

    void run() {
        LineInput input;
        while (const std::optional<InputLine> line = input.next()) {
            if (line->text.empty() || line->text.front() == '#') continue;
            ++positions_;
            answer(*line);
            if (bad_ != 0 && options_.strict) break;
        }
        flush_output();
        if (bad_ == 0) return;
        throw Error(worst_, fmt::format("query: {} of {} positions {} no answer; line {}: {}", bad_, positions_,
                                        bad_ == 1 ? "has" : "have", first_bad_, first_error_));
    }

private:
    void answer(const InputLine& line) {
        text_.clear();
        try {
            writer_.append(answer_to(game_, database_, read(line), options_.with_moves), text_);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::resources) throw;
            note(line, error);
            text_ = Json{{"line", line.number}, {"error", error.what()}}.dump(-1, ' ', false,
                                                                              Json::error_handler_t::replace) +
                    '\n';
        }
        write_output(text_);
    }

    [[nodiscard]] Position read(const InputLine& line) const {
        if (line.too_long) {
            throw Error(ErrorKind::usage, fmt::format("the line has over {} characters", LineInput::kLongestLine));
        }
        const Position position = parse_position(game_.board(), line.text);
        game_.check(position);
        return position;
    }

    void note(const InputLine& line, const Error& error) {
        if (bad_++ == 0) {
            first_bad_ = line.number;
            first_error_ = error.what();
        }
        worst_ = std::max(worst_, error.kind());
    }

    const Game& game_;
    const Database& database_;
    const BatchOptions& options_;
    AnswerWriter writer_;
    std::string text_;
    std::uint64_t positions_ = 0;
    std::uint64_t bad_ = 0;
    std::uint64_t first_bad_ = 0;
    std::string first_error_;
    ErrorKind worst_ = ErrorKind::usage;
};

}  // namespace

void answer_batch(const Game& game, const Database& database, const BatchOptions& options) {
    Batch(game, database, options).run();
}

}  // namespace retrograde::cli
