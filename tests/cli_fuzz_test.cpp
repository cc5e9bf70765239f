// Random command lines: each ends by itself, with a documented status and at most one line on standard error.
#include <chrono>

#include "cli_helpers.hpp"
#include "mutator.hpp"

namespace retrograde::test {
namespace {

constexpr std::chrono::seconds kTime{4};

/// Depths are never damaged: a great one would be right and take for ever.
const Words kDepths = {"1", "2", "3", "0", "-1", "", "101", "1.5", "x", "99999999999999999999"};

/// Words that mean something somewhere.
const Words kWords = {"pangki",
                      "cinc-camins",
                      kPangkiStart,
                      "wwww/w2w/b2b/bbbb_b",
                      "w3/2ww/bb1w/4 w",
                      "www1/4/4/b3 b",
                      "wwwww/5/5/5/bbbbb b",
                      "--json",
                      "--rules",
                      "--rules=capture=any",
                      "capture=destination",
                      "--db",
                      "--quiet",
                      "--",
                      "-h",
                      "--help",
                      "--threads",
                      "4",
                      ""};

const std::string& one_of(const Words& words, Mutator& random) { return words[random.below(words.size())]; }

/// A command line that would be right, some of whose words are damaged, exchanged or joined by others.
Words random_arguments(Mutator& random) {
    Words words = {one_of({"query", "query", "line", "moves", "perft", "stats", "rules", "games"}, random)};
    if (random.below(8) == 0) words[0] = random.damage(words[0]);
    words.push_back(random.below(4) == 0 ? "cinc-camins" : "pangki");
    words.push_back(random.below(2) == 0 ? kPangkiStart : random.damage(one_of(kWords, random)));
    for (std::size_t more = random.below(4); more > 0; --more) {
        const std::string& word = one_of(kWords, random);
        words.push_back(random.below(3) == 0 ? random.damage(word) : word);
    }
    if (words[0] == "perft") words.push_back(one_of(kDepths, random));
    return words;
}

/// Empty where the program did well.
std::string complaint_about(const Outcome& outcome) {
    if (outcome.status != kDone)
        return fault_of_error(outcome, outcome.status == kBadDatabase ? kBadDatabase : kBadUsage);
    return outcome.err.empty() ? "" : "it ends well and says: " + outcome.err;
}

}  // namespace

TEST_CASE("random command lines", "[cli][fuzz]") {
    const SolvedPangki pangki;
    Surroundings surroundings;
    surroundings.environment = {{"RETROGRADE_DB", pangki.root().native()}};
    surroundings.folder = pangki.root();
    Mutator random(fuzz_seed());
    std::map<int, int> runs_by_status;
    const auto end = std::chrono::steady_clock::now() + kTime;
    while (std::chrono::steady_clock::now() < end) {
        const Words arguments = random_arguments(random);
        const Outcome outcome = retrograde_run(arguments, surroundings);
        const std::string complaint = complaint_about(outcome);
        if (!complaint.empty()) {
            CAPTURE(fuzz_seed(), arguments, outcome.status);
            FAIL(complaint);
        }
        ++runs_by_status[outcome.status];
    }
    CHECK(runs_by_status[kDone] > 0);
    CHECK(runs_by_status[kBadUsage] > 0);
}

}  // namespace retrograde::test
