#include "database/sums.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>

#include "database/bytes.hpp"
#include "database/failure.hpp"
#include "database/file.hpp"
#include "database/layer_writer.hpp"
#include "database/sha256.hpp"

namespace retrograde::database {

namespace {

constexpr std::size_t kDigits = 64;

/// One line for each file, ordered by name.
std::vector<std::string> lines_of(std::vector<FileSum> sums) {
    std::ranges::sort(sums, {}, &FileSum::name);
    std::vector<std::string> lines;
    for (const FileSum& sum : sums)
        lines.push_back(fmt::format("{:>{}}  {}\n", sum.sha256, kDigits, sum.name));
    return lines;
}

bool is_sum(std::string_view digits) { return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

/// Whether `text` begins with the line; digits that are left open may be any.
bool begins_with(std::string_view text, std::string_view line) {
    if (!line.starts_with(' ')) return text.starts_with(line);
    return text.size() >= line.size() && is_sum(text.substr(0, kDigits)) &&
           text.substr(kDigits).starts_with(line.substr(kDigits));
}

}  // namespace

std::vector<FileSum> sums_of(const std::filesystem::path& folder, std::span<const std::string> names) {
    std::vector<FileSum> sums(names.size());
    tbb::parallel_for(std::size_t{0}, names.size(), [&](std::size_t i) {
        sums[i] = {names[i], sha256_of(InputFile(folder / names[i]))};
    });
    return sums;
}

std::vector<std::string> names_of_files(const Manifest& manifest) {
    std::vector<std::string> names;
    for (const LayerInfo& layer : manifest.layers)
        names.push_back(layer_path({}, layer.name).native());
    names.emplace_back(kManifestName);
    return names;
}

void write_sums_file(const std::filesystem::path& folder, const Manifest& manifest) {
    std::vector<std::string> names = names_of_files(manifest);
    names.pop_back();
    std::vector<FileSum> sums = sums_of(folder, names);
    sums.push_back({kManifestName, sha256_of(bytes_of(manifest_text(manifest)))});
    OutputFile file(folder / kSumsName);
    for (const std::string& line : lines_of(std::move(sums)))
        file.write(bytes_of(line));
    file.commit();
}

void check_sums_file(const std::filesystem::path& folder, std::vector<FileSum> sums) {
    const InputFile file(folder / kSumsName);
    const std::vector<std::string> lines = lines_of(std::move(sums));
    std::size_t bytes = 0;
    for (const std::string& line : lines)
        bytes += line.size();
    if (file.size() != bytes) throw damaged(file.path(), fmt::format("{} bytes, not {}", file.size(), bytes));
    std::string text(bytes, '\0');
    file.read(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
    std::string_view rest = text;
    for (const std::string& line : lines) {
        if (!begins_with(rest, line)) {
            const std::string name = line.substr(kDigits + 2, line.size() - kDigits - 3);
            throw damaged(file.path(), fmt::format("the line of {} does not fit that file", name));
        }
        rest.remove_prefix(line.size());
    }
}

}  // namespace retrograde::database
