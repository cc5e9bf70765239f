#include "cli_helpers.hpp"

#include <sys/mount.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "golden_files.hpp"
#include "sample_database.hpp"

namespace retrograde::test {
namespace {

/// Arguments for the message of a failed check; long ones are cut.
std::string shown(const Words& arguments) {
    constexpr std::size_t kLongest = 200;
    std::string text = "retrograde";
    for (const std::string& argument : arguments) {
        text += " '" + argument.substr(0, kLongest) + (argument.size() > kLongest ? "...'" : "'");
    }
    return text;
}

}  // namespace

Outcome retrograde_run(const Words& arguments, const Surroundings& surroundings) {
    return Process(RETROGRADE_BINARY, arguments, surroundings).wait();
}

std::string output_of(const Words& arguments, const Surroundings& surroundings) {
    const Outcome outcome = retrograde_run(arguments, surroundings);
    INFO(shown(arguments));
    CHECK(outcome.err == "");
    REQUIRE(outcome.status == kDone);
    return outcome.out;
}

Json json_output_of(Words arguments, const Surroundings& surroundings) {
    arguments.emplace_back("--json");
    const std::string text = output_of(arguments, surroundings);
    CHECK(std::ranges::count(text, '\n') == 1);
    return Json::parse(text);
}

std::string fault_of_error(const Outcome& outcome, int status) {
    constexpr std::size_t kLongest = 5000;  // of a line: room for the longest path there is
    const auto is_control = [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; };
    if (outcome.timed_out) return "it did not end";
    if (outcome.by_signal) return "a signal ended it";
    if (outcome.status != status) return "status " + std::to_string(outcome.status);
    if (!outcome.out.empty()) return "standard output: " + outcome.out;
    if (outcome.err.size() > kLongest) return "a line of " + std::to_string(outcome.err.size()) + " bytes";
    if (!outcome.err.starts_with("retrograde: ")) return "standard error: " + outcome.err;
    if (std::ranges::count_if(outcome.err, is_control) != 1 || !outcome.err.ends_with('\n')) {
        return "not one line: " + outcome.err;
    }
    return {};
}

std::string error_of(int status, const Words& arguments, const Surroundings& surroundings) {
    const Outcome outcome = retrograde_run(arguments, surroundings);
    const std::string fault = fault_of_error(outcome, status);
    INFO(shown(arguments));
    CHECK(fault == "");
    if (!fault.empty()) return {};
    const std::size_t start = outcome.err.find(' ') + 1;
    return outcome.err.substr(start, outcome.err.size() - start - 1);
}

Words keys_of(const Json& object) {
    Words keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

Words lines_of(const std::string& text) {
    Words lines = split(text, "\n");
    REQUIRE(lines.back().empty());
    lines.pop_back();
    return lines;
}

Words joined(Words first, const Words& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

Words solve_pangki(const fs::path& root, const Words& more) {
    return joined({"solve", "pangki", "--quiet", "--db", root.native()}, more);
}

std::map<std::string, Bytes> files_of(const fs::path& folder) {
    std::map<std::string, Bytes> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        files[entry.path().filename().native()] = read_file(entry.path());
    }
    return files;
}

bool looks_unfinished(const fs::path& folder) {
    if (!fs::exists(folder)) return true;
    const auto may_be_there = [](const fs::directory_entry& entry) {
        return entry.path().extension() == ".layer" || entry.path().filename() == "SHA256SUMS";
    };
    return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(), may_be_there);
}

std::string long_path(const fs::path& root, std::size_t length) {
    std::string path = root.native();
    while (path.size() < length)
        path += '/' + std::string(std::min<std::size_t>(200, length - path.size() - 1), 'x');
    return path;
}

void wait_until(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
        REQUIRE(std::chrono::steady_clock::now() < deadline);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void wait_for_layer(const fs::path& root, const std::string& name) {
    wait_until([file = pangki_folder(root) / (name + ".layer")] { return fs::exists(file); });
}

SmallDisk::SmallDisk(const std::string& options) {
    fs::create_directory(path());
    mounted_ = ::mount("tmpfs", path().c_str(), "tmpfs", 0, options.c_str()) == 0;
    if (!mounted_) WARN("not allowed to mount a small disk; a test that needs one is left out");
}

SmallDisk::~SmallDisk() {
    if (mounted_) ::umount2(path().c_str(), MNT_DETACH);
}

void SmallDisk::make_read_only() {
    REQUIRE(::mount("tmpfs", path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0);
}

void SmallDisk::fill() const {
    std::ofstream stream(filler(), std::ios::binary);
    const std::string part(1024, 'x');
    while (stream.write(part.data(), static_cast<std::streamsize>(part.size())).flush()) {
    }
}

void SmallDisk::give_back() const { fs::remove(filler()); }

void change_one_code(const fs::path& folder, const std::string& layer_name) {
    const DatabaseIdentity identity{"pangki", "capture=touched", TableKind::distances};
    const Database database(folder, identity);
    const auto& layers = database.layers();
    const LayerInfo& layer = *std::ranges::find(layers, layer_name, &LayerInfo::name);
    Solved changed{layer, {}};
    for (const TableInfo& table : layer.tables) {
        changed.tables.emplace_back(table.size * table.entry_bytes);
        database.read_table(database.table(table.name), changed.tables.back());
    }
    Bytes& codes = changed.tables.front();
    *std::ranges::find_if(codes, [](unsigned code) { return code > kWinCode; }) = kWinCode;
    DatabaseWriter writer(folder, identity);
    writer.write_layer(layer, changed.views());
    writer.write_manifest(layers);
}

}  // namespace retrograde::test
