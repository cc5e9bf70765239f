#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/nearest.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"
#include "retrograde/error.hpp"
#include "retrograde/machine.hpp"
#include "retrograde/text.hpp"

namespace po = boost::program_options;

namespace retrograde::cli {
namespace {

constexpr unsigned kMaxThreads = 1024;

/// Long options in full, `-h`, and `--` before arguments that look like options.
constexpr int kStyle = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                       po::command_line_style::long_allow_next | po::command_line_style::allow_short |
                       po::command_line_style::allow_dash_for_short | po::command_line_style::short_allow_next;

/// Columns of a help text: what is easily read, or what the terminal has.
unsigned help_width() {
    constexpr std::size_t kWidest = 110;
    constexpr std::size_t kLeast = 50;
    const std::size_t width = Terminal::of_output().width;
    return static_cast<unsigned>(width == 0 ? kWidest : std::clamp(width, kLeast, kWidest));
}

/// The lines of a text, broken where they are wider than a help text.
std::string fitted(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        for (const std::string& part : wrapped(line, help_width()))
            result += part + '\n';
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return result;
}

void add_common(Syntax& syntax, Common common) {
    switch (common) {
        case Common::rules:
            syntax.option("rules", "NAME=VALUE,...", "rule options; see 'retrograde games' (default: the game's)");
            return;
        case Common::db:
            syntax.option("db", "DIR", "folder of the databases (default: $RETROGRADE_DB, else retrograde-db)");
            return;
        case Common::values:
            syntax.option("values", "dtw|wdl", "what tables hold: dtw (values and distances) or wdl (values alone)");
            return;
        case Common::threads: syntax.option("threads", "N", "number of threads (default: one for each core)"); return;
        case Common::memory:
            syntax.option("memory", "LIMIT",
                          "work within this much memory, such as 64M, 2G or 50% (default: 80% of what is free)");
            return;
        case Common::quiet: syntax.flag("quiet", "show no progress"); return;
        case Common::json: syntax.flag("json", "print the result as a JSON object on one line"); return;
    }
}

std::string usage_line(const Syntax& syntax) {
    std::string line = "Usage: retrograde " + syntax.command;
    for (const std::string& name : syntax.positionals)
        line += " " + name;
    return line + " [OPTIONS]";
}

void print_help(const Syntax& syntax) {
    std::ostringstream options;
    syntax.options.print(options, syntax.options.get_option_column_width() + 1);  // two spaces after the longest
    print("{}\n\n{}\n{}\nExample:\n  {}\n", usage_line(syntax), fitted(syntax.about), options.str(), syntax.example);
}

[[noreturn]] void throw_usage(const Syntax& syntax, std::string_view message) {
    throw Error(ErrorKind::usage, fmt::format("{0}: {1}; see 'retrograde {0} --help'", syntax.command, message));
}

std::string unknown_option_text(const Syntax& syntax, const std::string& option) {
    std::vector<std::string> names;
    for (const auto& known : syntax.options.options())
        names.push_back("--" + known->long_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown option '{}' (did you mean '{}'?)", printable(option), nearest(option, views));
}

/// Boost takes any word that follows as the value of an option, even the next option.
void check_values(const Syntax& syntax, const po::parsed_options& parsed) {
    for (const auto& option : parsed.options) {
        const bool is_next_word = option.position_key < 0 && option.original_tokens.size() == 2;
        if (is_next_word && option.original_tokens.back().starts_with("--")) {
            throw_usage(syntax, fmt::format("option '--{}' has no value", option.string_key));
        }
    }
}

/// The arguments that belong to no option, in order.
std::vector<std::string> positionals_of(const po::parsed_options& parsed) {
    std::vector<std::string> found;
    for (const auto& option : parsed.options) {
        if (option.position_key >= 0) found.insert(found.end(), option.value.begin(), option.value.end());
    }
    return found;
}

bool is_optional(std::string_view positional) { return positional.starts_with('['); }

void check_positionals(const Syntax& syntax, const std::vector<std::string>& found) {
    const std::size_t wanted = syntax.positionals.size();
    if (found.size() < wanted && !is_optional(syntax.positionals[found.size()])) {
        throw_usage(syntax, fmt::format("{} is missing", syntax.positionals[found.size()]));
    }
    if (found.size() <= wanted) return;
    const bool takes_position = std::ranges::any_of(
        syntax.positionals, [](const std::string& name) { return name.find("POSITION") != std::string::npos; });
    throw_usage(syntax,
                fmt::format("'{}' is one argument too many{}", printable(found[wanted]),
                            takes_position ? " (a position is one word: quote it, or write _ for spaces)" : ""));
}

unsigned parse_number(std::string_view what, std::string_view text, unsigned smallest, unsigned largest) {
    unsigned number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end || number < smallest || number > largest) {
        throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a whole number from {} to {}", what, printable(text),
                                                  smallest, largest));
    }
    return number;
}

/// Takes the number that a text begins with, such as `2` or `0.5`; none where it begins with anything else.
std::optional<double> take_number(std::string_view& text) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    double number = 0;
    const auto [stopped, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || !is_digit(text.front()) || !is_digit(stopped[-1])) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
    return number;
}

/// Bytes of a unit: none, `B`, or `K`, `KB` and `KiB` and the like, in either case.
std::optional<double> bytes_of_unit(std::string unit) {
    constexpr std::string_view kPrefixes = "kmgt";
    for (char& letter : unit)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
    if (unit.empty() || unit == "b") return 1;
    const std::size_t prefix = kPrefixes.find(unit.front());
    const std::string_view rest = std::string_view(unit).substr(1);
    if (prefix == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib")) return std::nullopt;
    return std::pow(rest == "ib" ? 1024 : 1000, prefix + 1);
}

std::optional<double> parse_share(std::string_view text) {
    const auto number = take_number(text);
    const bool is_share = number && *number > 0 && *number <= 100 && text == "%";
    return is_share ? std::optional(*number / 100) : std::nullopt;
}

/// Bytes that `--memory` names, none where it names no size.
std::optional<double> parse_memory(std::string_view text) {
    constexpr double kMost = 0x1p62;
    if (const auto share = parse_share(text)) return *share * static_cast<double>(whole_memory());
    const auto number = take_number(text);
    const auto unit = bytes_of_unit(std::string(text));
    const bool is_size = number && *number > 0 && unit && *number * *unit <= kMost;
    return is_size ? std::optional(*number * *unit) : std::nullopt;
}

}  // namespace

Syntax::Syntax(std::string command_, std::vector<std::string> positionals_, std::string about_, std::string example_,
               std::initializer_list<Common> common)
    : command(std::move(command_)),
      positionals(std::move(positionals_)),
      about(std::move(about_)),
      example(std::move(example_)),
      options("Options", help_width()) {
    for (const Common one : common)
        add_common(*this, one);
    options.add_options()("help,h", "print this text");
}

Syntax& Syntax::flag(const std::string& name, const std::string& help) {
    options.add_options()(name.c_str(), help.c_str());
    return *this;
}

Syntax& Syntax::option(const std::string& name, const std::string& value_name, const std::string& help) {
    options.add_options()(name.c_str(), po::value<std::string>()->value_name(value_name), help.c_str());
    return *this;
}

std::string bare_name(const std::string& positional) {
    return is_optional(positional) ? positional.substr(1, positional.size() - 2) : positional;
}

std::optional<Arguments> Arguments::read(const Syntax& syntax, std::span<const std::string> arguments) {
    if (std::ranges::equal(arguments, kAskForSyntax)) throw Syntax(syntax);
    Arguments result;
    try {
        const std::vector<std::string> words(arguments.begin(), arguments.end());
        const po::parsed_options parsed = po::command_line_parser(words).options(syntax.options).style(kStyle).run();
        check_values(syntax, parsed);
        po::store(parsed, result.options_);
        result.positionals_ = positionals_of(parsed);
    } catch (const po::unknown_option& error) {
        throw_usage(syntax, unknown_option_text(syntax, error.get_option_name()));
    } catch (const po::error& error) {
        throw_usage(syntax, printable(error.what()));
    }
    if (result.has("help")) {
        print_help(syntax);
        return std::nullopt;
    }
    check_positionals(syntax, result.positionals_);
    for (const std::string& name : syntax.positionals)
        result.names_.push_back(bare_name(name));
    return result;
}

const std::string& Arguments::positional(std::string_view name) const {
    if (!has_positional(name)) throw Error(ErrorKind::usage, fmt::format("{} is missing", name));
    return positionals_[static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin())];
}

bool Arguments::has_positional(std::string_view name) const {
    const auto place = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    return place < positionals_.size();
}

bool Arguments::has(const std::string& option) const { return options_.count(option) != 0; }

std::string Arguments::text(const std::string& option) const {
    return has(option) ? options_[option].as<std::string>() : std::string();
}

std::optional<unsigned> Arguments::number(const std::string& option, unsigned smallest, unsigned largest) const {
    if (!has(option)) return std::nullopt;
    return parse_number("option --" + option, text(option), smallest, largest);
}

unsigned Arguments::positional_number(std::string_view name, unsigned smallest, unsigned largest) const {
    return parse_number(name, positional(name), smallest, largest);
}

std::vector<std::string> Arguments::list(const std::string& option) const {
    std::vector<std::string> names;
    if (!has(option)) return names;
    const std::string written = text(option);
    for (std::size_t start = 0; start <= written.size();) {
        const std::size_t end = std::min(written.find(',', start), written.size());
        if (end == start) {
            throw Error(ErrorKind::usage, fmt::format("option --{}: the name of a layer is empty", option));
        }
        names.push_back(written.substr(start, end - start));
        start = end + 1;
    }
    return names;
}

std::optional<Value> Arguments::value(const std::string& option) const {
    if (!has(option)) return std::nullopt;
    for (const Value value : {Value::draw, Value::win, Value::loss}) {
        if (text(option) == name_of(value)) return value;
    }
    throw Error(ErrorKind::usage,
                fmt::format("option --{}: '{}' is none of draw, win, loss", option, printable(text(option))));
}

std::unique_ptr<Game> Arguments::game() const { return make_game(positional("GAME"), text("rules")); }

Position Arguments::position(const Game& game) const {
    const Position position = parse_position(game.board(), positional("POSITION"));
    game.check(position);
    return position;
}

Position Arguments::position_or_start(const Game& game) const {
    return has_positional("POSITION") ? position(game) : game.start();
}

std::string Arguments::path(const std::string& option) const {
    if (has(option) && text(option).empty()) {
        throw Error(ErrorKind::usage, fmt::format("option --{}: the name is empty", option));
    }
    return text(option);
}

std::filesystem::path Arguments::database_root() const {
    if (has("db")) return path("db");
    const char* const from_environment = std::getenv("RETROGRADE_DB");
    return from_environment != nullptr && *from_environment != '\0' ? from_environment : "retrograde-db";
}

TableKind Arguments::kind() const {
    const std::string values = text("values");
    if (values == "wdl") return TableKind::values;
    if (has("values") && values != "dtw") {
        throw Error(ErrorKind::usage, fmt::format("option --values: '{}' is none of dtw, wdl", printable(values)));
    }
    return TableKind::distances;
}

std::uint64_t Arguments::memory_limit() const {
    if (!has("memory")) return 0;
    constexpr const char* kExamples = "64M, 2G or 50%";
    constexpr double kLeastPlain = 1e6;  // a plain number is one of bytes; a smaller one has lost its unit
    const std::string written = text("memory");
    const auto bytes = parse_memory(written);
    if (!bytes) {
        throw Error(ErrorKind::usage, fmt::format("option --memory: '{}' is not a size of memory, such as {}",
                                                  printable(written), kExamples));
    }
    const bool is_plain = written.find_first_not_of("0123456789") == std::string::npos;
    if (is_plain && *bytes < kLeastPlain) {
        throw Error(ErrorKind::usage,
                    fmt::format("option --memory: '{}' would be {} of memory; a size is written {}", printable(written),
                                bytes_text(static_cast<std::uint64_t>(*bytes)), kExamples));
    }
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(*bytes));
}

std::optional<double> Arguments::share(const std::string& option) const {
    if (!has(option)) return std::nullopt;
    const auto share = parse_share(text(option));
    if (!share) {
        throw Error(ErrorKind::usage, fmt::format("option --{}: '{}' is not a share, such as 1% or 0.5%", option,
                                                  printable(text(option))));
    }
    return share;
}

std::optional<double> Arguments::seconds(const std::string& option) const {
    if (!has(option)) return std::nullopt;
    const std::string written = text(option);
    std::string_view rest = written;
    const auto number = take_number(rest);
    if (!number || !rest.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("option --{}: '{}' is not a number of seconds", option, printable(written)));
    }
    return number;
}

Database Arguments::database(const Game& game) const {
    DatabaseIdentity identity{game.name(), text_of(game.rules()), kind()};
    if (!has("values")) {
        // Without distances is better than nothing.
        const DatabaseIdentity values{identity.game, identity.rules, TableKind::values};
        std::error_code ignored;
        const bool has_distances = std::filesystem::exists(folder_of(database_root(), identity), ignored);
        if (!has_distances && std::filesystem::exists(folder_of(database_root(), values), ignored)) identity = values;
    }
    const std::uint64_t limit = memory_limit();
    const std::uint64_t cache_bytes = limit == 0 ? kDefaultCacheBytes : std::min(kDefaultCacheBytes, limit / 4);
    return Database(folder_of(database_root(), identity), identity, cache_bytes);
}

unsigned Arguments::threads() const { return number("threads", 1, kMaxThreads).value_or(0); }

}  // namespace retrograde::cli
