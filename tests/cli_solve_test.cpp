// Solving through the program: the same bytes whatever the threads, nothing done twice, repairs, where files go.
#include <algorithm>

#include "cli_helpers.hpp"

namespace retrograde::test {
namespace {

using Times = std::map<std::string, fs::file_time_type>;

/// When each file of a folder was last written.
Times times_of(const fs::path& folder) {
    Times times;
    for (const auto& entry : fs::directory_iterator(folder)) {
        times[entry.path().filename().native()] = entry.last_write_time();
    }
    return times;
}

void flip_middle_byte(const fs::path& file) {
    const Bytes bytes = read_file(file);
    write_byte(file, bytes.size() / 2, bytes[bytes.size() / 2] ^ 4U);
}

}  // namespace

TEST_CASE("a database is the same whatever the threads", "[cli][solve]") {
    const TempFolder first;
    output_of(solve_pangki(first.path(), {"--threads", "1"}));
    const auto expected = files_of(pangki_folder(first.path()));
    CHECK(expected.size() == 17);
    for (const char* threads : {"2", "4"}) {
        const TempFolder other;
        output_of(solve_pangki(other.path(), {"--threads", threads}));
        INFO(threads << " threads");
        CHECK((files_of(pangki_folder(other.path())) == expected));
    }
    output_of(solve_pangki(first.path(), {"--force", "--threads", "3"}));
    CHECK((files_of(pangki_folder(first.path())) == expected));
}

TEST_CASE("what is solved is not solved again", "[cli][solve]") {
    const SolvedPangki pangki;
    const Times before = times_of(pangki.folder());
    CHECK_THAT(output_of(solve_pangki(pangki.root())), Catch::Contains("solved already, nothing done"));
    CHECK(json_output_of(solve_pangki(pangki.root()))["already_solved"] == true);
    CHECK(times_of(pangki.folder()) == before);

    CHECK_THAT(output_of(solve_pangki(pangki.root(), {"--force"})), !Catch::Contains("already"));
    const Times after = times_of(pangki.folder());
    const auto written_again = [&](const auto& file) { return file.second > before.at(file.first); };
    CHECK(std::ranges::all_of(after, written_again));
}

TEST_CASE("solve repairs what is damaged and leaves the rest", "[cli][solve]") {
    const SolvedPangki pangki;
    const auto whole = files_of(pangki.folder());
    const Times before = times_of(pangki.folder());
    const Words damaged = {"2v2.layer", "5v3.layer", "6v6.layer"};
    flip_middle_byte(pangki.folder() / damaged[0]);
    fs::resize_file(pangki.folder() / damaged[1], 1000);
    fs::remove(pangki.folder() / damaged[2]);

    const Json report = json_output_of(solve_pangki(pangki.root()));
    CHECK(report["already_solved"] == false);
    CHECK(report["layers_kept"] == 12);
    CHECK((files_of(pangki.folder()) == whole));
    for (const auto& [file, time] : times_of(pangki.folder())) {
        const bool is_written =
            file == "manifest.json" || file == "SHA256SUMS" || std::ranges::find(damaged, file) != damaged.end();
        INFO(file);
        CHECK((time != before.at(file)) == is_written);
    }
}

TEST_CASE("solve repairs a manifest", "[cli][solve]") {
    const SolvedPangki pangki;
    const fs::path manifest = pangki.folder() / "manifest.json";
    const auto whole = files_of(pangki.folder());
    const auto check_repair = [&] {
        CHECK(json_output_of(solve_pangki(pangki.root()))["layers_kept"] == 15);
        CHECK((files_of(pangki.folder()) == whole));
    };
    flip_middle_byte(manifest);
    check_repair();
    fs::resize_file(manifest, 0);
    check_repair();
    fs::remove(manifest);
    check_repair();
}

TEST_CASE("endings are a beginning of the whole", "[cli][solve]") {
    const SolvedPangki pangki;
    const TempFolder root;
    output_of(solve_pangki(root.path(), {"--pieces", "4"}));
    CHECK(json_output_of(solve_pangki(root.path(), {"--pieces", "3"}))["already_solved"] == true);
    CHECK(json_output_of(solve_pangki(root.path(), {"--layers", "5v3"}))["already_solved"] == false);
    CHECK(json_output_of(solve_pangki(root.path()))["already_solved"] == false);
    CHECK((files_of(pangki_folder(root.path())) == files_of(pangki.folder())));
    CHECK(json_output_of(solve_pangki(root.path(), {"--layers", "5v3,2v2"}))["already_solved"] == true);
}

TEST_CASE("databases of several rule sets live side by side", "[cli][solve]") {
    const SolvedPangki pangki;
    const auto whole = files_of(pangki.folder());
    output_of(solve_pangki(pangki.root(), {"--rules", "capture=any"}));
    CHECK((files_of(pangki.folder()) == whole));
    CHECK((files_of(pangki_folder(pangki.root(), "any")) != whole));
    CHECK(Json::parse(output_of({"stats", "pangki", "--db", pangki.root().native(), "--rules", "capture=touched",
                                 "--json"}))["longest_win"] == 75);
}

TEST_CASE("where databases are looked for", "[cli][solve]") {
    const TempFolder here;
    const fs::path spaced = here.path() / "with spaces, and 'quotes'";
    const Words solve = {"solve", "pangki", "--quiet"};
    const Words query = {"query", "pangki", kPangkiStart};
    Surroundings inside;
    inside.folder = here.path();
    Surroundings with_variable = inside;
    with_variable.environment = {{"RETROGRADE_DB", spaced.native()}};

    SECTION("retrograde-db in the current folder") {
        output_of(solve, inside);
        CHECK(fs::exists(pangki_folder(here.path() / "retrograde-db") / "manifest.json"));
        output_of(query, inside);
        CHECK_THAT(error_of(kBadDatabase, query, with_variable), Catch::StartsWith(spaced.native() + "/pangki/"));
        inside.environment = {{"RETROGRADE_DB", ""}};  // as if it were not set
        output_of(query, inside);
    }
    SECTION("the folder in the environment") {
        output_of(solve, with_variable);
        CHECK(fs::exists(pangki_folder(spaced) / "manifest.json"));
        CHECK_FALSE(fs::exists(here.path() / "retrograde-db"));
        output_of(query, with_variable);
        CHECK_THAT(error_of(kBadDatabase, query, inside), Catch::StartsWith("retrograde-db/pangki/"));
    }
    SECTION("--db, before the environment") {
        output_of(joined(solve, {"--db=nearby"}), with_variable);
        CHECK(fs::exists(pangki_folder(here.path() / "nearby") / "manifest.json"));
        CHECK_FALSE(fs::exists(spaced));
        output_of(joined(query, {"--db", "nearby"}), with_variable);
    }
}

TEST_CASE("progress goes to standard error, unless it is not wanted", "[cli][solve]") {
    const TempFolder root;
    const Outcome outcome = retrograde_run({"solve", "pangki", "--db", root.path().native()});
    CHECK(outcome.status == kDone);
    CHECK_THAT(outcome.err, Catch::Contains("6v6 finished: 2,794,684 of 2,794,684 positions"));
    CHECK_THAT(outcome.err, !Catch::Contains("\r"));
    CHECK_THAT(outcome.out, !Catch::Contains("finished"));
}

}  // namespace retrograde::test
