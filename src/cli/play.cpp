// retrograde play GAME [POSITION]: a person against the database, or two people.
#include <unistd.h>

#include <array>
#include <memory>

#include "cli/command.hpp"
#include "cli/evaluation.hpp"
#include "cli/json.hpp"
#include "cli/line_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/text_file.hpp"
#include "retrograde/error.hpp"
#include "retrograde/record.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {
namespace {

/// A game at the terminal. The dialogue, its complaints included, goes to standard output.
class Session {
public:
    /// Where there is no database, `no_database` says why.
    Session(const Game& game, const Position& start, std::unique_ptr<const Database> database, std::string no_database)
        : game_(game), record_(game, start), database_(std::move(database)), no_database_(std::move(no_database)) {}

    /// Which sides people play: `b`, `w` or `both`. Throws Error(usage) for anything else, Error(database) where the
    /// computer is to play and has no database.
    void choose_sides(std::string_view text);

    /// Plays until `quit` or the end of input.
    void run();

private:
    struct Command {
        std::string_view name;
        std::string_view argument;  ///< name of what follows it; empty: nothing
        std::string_view help;
        void (Session::*run)(std::string_view argument);
    };
    static const std::array<Command, 11> kCommands;

    [[nodiscard]] const Board& board() const { return game_.board(); }
    [[nodiscard]] bool is_person(Side side) const { return is_person_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] bool computer_is_to_move() const {
        return !is_person(record_.last().to_move) && !game_.over(record_.last());
    }
    [[nodiscard]] const Database& database() const;

    /// Runs `action`; what is wrong with it is said, and the dialogue goes on.
    template <class Action>
    static void attempt(const Action& action) {
        try {
            action();
        } catch (const Error& error) {
            print("{}\n", error.what());
        }
    }

    void obey(const InputLine& line);
    void move_by_computer();
    void make(Move move);
    void ask(bool is_terminal);

    void print_position(std::string_view = {});
    void print_moves(std::string_view = {});
    void print_hint(std::string_view = {});
    void print_evaluation(std::string_view = {});
    void undo(std::string_view = {});
    void change_sides(std::string_view text);
    void save(std::string_view file);
    void load(std::string_view file);
    void print_record(std::string_view = {});
    void print_help(std::string_view = {});
    void quit(std::string_view = {}) { has_quit_ = true; }

    const Game& game_;
    GameRecord record_;
    std::unique_ptr<const Database> database_;
    std::string no_database_;
    std::array<bool, 2> is_person_{true, true};  ///< by side
    bool has_quit_ = false;
    bool is_shown_ = false;  ///< the position on the board
};

const std::array<Session::Command, 11> Session::kCommands{{
    {"moves", "", "list the legal moves", &Session::print_moves},
    {"hint", "", "name the best move", &Session::print_hint},
    {"eval", "", "value of the position", &Session::print_evaluation},
    {"undo", "", "take your last move back, and the answer to it", &Session::undo},
    {"side", "SIDE", "the sides that people play: a letter, or both", &Session::change_sides},
    {"board", "", "show the board", &Session::print_position},
    {"record", "", "show the moves played", &Session::print_record},
    {"save", "FILE", "write the game to a file", &Session::save},
    {"load", "FILE", "go on with a game from a file", &Session::load},
    {"help", "", "list the commands", &Session::print_help},
    {"quit", "", "end the program", &Session::quit},
}};

void Session::choose_sides(std::string_view text) {
    const std::array letters{board().first_letter, board().second_letter};
    if (text != "both" && text != std::string_view(letters.data(), 1) && text != std::string_view(&letters[1], 1)) {
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is none of {}, {}, both", printable(text), letters[0], letters[1]));
    }
    if (text != "both") (void)database();
    for (std::size_t side = 0; side < letters.size(); ++side)
        is_person_[side] = text == "both" || text.front() == letters[side];
}

const Database& Session::database() const {
    if (!database_) throw Error(ErrorKind::database, no_database_);
    return *database_;
}

void Session::run() {
    const bool is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    print("{}, {}; 'help' lists the commands\n", game_.name(), text_of(game_.rules()));
    LineInput input;
    while (!has_quit_) {
        if (computer_is_to_move()) {
            attempt([this] { move_by_computer(); });
            continue;
        }
        ask(is_terminal);
        const std::optional<InputLine> line = input.next();
        if (!line) return;
        attempt([&] { obey(*line); });
    }
}

void Session::ask(bool is_terminal) {
    if (!is_shown_) print_position();
    if (is_terminal) print("{}> ", to_move_text(board(), record_.last()));
}

void Session::obey(const InputLine& line) {
    if (line.too_long) throw Error(ErrorKind::usage, "the line is too long");
    const std::string_view text = line.text;
    if (text.empty()) return;
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view name = text.substr(0, end);
    const auto command = std::ranges::find(kCommands, name, &Command::name);
    if (command == kCommands.end()) {
        make(find_move(game_, record_.last(), text));
        return;
    }
    const std::size_t start = std::min(text.find_first_not_of(" \t", end), text.size());
    const std::string_view argument = text.substr(start);
    if (argument.empty() != command->argument.empty()) {
        throw Error(ErrorKind::usage, command->argument.empty()
                                          ? fmt::format("'{}' takes nothing more", name)
                                          : fmt::format("{} {}: {}", name, command->argument, command->help));
    }
    (this->*command->run)(argument);
}

/// Where that cannot be done, people play on, so that the loop ends with the input.
void Session::move_by_computer() {
    try {
        make(choose_move(game_, database(), evaluate_moves(game_, database(), record_.last())).move);
    } catch (const Error&) {
        is_person_ = {true, true};
        print("the computer cannot move here; people play both sides now\n");
        throw;
    }
}

void Session::make(Move move) {
    print("{}{}\n", move_number(record_, record_.moves().size(), true), move.text);
    record_.add(std::move(move));
    is_shown_ = false;
}

void Session::print_position(std::string_view) {
    const Position& position = record_.last();
    print("\n{}\n", game_.diagram(position));
    if (const auto over = game_.over(position)) {
        print("{}\n", over_text(board(), position, *over));
    } else {
        print("{} to move\n", to_move_text(board(), position));
    }
    is_shown_ = true;
}

void Session::print_moves(std::string_view) {
    std::string text;
    for (const Move& move : game_.moves(record_.last()))
        text += (text.empty() ? "" : " ") + move.text;
    print("{}\n", text.empty() ? "there are no moves: the game is over" : text);
}

void Session::print_hint(std::string_view) {
    const std::vector<EvaluatedMove> moves = evaluate_moves(game_, database(), record_.last());
    if (moves.empty()) throw Error(ErrorKind::usage, "there are no moves: the game is over");
    const EvaluatedMove best = choose_move(game_, database(), moves);
    print("{}: {}\n", best.move.text, evaluation_text(best.evaluation));
}

void Session::print_evaluation(std::string_view) {
    print("{}: {}\n", to_move_text(board(), record_.last()),
          evaluation_text(evaluate(game_, database(), record_.last())));
}

void Session::undo(std::string_view) {
    std::size_t ply = record_.moves().size();
    while (ply > 0 && !is_person(record_.before(ply - 1).to_move))
        --ply;
    if (ply == 0) throw Error(ErrorKind::usage, "there is no move of yours to take back");
    while (record_.moves().size() >= ply)
        record_.undo();
    is_shown_ = false;
}

void Session::change_sides(std::string_view text) { choose_sides(text); }

void Session::save(std::string_view file) {
    write_to_file(std::string(file), record_text(record_));
    print("saved\n");
}

void Session::load(std::string_view file) {
    if (file == "-") throw Error(ErrorKind::usage, "standard input is where your moves come from");
    record_ = parse_record(game_, read_text_file(std::string(file)));
    is_shown_ = false;
}

void Session::print_record(std::string_view) { print("{}", record_text(record_)); }

void Session::print_help(std::string_view) {
    print("  {:<12}a legal move, or its beginning where that is enough\n", "MOVE");
    for (const Command& command : kCommands)
        print("  {:<12}{}\n", fmt::format("{} {}", command.name, command.argument), command.help);
}

}  // namespace

int run_play(std::span<const std::string> arguments) {
    Syntax syntax(
        "play", {"GAME", "[POSITION]"},
        "Plays a game in the terminal, from its start or from a position, against the database or between two people.\n"
        "Moves are written as 'moves' lists them; 'help' lists the other commands. The computer wins as soon as it "
        "can,\n"
        "defends a lost position as long as it can, and in a drawn one plays the move after which most replies lose.",
        "retrograde play pangki --side w", {Common::rules, Common::db, Common::values});
    syntax.option("side", "SIDE", "the side that you play, by its letter, or both (default: the one to move)");
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    const auto game = read->game();
    const Position start = read->position_or_start(*game);
    const std::string sides = read->has("side") ? read->text("side") : to_move_text(game->board(), start);
    std::unique_ptr<const Database> database;
    std::string no_database;
    try {
        database.reset(new Database(read->database(*game)));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::database) throw;
        no_database = error.what();
    }
    Session session(*game, start, std::move(database), std::move(no_database));
    session.choose_sides(sides);
    session.run();
    return kDone;
}

}  // namespace retrograde::cli
