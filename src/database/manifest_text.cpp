// The manifest as text: one line a table, so that it stays readable with thousands of counts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <optional>

#include "database/bytes.hpp"
#include "database/format.hpp"
#include "database/layer_writer.hpp"
#include "database/manifest.hpp"

namespace retrograde::database {

namespace {

struct Summary {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::optional<unsigned> longest_win;   // plies
    std::optional<unsigned> longest_loss;  // plies
};

Summary summary_of(const TableInfo& table, TableKind kind) {
    Summary summary;
    for (std::size_t i = 0; i < table.histogram.size(); ++i) {
        const auto code = static_cast<Code>(i);
        const std::uint64_t count = table.histogram[i];
        const bool has_distance = count != 0 && kind == TableKind::distances;
        switch (value_of(code)) {
            case Value::draw: summary.draws += count; break;
            case Value::win:
                summary.wins += count;
                if (has_distance) summary.longest_win = distance_of(code);
                break;
            case Value::loss:
                summary.losses += count;
                if (has_distance) summary.longest_loss = distance_of(code);
                break;
        }
    }
    return summary;
}

std::string number_or_null(std::optional<unsigned> number) { return number ? std::to_string(*number) : "null"; }

const char* text_of(Phase phase) {
    switch (phase) {
        case Phase::placement: return "placement";
        case Phase::movement: return "movement";
        default: return "none";
    }
}

using Text = fmt::memory_buffer;

void put_table(Text& text, const TableInfo& table, TableKind kind) {
    const Summary summary = summary_of(table, kind);
    fmt::format_to(std::back_inserter(text),
                   "        {{\n"
                   "          \"name\": \"{}\",\n"
                   "          \"own\": {}, \"opponent\": {}, \"neutral\": {}, \"phase\": \"{}\",\n"
                   "          \"entries\": {}, \"entry_bytes\": {},\n"
                   "          \"win\": {}, \"draw\": {}, \"loss\": {},\n"
                   "          \"longest_win\": {}, \"longest_loss\": {},\n"
                   "          \"histogram\": [{}]\n"
                   "        }}",
                   table.name, table.own, table.opponent, table.neutral, text_of(table.phase), table.size,
                   table.entry_bytes, summary.wins, summary.draws, summary.losses, number_or_null(summary.longest_win),
                   number_or_null(summary.longest_loss), fmt::join(table.histogram, ", "));
}

void put_layer(Text& text, const LayerInfo& layer, const LayerFile& file, TableKind kind) {
    fmt::format_to(std::back_inserter(text),
                   "    {{\n"
                   "      \"name\": \"{0}\",\n"
                   "      \"file\": \"{0}{1}\",\n"
                   "      \"bytes\": {2},\n"
                   "      \"checksum\": \"{3:016x}\",\n"
                   "      \"tables\": [\n",
                   layer.name, kLayerEnding, file.bytes, file.checksum);
    const char* separator = "";
    for (const TableInfo& table : layer.tables) {
        fmt::format_to(std::back_inserter(text), "{}", separator);
        put_table(text, table, kind);
        separator = ",\n";
    }
    fmt::format_to(std::back_inserter(text), "\n      ]\n    }}");
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
    Text text;
    fmt::format_to(std::back_inserter(text),
                   "{{\n"
                   "  \"format\": {},\n"
                   "  \"game\": \"{}\",\n"
                   "  \"rules\": \"{}\",\n"
                   "  \"kind\": \"{}\",\n"
                   "  \"layers\": [",
                   kFormatVersion, manifest.identity.game, manifest.identity.rules,
                   manifest.identity.kind == TableKind::values ? "values" : "distances");
    const char* separator = "\n";
    for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{}", separator);
        put_layer(text, manifest.layers[i], manifest.files[i], manifest.identity.kind);
        separator = ",\n";
    }
    fmt::format_to(std::back_inserter(text), "\n  ],\n  \"checksum\": \"");
    const std::uint64_t checksum = checksum_of(bytes_of({text.data(), text.size()}));
    fmt::format_to(std::back_inserter(text), "{:016x}\"\n}}\n", checksum);
    return fmt::to_string(text);
}

}  // namespace retrograde::database
