// What the tests of the program share: running it, judging what it says, databases solved by it.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "database_helpers.hpp"
#include "process.hpp"

namespace retrograde::test {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

/// Start of Pangki.
inline const std::string kPangkiStart = "wwww/w2w/b2b/bbbb b";

/// Exit statuses, as documented.
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;
inline constexpr int kBadUsage = 2;
inline constexpr int kBadDatabase = 3;
inline constexpr int kNoResources = 4;

/// Runs the program to its end.
[[nodiscard]] Outcome retrograde_run(const Words& arguments, const Surroundings& surroundings = {});

/// Runs it, checks that it ends well and in silence on standard error, and returns its output.
std::string output_of(const Words& arguments, const Surroundings& surroundings = {});

/// The same for a command that prints JSON; `--json` is added.
[[nodiscard]] Json json_output_of(Words arguments, const Surroundings& surroundings = {});

/// What is wrong with an outcome that should be an error of this status: exactly one line on standard error that
/// begins with the program's name, nothing on standard output. Empty where nothing is wrong.
[[nodiscard]] std::string fault_of_error(const Outcome& outcome, int status);

/// Runs it, checks that it fails as fault_of_error asks, and returns the message without the program's name.
std::string error_of(int status, const Words& arguments, const Surroundings& surroundings = {});

/// Names of the keys, in order.
[[nodiscard]] Words keys_of(const Json& object);

[[nodiscard]] inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The arguments of `solve pangki` in silence, and whatever else is given.
[[nodiscard]] Words solve_pangki(const fs::path& root, const Words& more = {});

/// `first` and then `more`.
[[nodiscard]] Words joined(Words first, const Words& more);

/// Lines of a text whose last line is ended.
[[nodiscard]] Words lines_of(const std::string& text);

/// Where the program keeps Pangki under a capture rule.
[[nodiscard]] inline fs::path pangki_folder(const fs::path& root, const std::string& capture = "touched") {
    return root / "pangki" / ("capture=" + capture);
}

/// The contents of all files of a folder by name. (Compare with ==, not within CHECK: a failure would print it all.)
[[nodiscard]] std::map<std::string, Bytes> files_of(const fs::path& folder);

/// Whether the folder holds what a solve left that did not come to its end: no manifest, no file half written.
[[nodiscard]] bool looks_unfinished(const fs::path& folder);

/// `root/xxx.../xxx...`, a path of so many characters.
[[nodiscard]] std::string long_path(const fs::path& root, std::size_t length);

/// Waits for something that a running program will do; fails the test where it does not within 30 seconds.
void wait_until(const std::function<bool()>& condition);

/// Waits until `solve pangki` has written a layer.
void wait_for_layer(const fs::path& root, const std::string& name);

/// A folder with Pangki solved by the program, removed at the end.
class SolvedPangki {
public:
    SolvedPangki() { output_of(solve_pangki(root())); }

    [[nodiscard]] const fs::path& root() const noexcept { return folder_.path(); }
    [[nodiscard]] fs::path folder() const { return pangki_folder(root()); }

private:
    TempFolder folder_;
};

/// Makes one position of solved Pangki a win in one ply and writes the layer and the manifest anew, with right
/// checksums.
void change_one_code(const fs::path& folder, const std::string& layer_name);

/// A small disk in memory, mounted below a temporary folder; only root may have one.
class SmallDisk {
public:
    /// `options` as for mount: `size=256k`.
    explicit SmallDisk(const std::string& options);
    ~SmallDisk();
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// False where mounting is not allowed; the test should be left out then.
    [[nodiscard]] bool is_mounted() const noexcept { return mounted_; }
    [[nodiscard]] fs::path path() const { return folder_.path() / "disk"; }
    void make_read_only();

    /// Takes all the room that is left, until it is given back.
    void fill() const;
    void give_back() const;

private:
    [[nodiscard]] fs::path filler() const { return path() / "filler"; }

    TempFolder folder_;
    bool mounted_ = false;
};

}  // namespace retrograde::test
