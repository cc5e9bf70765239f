// The check of all checksums, and the file of sums: what is damaged is named, and nothing else is.
#include <algorithm>
#include <random>

#include "cli_helpers.hpp"
#include "database/sha256.hpp"
#include "golden_files.hpp"

namespace retrograde::test {
namespace {

/// Pangki with up to three men a side.
class SmallPangki {
public:
    SmallPangki() { output_of(solve_pangki(root(), {"--pieces", "3"})); }

    [[nodiscard]] const fs::path& root() const noexcept { return folder_.path(); }
    [[nodiscard]] fs::path folder() const { return pangki_folder(root()); }

private:
    TempFolder folder_;
};

/// What `check` says: the fault of each file by its path, empty where it is whole. Tests the exit status as well.
std::map<std::string, std::string> checked(const fs::path& root) {
    const Outcome outcome = retrograde_run({"check", root.native()});
    std::map<std::string, std::string> faults;
    bool all_whole = true;
    for (const std::string& line : split(outcome.out, "\n")) {
        if (line.empty()) continue;
        const std::string name = line.substr(0, line.find(": "));
        const std::string answer = line.substr(name.size());
        const bool is_whole = answer == ": OK";
        all_whole = all_whole && is_whole;
        CHECK((is_whole || answer.starts_with(": FAILED: ")));
        faults[name] = is_whole ? "" : answer.substr(10);
    }
    CHECK(outcome.err == "");
    CHECK(outcome.status == (all_whole ? kDone : kBadDatabase));
    return faults;
}

/// The only file that `check` finds damaged; empty where there is none, or more than one.
std::string only_fault(const fs::path& root) {
    std::string name;
    for (const auto& [file, fault] : checked(root)) {
        if (fault.empty()) continue;
        if (!name.empty()) return {};
        name = fs::path(file).filename();
    }
    return name;
}

std::string text_of_file(const fs::path& file) {
    const Bytes bytes = read_file(file);
    return {bytes.begin(), bytes.end()};
}

int status_of_sha256sum(const fs::path& folder) {
    Surroundings inside;
    inside.folder = folder;
    return Process("/usr/bin/sha256sum", {"--check", "--quiet", "--strict", "SHA256SUMS"}, inside).wait().status;
}

}  // namespace

TEST_CASE("check finds whole databases whole", "[cli][check]") {
    const SmallPangki pangki;
    output_of(solve_pangki(pangki.root(), {"--rules", "capture=any", "--values", "wdl", "--pieces", "2"}));
    const auto faults = checked(pangki.root());
    CHECK(faults.size() == 8);  // 2v2, 3v2, 3v3; 2v2; twice the manifest and the sums
    for (const auto& [file, fault] : faults) {
        INFO(file);
        CHECK(fault.empty());
        CHECK(fs::exists(file));
    }
    CHECK(checked(pangki.folder()).size() == 5);
    Surroundings surroundings;
    surroundings.environment = {{"RETROGRADE_DB", pangki.root().native()}};
    CHECK(output_of({"check"}, surroundings) == output_of({"check", pangki.root().native()}));
    CHECK(output_of({"check", "--db", pangki.root().native()}) == output_of({"check", pangki.root().native()}));
    const Json report = json_output_of({"check", pangki.root().native()});
    CHECK(keys_of(report) == Words{"passed", "files"});
    CHECK(report["passed"] == true);
    CHECK(report["files"].size() == 8);
}

TEST_CASE("sha256sum reads the sums", "[cli][check]") {
    const SmallPangki pangki;
    const std::string sums = text_of_file(pangki.folder() / "SHA256SUMS");
    CHECK(std::ranges::count(sums, '\n') == 4);
    CHECK(status_of_sha256sum(pangki.folder()) == 0);
    const SmallPangki other;
    CHECK(text_of_file(other.folder() / "SHA256SUMS") == sums);
    write_byte(pangki.folder() / "3v2.layer", 1000, 77);
    CHECK(status_of_sha256sum(pangki.folder()) != 0);
}

TEST_CASE("SHA-256 of known texts", "[database]") {
    CHECK(database::sha256_of(Bytes{}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(database::sha256_of(Bytes{'a', 'b', 'c'}) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("check names the file with a flipped byte, and no other", "[cli][check]") {
    const SmallPangki pangki;
    std::mt19937 random(3);  // NOLINT: the same places in every run
    for (const char* name : {"2v2.layer", "3v3.layer", "manifest.json", "SHA256SUMS"}) {
        const fs::path file = pangki.folder() / name;
        const Bytes whole = read_file(file);
        for (int i = 0; i < 8; ++i) {
            const std::size_t place = i == 0 ? 0 : i == 1 ? whole.size() - 1 : random() % whole.size();
            write_byte(file, place, whole[place] ^ (1U << random() % 8));
            INFO(name << " at " << place);
            CHECK(only_fault(pangki.root()) == name);
            write_byte(file, place, whole[place]);
        }
    }
    CHECK(std::ranges::all_of(checked(pangki.root()), [](const auto& file) { return file.second.empty(); }));
}

TEST_CASE("check names files that are missing, cut or strange", "[cli][check]") {
    const SmallPangki pangki;
    for (const char* name : {"3v2.layer", "manifest.json", "SHA256SUMS"}) {
        INFO(name);
        const fs::path file = pangki.folder() / name;
        const Bytes whole = read_file(file);
        fs::resize_file(file, whole.size() / 2);
        CHECK(only_fault(pangki.root()) == name);
        fs::remove(file);
        CHECK(only_fault(pangki.root()) == name);
        CHECK(checked(pangki.root()).at(file.native()) == "is missing");
        write_file(file, whole);
    }
    fs::copy_file(pangki.folder() / "3v2.layer", pangki.folder() / "4v2.layer");
    CHECK(only_fault(pangki.root()) == "4v2.layer");
    fs::remove(pangki.folder() / "4v2.layer");
    fs::create_directory(pangki.folder() / "9v9.layer");
    CHECK(only_fault(pangki.root()) == "9v9.layer");
}

TEST_CASE("check finds what sums alone can tell", "[cli][check]") {
    const SmallPangki pangki;
    const fs::path sums = pangki.folder() / "SHA256SUMS";
    std::string text = text_of_file(sums);
    std::ranges::rotate(text,
                        text.begin() + static_cast<std::ptrdiff_t>(text.find('\n') + 1));  // right, in another order
    write_file(sums, Bytes(text.begin(), text.end()));
    CHECK(status_of_sha256sum(pangki.folder()) == 0);
    CHECK(only_fault(pangki.root()) == "SHA256SUMS");
    const std::string verify = error_of(kBadDatabase, {"verify", "pangki", "--quiet", "--db", pangki.root().native()});
    CHECK_THAT(verify, Catch::StartsWith(sums.native() + ": "));
    output_of(solve_pangki(pangki.root(), {"--pieces", "3"}));  // repairs it
    CHECK(only_fault(pangki.root()).empty());
}

TEST_CASE("check where there is nothing to check", "[cli][check]") {
    const TempFolder empty;
    CHECK(error_of(kBadDatabase, {"check", empty.path().native()}) == empty.path().native() + ": holds no database");
    CHECK(error_of(kBadDatabase, {"check", (empty.path() / "none").native()}) ==
          (empty.path() / "none").native() + ": is missing");
    write_file(empty.path() / "file", Bytes{1, 2, 3});
    error_of(kBadDatabase, {"check", (empty.path() / "file").native()});
    error_of(kBadUsage, {"check", "one", "two"});
}

}  // namespace retrograde::test
