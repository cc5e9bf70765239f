// Reading the arguments of a command, with Boost.Program_options: what a command takes, its --help, strict numbers,
// and the options that commands share.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrograde/database.hpp"
#include "retrograde/game.hpp"
#include "retrograde/position.hpp"

namespace retrograde::cli {

/// Options that several commands take, named as on the command line.
enum class Common { rules, db, values, threads, memory, quiet, json };

/// What a command takes and says of itself.
struct Syntax {
    std::string command;
    std::vector<std::string> positionals;  ///< names of the arguments; those that may be left out, at the end: `[DIR]`
    std::string about;                     ///< a sentence or two
    std::string example;                   ///< a command line
    boost::program_options::options_description options;

    Syntax(std::string command, std::vector<std::string> positionals, std::string about, std::string example,
           std::initializer_list<Common> common = {});

    /// Adds an option without a value, or one with a value that is called `value_name`.
    Syntax& flag(const std::string& name, const std::string& help);
    Syntax& option(const std::string& name, const std::string& value_name, const std::string& help);
};

/// Name of an argument without the brackets of those that may be left out: `[POSITION]` is a POSITION.
[[nodiscard]] std::string bare_name(const std::string& positional);

/// Arguments that no command line can hold. A command that is run with them hands them to Arguments::read like any
/// others, which throws the Syntax: so what each command takes is known to the completion without a second list of it.
inline const std::vector<std::string> kAskForSyntax{std::string(1, '\0')};

/// The arguments of a command as read.
class Arguments {
public:
    /// None where `--help` was asked for, which has been printed then.
    /// Throws Error(usage) for anything that is unknown, missing or too much, and the Syntax for kAskForSyntax.
    [[nodiscard]] static std::optional<Arguments> read(const Syntax& syntax, std::span<const std::string> arguments);

    /// Throws Error(usage) where the argument is left out.
    [[nodiscard]] const std::string& positional(std::string_view name) const;
    [[nodiscard]] bool has_positional(std::string_view name) const;
    [[nodiscard]] bool has(const std::string& option) const;
    /// Value of an option, empty where it is not given.
    [[nodiscard]] std::string text(const std::string& option) const;
    /// Value of an option as a number in the range, none where it is not given; throws Error(usage).
    [[nodiscard]] std::optional<unsigned> number(const std::string& option, unsigned smallest, unsigned largest) const;
    /// An argument as a number in the range; throws Error(usage).
    [[nodiscard]] unsigned positional_number(std::string_view name, unsigned smallest, unsigned largest) const;

    /// Value of an option as a list of names with commas between them, empty where it is not given; throws Error(usage)
    /// for an empty name.
    [[nodiscard]] std::vector<std::string> list(const std::string& option) const;
    /// Value of an option as a game value, none where it is not given; throws Error(usage).
    [[nodiscard]] std::optional<Value> value(const std::string& option) const;
    /// Name of a file or folder, empty where the option is not given; throws Error(usage) for an empty name.
    [[nodiscard]] std::string path(const std::string& option) const;

    /// The game GAME under `--rules`; throws Error(usage).
    [[nodiscard]] std::unique_ptr<Game> game() const;
    /// The position POSITION of the game; throws Error(usage).
    [[nodiscard]] Position position(const Game& game) const;
    /// The same, or the start of the game where POSITION is left out.
    [[nodiscard]] Position position_or_start(const Game& game) const;
    /// `--db`, else $RETROGRADE_DB, else `retrograde-db`; throws Error(usage) for an empty `--db`.
    [[nodiscard]] std::filesystem::path database_root() const;
    /// `--values`: whether tables hold distances or values alone; throws Error(usage).
    [[nodiscard]] TableKind kind() const;
    /// `--memory` in bytes: a size (`64M`, `1.5G`; K, M, G and T are powers of 1000, KiB, MiB, GiB and TiB of 1024) or
    /// a share of whole_memory() (`50%`). 0 where it is not given; throws Error(usage).
    [[nodiscard]] std::uint64_t memory_limit() const;
    /// Value of an option as a share, above 0 and at most 1 (`0.5%`), none where it is not given; throws Error(usage).
    [[nodiscard]] std::optional<double> share(const std::string& option) const;
    /// Value of an option as a number of seconds (`240`, `0.5`), none where it is not given; throws Error(usage).
    [[nodiscard]] std::optional<double> seconds(const std::string& option) const;
    /// The database of the game; without `--values` the one with distances or, where there is none, the one with values
    /// alone. Its cache is a quarter of `--memory` at the most. Throws Error(database) where there is neither.
    [[nodiscard]] Database database(const Game& game) const;
    /// `--threads`; 0 where it is not given: one for each core.
    [[nodiscard]] unsigned threads() const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> positionals_;
    boost::program_options::variables_map options_;
};

}  // namespace retrograde::cli
