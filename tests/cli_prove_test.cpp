// Certificates: those of small databases of every game check, and none does that was tampered with.
#include <algorithm>

#include "cli_helpers.hpp"
#include "database/sha256.hpp"
#include "golden_files.hpp"

namespace retrograde::test {
namespace {

/// A database that is solved in no time, and a position to begin with.
struct Case {
    std::string game;
    Words rules;    ///< `--rules OPTIONS`, or nothing
    Words options;  ///< more of `solve`
    std::string position;
};

const std::vector<Case> kCases = {
    {"pangki", {}, {"--pieces", "3"}, "w1w1/4/b1w1/2bb b"},
    {"pangki", {"--rules", "capture=any"}, {"--pieces", "4"}, "ww2/1w2/1b2/1bb1 b"},
    {"cinc-camins", {"--rules", "stalemate=draw"}, {"--pieces", "2"}, "ww3/5/5/5/3bb b"},
    {"cinc-camins", {"--rules", "capture=destination"}, {"--pieces", "2"}, "w4/2w2/b4/3b1/5 w"},
    {"crossings", {"--rules", "board=3x4,ranks=1"}, {}, "bbb/3/3/rrr r"},
    {"crossings", {"--rules", "board=4x4,ranks=1,shift=exact"}, {}, "bbbb/4/4/rrrr r"},
    {"diamond", {"--rules", "size=1"}, {}, ".b2/w1wb/1bb1/3. w m"},
    {"diamond", {"--rules", "size=1"}, {}, ".n1b/1b2/w2b/bw1. b m"},
};

Outcome checked(const fs::path& file) {
    return Process("/usr/bin/python3", {RETROGRADE_SOURCE_DIR "/scripts/check_certificate.py", file.native()}).wait();
}

/// A database and certificates from it.
class Prover {
public:
    explicit Prover(Case of) : case_(std::move(of)) {
        output_of(joined(with_database({"solve", case_.game, "--quiet"}), case_.options));
    }

    [[nodiscard]] fs::path file() const { return folder_.path() / "certificate"; }

    Json prove(const std::string& position, const Words& more = {}) const {
        return json_output_of(joined(with_database({"prove", case_.game, position, "--out", file().native()}), more));
    }

    [[nodiscard]] Json query(const std::string& position) const {
        return json_output_of(with_database({"query", case_.game, position}));
    }

    /// A position of each value that occurs, among those few plies from the first, the longest wins there are.
    [[nodiscard]] std::map<std::string, std::string> positions_by_value() const {
        constexpr std::size_t kMost = 30;
        std::map<std::string, std::string> found;
        std::map<std::string, int> plies;
        std::vector<std::string> positions{case_.position};
        for (std::size_t i = 0; i < positions.size() && i < kMost; ++i) {
            const Json answer = query(positions[i]);
            if (!answer["over"].is_null()) continue;
            const std::string value = answer["value"];
            const int dtw = answer["dtw"].is_null() ? 0 : answer["dtw"].get<int>();
            if (!found.contains(value) || dtw > plies[value]) {
                found[value] = positions[i];
                plies[value] = dtw;
            }
            for (const Json& move : answer["moves"])
                positions.push_back(move["position"]);
        }
        return found;
    }

private:
    [[nodiscard]] Words with_database(const Words& words) const {
        return joined(joined(words, case_.rules), {"--db", folder_.path().native()});
    }

    Case case_;
    TempFolder folder_;
};

/// The lines of a certificate, to be changed, signed again and checked.
class Certificate {
public:
    explicit Certificate(const fs::path& file) {
        const Bytes bytes = read_file(file);
        lines_ = split(std::string(bytes.begin(), bytes.end()), "\n");
        lines_.resize(lines_.size() - 2);  // without the checksum, and what is behind its line break
    }

    [[nodiscard]] std::string& line(std::size_t i) { return lines_.at(i); }
    [[nodiscard]] Words fields(std::size_t i) const { return split(lines_.at(i), " "); }
    void erase(std::size_t i) { lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i)); }

    /// Lines of the first strategy.
    [[nodiscard]] std::size_t positions() const { return number(fields(kTitleLine).at(2)); }
    void set_positions(std::size_t count) {
        const Words title = fields(kTitleLine);
        line(kTitleLine) = title[0] + ' ' + title[1] + ' ' + std::to_string(count);
    }

    /// The whole file, with the right checksum.
    [[nodiscard]] Bytes bytes() const {
        std::string text;
        for (const std::string& line : lines_)
            text += line + '\n';
        text += "sha256: " + database::sha256_of(Bytes(text.begin(), text.end())) + '\n';
        return {text.begin(), text.end()};
    }

    static constexpr std::size_t kRulesLine = 2;
    static constexpr std::size_t kClaimLine = 4;
    static constexpr std::size_t kTitleLine = 5;
    static constexpr std::size_t kFirstLine = 6;

private:
    std::vector<std::string> lines_;
};

/// What the checker has to say of a file.
enum class Verdict { proved, wrong, wrong_or_unreadable };

/// Changed certificates, all of them checked in one run of the interpreter.
class Variants {
public:
    void add(std::string what, const Bytes& bytes, Verdict verdict) {
        const fs::path file = folder_.path() / std::to_string(files_.size());
        write_file(file, bytes);
        files_.push_back(file.native());
        expected_.emplace_back(std::move(what), verdict);
    }
    void add(std::string what, const Certificate& changed, Verdict verdict = Verdict::wrong) {
        add(std::move(what), changed.bytes(), verdict);
    }

    void check() const {
        const Words words = joined({RETROGRADE_SOURCE_DIR "/tests/check_certificates.py"}, files_);
        const Outcome outcome = Process("/usr/bin/python3", words).wait();
        CHECK(outcome.err == "");
        const Words statuses = split(outcome.out, "\n");
        REQUIRE(statuses.size() == files_.size() + 1);  // what is behind the last line break
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const auto& [what, verdict] = expected_[i];
            INFO(what);
            if (verdict == Verdict::wrong_or_unreadable) {
                CHECK((statuses[i] == "1" || statuses[i] == "2"));
            } else {
                CHECK(statuses[i] == (verdict == Verdict::proved ? "0" : "1"));
            }
        }
    }

private:
    TempFolder folder_;
    Words files_;
    std::vector<std::pair<std::string, Verdict>> expected_;
};

/// What must be found although the checksum is right.
void add_changed_lines(Variants& variants, const Certificate& whole) {
    for (const std::size_t place : {std::size_t{0}, whole.positions() / 2, whole.positions() - 1}) {
        const std::size_t line = Certificate::kFirstLine + place;
        const std::size_t neighbour = place == 0 ? line + 1 : line - 1;
        const std::string at = " in line " + std::to_string(line + 1);
        const Words fields = whole.fields(line);
        const std::string plies = fields.size() > 2 ? ' ' + fields[2] : "";

        Certificate changed = whole;
        changed.line(line) = fields[0] + " a1-a1" + plies;
        variants.add("another move" + at, changed);

        changed = whole;
        changed.line(line) = fields[0] + ' ' + fields[1] + (plies.empty() ? " 1" : plies + '1');
        variants.add("another number of plies" + at, changed);

        changed = whole;
        changed.erase(line);
        variants.add("nothing" + at, changed);
        changed.set_positions(whole.positions() - 1);
        variants.add("nothing, and counted so," + at, changed);

        if (whole.positions() == 1) continue;
        changed = whole;
        changed.line(line) = whole.fields(neighbour)[0] + ' ' + fields[1] + plies;
        variants.add("the position of a neighbour" + at, changed);
    }
}

/// What the checksum finds.
void add_damage(Variants& variants, const Bytes& whole) {
    for (const std::size_t size : {std::size_t{0}, whole.size() / 3, whole.size() - 70, whole.size() - 1}) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        variants.add(std::to_string(size) + " bytes", cut, Verdict::wrong_or_unreadable);
    }
    for (const std::size_t place : {whole.size() / 4, whole.size() / 2, whole.size() - 10}) {
        Bytes changed = whole;
        changed[place] ^= 1U;
        variants.add("another bit in byte " + std::to_string(place), changed, Verdict::wrong_or_unreadable);
    }
}

void check_certificate(const Prover& prover, const std::string& value, const std::string& position) {
    INFO(value << ' ' << position);
    const Json proof = prover.prove(position);
    CHECK(proof["value"] == value);
    CHECK(proof["bytes"] == fs::file_size(prover.file()));
    CHECK(proof["strategies"].size() == (value == "draw" ? 2 : 1));
    const Bytes first = read_file(prover.file());
    const Outcome check = checked(prover.file());
    CHECK(check.err == "");
    CHECK(check.status == kDone);
    CHECK_THAT(check.out, Catch::StartsWith("proved: ") && Catch::Contains(" is a " + value));
    const Json answer = prover.query(position);
    if (value != "draw") CHECK(proof["plies"].get<int>() >= answer["dtw"].get<int>());
    (void)prover.prove(position);
    CHECK((read_file(prover.file()) == first));

    const Certificate whole(prover.file());
    Variants variants;
    variants.add("as written", whole, Verdict::proved);
    Certificate claim = whole;
    claim.line(Certificate::kClaimLine) = value == "draw" ? "claim: win 9" : "claim: draw";
    variants.add("another claim", claim);
    add_changed_lines(variants, whole);
    add_damage(variants, first);
    variants.check();
}

}  // namespace

TEST_CASE("certificates of every game check, and only as written", "[cli][prove]") {
    std::map<std::string, int> proved;
    for (const Case& one : kCases) {
        INFO(one.game << ' ' << one.position);
        const Prover prover(one);
        for (const auto& [value, position] : prover.positions_by_value()) {
            check_certificate(prover, value, position);
            ++proved[value];
        }
    }
    for (const char* value : {"win", "draw", "loss"})
        CHECK(proved[value] >= 4);
}

TEST_CASE("a certificate within a limit of memory", "[cli][prove]") {
    const SolvedPangki pangki;
    const fs::path file = pangki.root() / "certificate";
    const Words prove = {"prove", "pangki", "--db", pangki.root().native(), "--out", file.native()};
    CHECK(error_of(kNoResources, joined(prove, {"--memory", "24M"})) ==
          "not enough memory: 24.0 MB do not hold all positions among which a strategy chooses");
    CHECK_FALSE(fs::exists(file));
    CHECK_FALSE(fs::exists(file.native() + ".tmp"));

    const Prover small(kCases.front());
    CHECK(small.prove(kCases.front().position, {"--memory", "32M"}) == small.prove(kCases.front().position));
}

TEST_CASE("a move that gives the value away is found", "[cli][prove]") {
    const Prover prover({"crossings", {"--rules", "board=4x4,ranks=1"}, {}, "bbbb/4/4/rrrr r"});
    Variants variants;
    int changed_moves = 0;
    for (const auto& [value, position] : prover.positions_by_value()) {
        if (value == "loss") continue;
        (void)prover.prove(position);
        const Json answer = prover.query(position);
        std::string word = position;
        std::ranges::replace(word, ' ', '_');
        for (const Json& move : answer["moves"]) {
            if (move["value"] == value) continue;
            Certificate certificate(prover.file());
            std::size_t line = Certificate::kFirstLine;
            while (certificate.fields(line)[0] != word)
                ++line;
            const Words fields = certificate.fields(line);
            certificate.line(line) = word + ' ' + move["move"].get<std::string>();
            if (fields.size() > 2) certificate.line(line) += ' ' + fields[2];
            variants.add(certificate.line(line), certificate);
            ++changed_moves;
        }
    }
    CHECK(changed_moves > 0);
    variants.check();
}

#if !defined(RETROGRADE_SANITIZE)  // takes too long there

TEST_CASE("Pangki is proved to be a draw, under its own rules alone", "[cli][prove]") {
    const Prover prover({"pangki", {"--rules", "capture=any"}, {}, kPangkiStart});
    CHECK(prover.prove(kPangkiStart)["value"] == "draw");
    CHECK(checked(prover.file()).out == "proved: pangki, capture=any: wwww/w2w/b2b/bbbb_b is a draw\n");
    CHECK(fs::file_size(prover.file()) < 4'000'000);
    Variants variants;
    for (const std::string rules : {"capture=touched", "capture=destination"}) {
        Certificate certificate(prover.file());
        certificate.line(Certificate::kRulesLine) = "rules: " + rules;
        variants.add(rules, certificate);
    }
    variants.check();
    CHECK(prover.prove("wwww/w2w/bb1b/b1bb w")["plies"].get<int>() >= 25);
    CHECK_THAT(checked(prover.file()).out, Catch::StartsWith("proved: ") && Catch::Contains(" is a win in at most "));
}

#endif

TEST_CASE("the checker's moves are those of the golden tables", "[prove]") {
    for (const std::string game : {"pangki", "cinc-camins", "crossings", "diamond"}) {
        Surroundings surroundings;
        std::string expected;
        for (const Fields& line : read_golden("moves-" + game + ".tsv")) {
            surroundings.input += line[0] + '\t' + line[1] + '\n';
            expected += line[2] + '\t' + line[3] + '\n';
        }
        const Outcome outcome =
            Process("/usr/bin/python3", {RETROGRADE_SOURCE_DIR "/tests/print_moves.py", game}, surroundings).wait();
        CHECK(outcome.err == "");
        CHECK((outcome.out == expected));
    }
}

TEST_CASE("prove refuses what it cannot prove", "[cli][prove]") {
    const TempFolder root;
    const std::string file = (root.path() / "certificate").native();
    const Words db = {"--db", root.path().native()};
    output_of(solve_pangki(root.path(), {"--pieces", "3", "--values", "wdl"}));
    const auto prove = [&](const std::string& position) {
        return joined({"prove", "pangki", position, "--out", file}, db);
    };
    CHECK_THAT(error_of(kBadUsage, joined({"prove", "pangki", "ww2/4/4/2bb b"}, db)), Catch::Contains("'--out'"));
    CHECK_THAT(error_of(kBadUsage, prove("www1/4/4/b3 b")), Catch::Contains("the game is over, a loss"));
    CHECK_THAT(error_of(kBadUsage, prove("1ww1/4/2bb/4 b")), Catch::Contains("distances"));
    CHECK_THAT(error_of(kBadDatabase, prove(kPangkiStart)), Catch::Contains("6v6.layer"));
    CHECK_FALSE(fs::exists(file));
    CHECK_FALSE(fs::exists(file + ".tmp"));
    fs::create_directory(file);
    CHECK(error_of(kBadDatabase, prove("ww2/4/4/2bb b")) == file + ": is not a regular file");
    error_of(kBadDatabase, joined({"prove", "pangki", "ww2/4/4/2bb b", "--out", "/nowhere/certificate"}, db));
}

}  // namespace retrograde::test
