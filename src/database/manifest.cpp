#include "database/manifest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "database/bytes.hpp"
#include "database/failure.hpp"
#include "database/file.hpp"
#include "database/format.hpp"
#include "retrograde/text.hpp"

namespace retrograde::database {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLargestManifest = std::uint64_t{1} << 24;  // bytes
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 50;      // bytes; keeps sums far from overflow
constexpr int kDeepestManifest = 6;                                 // lists in lists

// Thrown and caught in this file only: the text is not a manifest.
struct NotAManifest {
    std::string what;
};

template <std::unsigned_integral T>
T number(const Json& object, const char* key) {
    const Json& value = object.at(key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
        throw NotAManifest{fmt::format("\"{}\" is not a number that fits", key)};
    }
    return value.get<T>();
}

const std::string& text(const Json& object, const char* key) { return object.at(key).get_ref<const std::string&>(); }

const Json::array_t& list(const Json& object, const char* key) {
    return object.at(key).get_ref<const Json::array_t&>();
}

std::uint64_t checksum(const Json& object) {
    const std::string& digits = text(object, "checksum");
    std::uint64_t value = 0;
    const auto end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, value, 16).ptr != end) throw NotAManifest{"a checksum is not a number"};
    return value;
}

// A text of another meaning is taken for the first: the comparison with the text as written refuses it.
Phase phase(const Json& object) {
    const std::string& name = text(object, "phase");
    if (name == "placement") return Phase::placement;
    return name == "movement" ? Phase::movement : Phase::none;
}

TableInfo table(const Json& object) {
    TableInfo table;
    table.name = text(object, "name");
    table.own = number<unsigned>(object, "own");
    table.opponent = number<unsigned>(object, "opponent");
    table.neutral = number<unsigned>(object, "neutral");
    table.phase = phase(object);
    table.size = number<std::uint64_t>(object, "entries");
    table.entry_bytes = number<unsigned>(object, "entry_bytes");
    for (const Json& count : list(object, "histogram")) {
        if (!count.is_number_unsigned()) throw NotAManifest{"a count is not a number"};
        table.histogram.push_back(count.get<std::uint64_t>());
    }
    return table;
}

Manifest manifest(const Json& root) {
    Manifest manifest;
    manifest.identity.game = text(root, "game");
    manifest.identity.rules = text(root, "rules");
    manifest.identity.kind = text(root, "kind") == "values" ? TableKind::values : TableKind::distances;
    for (const Json& object : list(root, "layers")) {
        LayerInfo layer;
        layer.name = text(object, "name");
        for (const Json& entry : list(object, "tables"))
            layer.tables.push_back(table(entry));
        manifest.layers.push_back(std::move(layer));
        manifest.files.push_back({number<std::uint64_t>(object, "bytes"), checksum(object)});
    }
    return manifest;
}

std::string fault_of(const Manifest& manifest) {
    if (auto fault = database::fault_of(manifest.identity); !fault.empty()) return fault;
    std::set<std::string_view> layers;
    std::set<std::string_view> tables;
    for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
        const LayerInfo& layer = manifest.layers[i];
        if (auto fault = database::fault_of(layer, manifest.identity.kind); !fault.empty()) return fault;
        if (!layers.insert(layer.name).second) return fmt::format("two layers with the name {}", layer.name);
        for (const TableInfo& entry : layer.tables) {
            if (!tables.insert(entry.name).second) return fmt::format("two tables with the name {}", entry.name);
        }
        if (manifest.files[i].bytes > kLargestFile) return fmt::format("impossible size of layer {}", layer.name);
    }
    return {};
}

Json parse(const std::string& text) {
    // Lists in lists without end would cost far more memory than the text.
    const auto guard = [](int depth, Json::parse_event_t, const Json&) {
        if (depth > kDeepestManifest) throw NotAManifest{"too many lists in lists"};
        return true;
    };
    try {
        return Json::parse(text, guard);
    } catch (const Json::parse_error& error) {
        throw NotAManifest{fmt::format("no JSON at byte {}", error.byte)};
    }
}

std::string read_text(const InputFile& file) {
    if (file.size() > kLargestManifest) throw NotAManifest{"too large for a manifest"};
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    file.read(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
    return text;
}

Manifest read_manifest(const InputFile& file) {
    const std::string text = read_text(file);
    const Json root = parse(text);
    if (const auto version = number<std::uint64_t>(root, "format"); version != kFormatVersion) {
        throw file_error(file.path(), version_fault(version));
    }
    Manifest result = manifest(root);
    if (auto fault = fault_of(result); !fault.empty()) throw NotAManifest{std::move(fault)};
    if (manifest_text(result) != text) throw NotAManifest{"its text does not match its checksum"};
    return result;
}

}  // namespace

void check_manifest(const Manifest& manifest) {
    const auto fault = fault_of(manifest);
    if (!fault.empty()) throw Error(ErrorKind::usage, fmt::format("a manifest cannot be written: {}", fault));
}

void write_manifest_file(const std::filesystem::path& folder, const Manifest& manifest) {
    const auto path = folder / kManifestName;
    check_manifest(manifest);
    const std::string text = manifest_text(manifest);
    if (text.size() > kLargestManifest) throw file_error(path, "cannot be written: too large");
    OutputFile file(path);
    file.write(bytes_of(text));
    file.commit();
}

ManifestFile read_manifest_file(const std::filesystem::path& folder) {
    const InputFile file(folder / kManifestName);
    try {
        return {read_manifest(file), file.size()};
    } catch (const NotAManifest& fault) {
        throw damaged(file.path(), fault.what);
    } catch (const Json::exception&) {
        throw damaged(file.path(), "a value is missing or of the wrong type");
    }
}

}  // namespace retrograde::database
