// What a database, a layer, a table may be called and may hold; declared in format.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "database/failure.hpp"
#include "database/format.hpp"

namespace retrograde {

std::filesystem::path folder_of(const std::filesystem::path& root, const DatabaseIdentity& identity) {
    std::string rules = identity.rules.empty() ? "default" : identity.rules;
    if (identity.kind == TableKind::values) rules += ",values=wdl";
    return root / identity.game / rules;
}

}  // namespace retrograde

namespace retrograde::database {

namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestText = 4096;

// Texts go into JSON and into folder names as they are.
bool is_plain(std::string_view text) {
    return text.size() <= kLongestText && std::ranges::all_of(text, [](char letter) {
               return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\' && letter != '/';
           });
}

const char* name_of(TableKind kind) { return kind == TableKind::values ? "values alone" : "distances"; }

// Codes that a table can hold.
std::size_t codes_of(Encoding encoding) { return std::size_t{largest_code(encoding)} + 1; }

bool sum_overflows(std::span<const std::uint64_t> counts) {
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t count : counts) {
        if (count > left) return true;
        left -= count;
    }
    return false;
}

std::string fault_of(const TableInfo& table, TableKind kind) {
    if (!is_name(table.name)) return "impossible name of a table";
    const bool one_byte = table.entry_bytes == 1;
    const bool two_bytes = table.entry_bytes == 2 && kind == TableKind::distances;
    if (!one_byte && !two_bytes) return fmt::format("impossible entries in table {}", table.name);
    if (table.phase > Phase::movement) return fmt::format("impossible phase of table {}", table.name);
    if (table.histogram.size() > codes_of(encoding_of(kind, table.entry_bytes)) || sum_overflows(table.histogram)) {
        return fmt::format("impossible histogram of table {}", table.name);
    }
    return {};
}

}  // namespace

bool is_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
           std::ranges::all_of(name, [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') ||
                      std::string_view("._+=,-").find(letter) != std::string_view::npos;
           });
}

std::string fault_of(const DatabaseIdentity& identity) {
    if (identity.game.empty() || identity.game.front() == '.' || !is_plain(identity.game)) {
        return "impossible name of a game";
    }
    if (!is_plain(identity.rules) || identity.rules.starts_with('.')) return "impossible rules";
    return {};
}

std::string fault_of(const LayerInfo& layer, TableKind kind) {
    if (!is_name(layer.name)) return "impossible name of a layer";
    if (layer.tables.empty()) return fmt::format("no tables in layer {}", layer.name);
    std::set<std::string_view> names;
    std::uint64_t entries_left = kLargestLayer;
    for (const TableInfo& table : layer.tables) {
        if (auto fault = fault_of(table, kind); !fault.empty()) return fault;
        if (table.size > entries_left) return fmt::format("impossible size of table {}", table.name);
        entries_left -= table.size;
        if (!names.insert(table.name).second) return fmt::format("two tables with the name {}", table.name);
    }
    return {};
}

std::string difference(const DatabaseIdentity& found, const DatabaseIdentity& expected) {
    if (found.game != expected.game) return fmt::format("is of game {}, not {}", found.game, expected.game);
    if (found.rules != expected.rules) return fmt::format("is of rules {}, not {}", found.rules, expected.rules);
    if (found.kind != expected.kind)
        return fmt::format("holds {}, not {}", name_of(found.kind), name_of(expected.kind));
    return {};
}

std::string version_fault(std::uint64_t found) {
    return fmt::format("is of format version {}; this program reads version {}", found, kFormatVersion);
}

}  // namespace retrograde::database
