// Damaged databases, through the program: verify says which file it is, and nothing is answered from damaged data.
#include <algorithm>
#include <random>

#include "cli_helpers.hpp"
#include "retrograde/game.hpp"

namespace retrograde::test {
namespace {

const DatabaseIdentity kPangki{"pangki", "capture=touched", TableKind::distances};

/// Positions of the layers with up to three men a side, of both sides to move.
const Words kEndings = {"ww2/4/4/2bb b",   "ww2/4/4/2bb w",     "www1/4/4/2bb b",   "ww2/4/4/1bbb b",
                        "www1/4/4/1bbb w", "w1w1/4/b1w1/2bb b", "1w2/w1b1/4/b1b1 w"};

/// Pangki with at most three men a side, solved by the library.
class SmallPangki {
public:
    SmallPangki() {
        SolveRequest request;
        request.root = folder_.path();
        request.max_pieces = 3;
        (void)game_->solve(request, {}, {});
        codes_ = codes();
    }

    [[nodiscard]] fs::path folder() const { return pangki_folder(folder_.path()); }

    /// Whether everything that is read is right or refused.
    [[nodiscard]] bool answers_are_right() const {
        try {
            return codes() == codes_;
        } catch (const Error& error) {
            return error.kind() == ErrorKind::database;
        }
    }

private:
    [[nodiscard]] std::vector<Code> codes() const {
        const Database database(folder(), kPangki);
        std::vector<Code> codes;
        for (const std::string& text : kEndings) {
            codes.push_back(game_->probe(database, parse_position(game_->board(), text)));
        }
        return codes;
    }

    TempFolder folder_;
    std::unique_ptr<Game> game_ = make_game("pangki", "");
    std::vector<Code> codes_;
};

/// Message of the check of all files; empty where it finds nothing.
std::string found_in(const fs::path& folder) {
    try {
        Database(folder, kPangki).check_files();
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

/// The start of every error that is found in a file.
std::string named(const fs::path& file) { return file.native() + ": "; }

struct Place {
    fs::path file;
    std::size_t offset;
    unsigned mask;  ///< bits to change
};

/// Bytes of all files: those within `ends` bytes of the beginning or end of a file, and others at random, so many a
/// file.
std::vector<Place> places_in(const fs::path& folder, std::size_t ends, std::size_t others, std::mt19937& random) {
    std::vector<Place> places;
    const auto add = [&](const fs::path& file, std::size_t offset) {
        places.push_back({file, offset, 1U << random() % 8});
    };
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::size_t size = entry.file_size();
        for (std::size_t i = 0; i < size; ++i) {
            if (i < ends || size - i <= ends) add(entry.path(), i);
        }
        for (std::size_t i = 0; i < others; ++i)
            add(entry.path(), random() % size);
    }
    return places;
}

/// A byte that is wrong as long as this lives.
class Damage {
public:
    explicit Damage(Place place) : place_(std::move(place)), whole_(read_file(place_.file)) {
        write_byte(place_.file, place_.offset, whole_[place_.offset] ^ place_.mask);
    }
    Damage(const Damage&) = delete;
    Damage& operator=(const Damage&) = delete;
    ~Damage() { write_byte(place_.file, place_.offset, whole_[place_.offset]); }

private:
    Place place_;
    Bytes whole_;
};

/// The commands that read a database, on the full game of Pangki, and what they say while it is whole.
class Readers {
public:
    explicit Readers(const fs::path& root) : root_(root) {
        for (const Words& command : kCommands)
            answers_.push_back(output_of(with_folder(command)));
    }

    /// Empty where `verify` finds the damage in `file` and the others answer as ever or refuse to; else what is wrong.
    [[nodiscard]] std::string complaint_about(const fs::path& file) const {
        const Outcome verify = retrograde_run(with_folder({"verify", "pangki", "--quiet"}));
        if (const auto fault = fault_of_error(verify, kBadDatabase); !fault.empty()) return "verify: " + fault;
        if (!contains(verify.err, named(file))) return "verify blames another file: " + verify.err;
        for (std::size_t i = 0; i < kCommands.size(); ++i) {
            const Outcome outcome = retrograde_run(with_folder(kCommands[i]));
            if (outcome.status == kDone && outcome.out == answers_[i] && outcome.err.empty()) continue;
            const auto fault = fault_of_error(outcome, kBadDatabase);
            if (!fault.empty()) return kCommands[i].front() + ": " + fault;
            if (!contains(outcome.err, named(file))) return "another file is blamed: " + outcome.err;
        }
        return {};
    }

    void check(const fs::path& file) const {
        INFO(file);
        CHECK(complaint_about(file) == "");
    }

private:
    inline static const std::vector<Words> kCommands = {
        {"stats", "pangki"}, {"query", "pangki", kPangkiStart}, {"query", "pangki", "w3/2ww/bb1w/4 w", "--json"}};

    [[nodiscard]] Words with_folder(const Words& command) const { return joined(command, {"--db", root_.native()}); }

    fs::path root_;
    std::vector<std::string> answers_;
};

/// Changes a manifest as one would who also knows how to sign it.
void edit_manifest(const fs::path& folder, const std::string& what, const std::string& by) {
    sign_manifest(folder, replaced(manifest_of(folder), what, by));
}

}  // namespace

TEST_CASE("every flipped byte of a solved game is found", "[cli][damage]") {
    const SmallPangki pangki;
    REQUIRE(found_in(pangki.folder()).empty());
    REQUIRE(pangki.answers_are_right());
    std::mt19937 random(7);  // NOLINT: the same places in every run
    const auto places = places_in(pangki.folder(), 200, 400, random);
    CHECK(places.size() > 3000);
    unsigned unseen = 0;
    unsigned wrong = 0;
    for (const Place& place : places) {
        const Damage damage(place);
        if (!found_in(pangki.folder()).starts_with(named(place.file))) ++unseen;
        if (!pangki.answers_are_right()) ++wrong;
    }
    CHECK(unseen == 0);
    CHECK(wrong == 0);
    CHECK(found_in(pangki.folder()).empty());
}

TEST_CASE("the program refuses flipped bytes", "[cli][damage]") {
    const SolvedPangki pangki;
    const Readers readers(pangki.root());
    std::mt19937 random(11);  // NOLINT: the same places in every run
    for (const Place& place : places_in(pangki.folder(), 0, 1, random)) {
        const Damage damage(place);
        INFO("offset " << place.offset << ", bits " << place.mask);
        readers.check(place.file);
    }
    output_of({"verify", "pangki", "--quiet", "--db", pangki.root().native()});
}

TEST_CASE("the program refuses files cut, longer or missing", "[cli][damage]") {
    const SolvedPangki pangki;
    const Readers readers(pangki.root());
    for (const char* name : {"6v6.layer", "2v2.layer", "manifest.json"}) {
        const fs::path file = pangki.folder() / name;
        const Bytes whole = read_file(file);
        for (const std::size_t size : {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1}) {
            INFO(size << " bytes are left");
            fs::resize_file(file, size);
            readers.check(file);
            write_file(file, whole);
        }
        Bytes longer = whole;
        longer.push_back('\n');
        write_file(file, longer);
        readers.check(file);
        fs::remove(file);
        readers.check(file);
        fs::create_directory(file);
        readers.check(file);
        fs::remove(file);
        write_file(file, whole);
    }
}

TEST_CASE("the program refuses files of another database", "[cli][damage]") {
    const SolvedPangki pangki;
    const fs::path other = pangki_folder(pangki.root(), "any");
    output_of(solve_pangki(pangki.root(), {"--rules", "capture=any"}));
    const Readers readers(pangki.root());
    const auto check_in_place_of = [&](const std::string& name, const fs::path& foreign) {
        const fs::path file = pangki.folder() / name;
        const Bytes own = read_file(file);
        fs::copy_file(foreign, file, fs::copy_options::overwrite_existing);
        readers.check(file);
        write_file(file, own);
    };
    check_in_place_of("6v6.layer", other / "6v6.layer");
    check_in_place_of("6v6.layer", pangki.folder() / "6v5.layer");
    check_in_place_of("manifest.json", other / "manifest.json");

    fs::copy(pangki.folder(), pangki.root() / "copy");
    edit_manifest(pangki.root() / "copy", R"("game": "pangki")", R"("game": "diamond")");
    check_in_place_of("manifest.json", pangki.root() / "copy" / "manifest.json");

    fs::remove_all(pangki.folder());
    fs::copy(other, pangki.folder());
    readers.check(pangki.folder() / "manifest.json");
}

TEST_CASE("the program refuses other versions of the format", "[cli][damage]") {
    const SolvedPangki pangki;
    const Readers readers(pangki.root());
    const Words verify = {"verify", "pangki", "--quiet", "--db", pangki.root().native()};
    constexpr std::size_t kVersionOffset = 8;
    write_byte(pangki.folder() / "6v6.layer", kVersionOffset, 2);
    readers.check(pangki.folder() / "6v6.layer");
    CHECK_THAT(error_of(kBadDatabase, verify), Catch::Contains("is of format version 2"));
    edit_manifest(pangki.folder(), R"("format": 1)", R"("format": 3)");
    readers.check(pangki.folder() / "manifest.json");
    CHECK_THAT(error_of(kBadDatabase, verify), Catch::Contains("is of format version 3"));
}

TEST_CASE("the program refuses a database that is not there", "[cli][damage]") {
    const TempFolder root;
    const std::string manifest = named(pangki_folder(root.path()) / "manifest.json");
    const std::vector<Words> commands = {
        {"query", "pangki", kPangkiStart}, {"stats", "pangki"}, {"verify", "pangki", "--expect", "draw"}};
    for (const Words& command : commands) {
        CHECK(error_of(kBadDatabase, joined(command, {"--db", root.path().native()})) == manifest + "is missing");
    }
    CHECK(fs::is_empty(root.path()));
}

}  // namespace retrograde::test
