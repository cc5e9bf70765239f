#include "retrograde/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kMarks = "?!";

/// Takes the text up to the first of these characters off the front.
std::string_view take_until(std::string_view& text, std::string_view ends) {
    const std::size_t size = std::min(text.find_first_of(ends), text.size());
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(size);
    return taken;
}

std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
    return take_until(text, kSpaces);
}

/// Each line of a remark behind `#`.
std::string remark_lines(std::string_view remark) {
    std::string lines;
    while (!remark.empty()) {
        lines += fmt::format("# {}\n", take_until(remark, "\n"));
        remark.remove_prefix(std::min<std::size_t>(1, remark.size()));
    }
    return lines;
}

/// Turns of the first player before a ply, and one.
std::size_t turn_of(const GameRecord& record, std::size_t ply) {
    return (ply + (record.start().to_move == Side::second ? 1 : 0)) / 2 + 1;
}

/// Reads a record line by line; calls back for each header line and each word of the moves.
class RecordReader {
public:
    explicit RecordReader(std::string_view text) : rest_(text) {}

    RecordHeader read_header() {
        RecordHeader header;
        const std::array fields{std::pair("game", &header.game), std::pair("rules", &header.rules),
                                std::pair("start", &header.start)};
        for (std::string_view line; !(line = next_line()).empty();) {
            const std::string_view name = take_word(line);
            const auto field = std::ranges::find(fields, name, &std::pair<const char*, std::string*>::first);
            if (field == fields.end()) {  // the moves begin
                rest_ = line_;
                --number_;
                break;
            }
            if (!field->second->empty()) fail(fmt::format("a second line '{}'", name));
            *field->second = trimmed(line);
            if (field->second->empty()) fail(fmt::format("'{}' without a value", name));
        }
        for (const auto& [name, value] : fields) {
            if (value->empty() && value != &header.rules) fail(fmt::format("there is no line '{} ...' yet", name));
        }
        return header;
    }

    void read_moves(GameRecord& record) {
        for (std::string_view line; !(line = next_line()).empty();) {
            while (!(line = trimmed(line)).empty()) {
                if (in_braces_ || line.front() == '{') {
                    skip_braces(line);
                } else {
                    read_word(record, take_until(line, " \t\r{"));
                }
            }
        }
        if (in_braces_) fail("the remark in braces does not end");
    }

    /// Runs `read`; adds the line to an error that it throws.
    template <class Read>
    auto at_line(const Read& read) const {
        try {
            return read();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            fail(error.what());
        }
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorKind::usage, fmt::format("record, line {}: {}", number_, what));
    }

private:
    /// The next line with something to read, without spaces around it; empty at the end.
    std::string_view next_line() {
        while (!rest_.empty()) {
            line_ = rest_;
            const std::string_view line = trimmed(take_until(rest_, "\n"));
            if (!rest_.empty()) rest_.remove_prefix(1);
            ++number_;
            if (!line.empty() && (in_braces_ || line.front() != '#')) return line;
        }
        return {};
    }

    void skip_braces(std::string_view& line) {
        const std::size_t end = line.find('}');
        in_braces_ = end == std::string_view::npos;
        line.remove_prefix(in_braces_ ? line.size() : end + 1);
    }

    /// A number, a move, or a number with the move right behind it.
    void read_word(GameRecord& record, std::string_view word) {
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        if (digits > 0) {
            const std::size_t end = std::min(word.find_first_not_of('.', digits), word.size());
            const std::size_t ply = record.moves().size();
            const std::string_view found = word.substr(0, end);
            const std::string due = move_number(record, ply, true);
            if (found != trimmed(due)) fail(fmt::format("'{}' where '{}' is due", printable(found), trimmed(due)));
            word.remove_prefix(end);
        }
        word = word.substr(0, word.find_last_not_of(kMarks) + 1);
        if (word.empty()) return;
        record.add(at_line([&] { return find_move(record.game(), record.last(), word); }));
    }

    std::string_view rest_;
    std::string_view line_;  ///< where the current line begins
    std::size_t number_ = 0;
    bool in_braces_ = false;
};

}  // namespace

Move find_move(const Game& game, const Position& position, std::string_view text) {
    std::vector<Move> moves = game.moves(position);
    std::optional<Move> found;
    for (Move& move : moves) {
        if (move.text == text) return std::move(move);
    }
    for (Move& move : moves) {
        if (text.empty() || !move.text.starts_with(text)) continue;
        if (found) {
            throw Error(ErrorKind::usage, fmt::format("'{}' may be {} or {}", printable(text), found->text, move.text));
        }
        found = std::move(move);
    }
    if (found) return *std::move(found);
    throw Error(ErrorKind::usage, game.over(position) ? fmt::format("'{}', but the game is over", printable(text))
                                                      : fmt::format("'{}' is no legal move", printable(text)));
}

std::string move_number(const GameRecord& record, std::size_t ply, bool begins_line) {
    const std::size_t turn = turn_of(record, ply);
    if (record.before(ply).to_move == Side::first) return fmt::format("{}. ", turn);
    return begins_line ? fmt::format("{}... ", turn) : std::string();
}

std::string record_text(const GameRecord& record, const std::vector<MoveNote>& notes) {
    const Game& game = record.game();
    std::string text = fmt::format("game {}\n", game.name());
    if (!game.rules().empty()) text += fmt::format("rules {}\n", text_of(game.rules()));
    text += fmt::format("start {}\n\n", position_text(game.board(), record.start()));
    bool begins_line = true;
    for (std::size_t ply = 0; ply < record.moves().size(); ++ply) {
        const MoveNote note = ply < notes.size() ? notes[ply] : MoveNote{};
        if (!begins_line) text += ' ';
        text += move_number(record, ply, begins_line) + record.moves()[ply].text + note.mark;
        if (!note.comment.empty()) text += fmt::format(" {{{}}}", note.comment);
        begins_line = record.before(ply).to_move == Side::second || !note.remark.empty();
        if (begins_line) text += '\n';
        text += remark_lines(note.remark);
    }
    if (!begins_line) text += '\n';
    return text;
}

RecordHeader parse_record_header(std::string_view text) { return RecordReader(text).read_header(); }

GameRecord parse_record(const Game& game, std::string_view text) {
    RecordReader reader(text);
    const RecordHeader header = reader.read_header();
    if (header.game != game.name()) {
        reader.fail(fmt::format("a game of {}, not {}", printable(header.game), game.name()));
    }
    const auto its_game = reader.at_line([&] { return make_game(header.game, header.rules); });
    if (its_game->rules() != game.rules()) {
        reader.fail(fmt::format("a game under {}, not {}", text_of(its_game->rules()), text_of(game.rules())));
    }
    GameRecord record(game, reader.at_line([&] {
        const Position start = parse_position(game.board(), header.start);
        game.check(start);
        return start;
    }));
    reader.read_moves(record);
    return record;
}

}  // namespace retrograde
