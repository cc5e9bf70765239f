// Small databases and their files, for tests of any kind: folders that vanish, files as rows of bytes, layers of
// made-up codes.
#pragma once

#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "database/format.hpp"
#include "retrograde/database.hpp"

namespace retrograde::test {

namespace fs = std::filesystem;

using Bytes = std::vector<std::uint8_t>;

/// A new folder that is removed with all it holds.
class TempFolder {
public:
    TempFolder() {
        std::string name = (fs::temp_directory_path() / "retrograde-XXXXXX").native();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    [[nodiscard]] const fs::path& path() const noexcept { return path_; }

private:
    fs::path path_;
};

inline Bytes read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + path.native());
}

/// Changes one byte and leaves the rest of the file alone.
inline void write_byte(const fs::path& path, std::size_t place, unsigned byte) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(place));
    file.put(static_cast<char>(byte));
    if (!file.flush()) throw std::runtime_error("cannot change " + path.native());
}

/// A layer together with its tables.
struct Solved {
    LayerInfo layer;
    std::vector<Bytes> tables;

    [[nodiscard]] std::vector<std::span<const std::uint8_t>> views() const { return {tables.begin(), tables.end()}; }
};

/// Codes below `codes`, in runs, so that they compress like those of a game; the same seed gives the same codes.
inline Bytes sample_codes(std::uint64_t entries, unsigned entry_bytes, unsigned codes, unsigned seed) {
    std::mt19937 random(seed);
    Bytes bytes;
    unsigned code = 0;
    for (std::uint64_t i = 0; i < entries; ++i) {
        const auto number = static_cast<unsigned>(random());
        if (number % 16 == 0) code = (number >> 8) % codes;
        for (unsigned k = 0; k < entry_bytes; ++k)
            bytes.push_back(static_cast<std::uint8_t>(code >> (8 * k)));
    }
    return bytes;
}

inline TableInfo table_info(const std::string& name, std::uint64_t size, unsigned entry_bytes = 1) {
    TableInfo info;
    info.own = 3;
    info.opponent = 2;
    info.neutral = 1;
    info.name = name;
    info.phase = Phase::movement;
    info.size = size;
    info.entry_bytes = entry_bytes;
    info.histogram = {size, 7, 11};
    return info;
}

inline Solved sample_layer(const std::string& name, std::uint64_t size, unsigned entry_bytes = 1, unsigned codes = 3) {
    const auto seed = static_cast<unsigned>(size);
    Solved solved;
    solved.layer.name = name;
    solved.layer.tables = {table_info(name, size, entry_bytes), table_info(name + "b", size / 2, entry_bytes)};
    solved.tables = {sample_codes(size, entry_bytes, codes, seed),
                     sample_codes(size / 2, entry_bytes, codes, seed + 1)};
    return solved;
}

inline void write_database(const fs::path& folder, const DatabaseIdentity& identity,
                           const std::vector<Solved>& layers) {
    DatabaseWriter writer(folder, identity);
    std::vector<LayerInfo> infos;
    for (const Solved& solved : layers) {
        writer.write_layer(solved.layer, solved.views());
        infos.push_back(solved.layer);
    }
    writer.write_manifest(infos);
}

inline Code code_in(const Bytes& table, unsigned entry_bytes, std::uint64_t entry) {
    const auto i = static_cast<std::size_t>(entry * entry_bytes);
    return static_cast<Code>(entry_bytes == 1 ? table[i] : table[i] | (table[i + 1] << 8));
}

/// What is before the checksum of a manifest.
inline constexpr const char* kChecksumKey = "\"checksum\": \"";

/// Puts the right checksum under the text of a manifest, which must have one, and writes it.
inline void sign_manifest(const fs::path& folder, std::string text) {
    const std::size_t place = text.rfind(kChecksumKey) + std::string_view(kChecksumKey).size();
    const Bytes covered(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place));
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) {
        digits += "0123456789abcdef"[(database::checksum_of(covered) >> shift) & 15U];
    }
    text.replace(place, 16, digits);
    write_file(folder / "manifest.json", Bytes(text.begin(), text.end()));
}

}  // namespace retrograde::test
