// A set of positions of each game that is solved in no time, and how solving it goes where nothing comes in between.
#pragma once

#include <chrono>
#include <cstdlib>

#include "cli_helpers.hpp"
#include "mutator.hpp"

namespace retrograde::test {

using Files = std::map<std::string, Bytes>;

/// A set of positions that is solved in no time.
struct Subject {
    std::string game;
    Words options;
    std::string folder;  ///< of the database, below the root

    [[nodiscard]] Words solve(const fs::path& root, const Words& more = {}) const {
        return joined(joined({"solve", game, "--quiet", "--db", root.native()}, options), more);
    }
};

inline const std::vector<Subject> kSubjects = {
    {"pangki", {}, "pangki/capture=touched"},
    {"cinc-camins", {"--pieces", "3"}, "cinc-camins/capture=touched,stalemate=loss"},
    {"crossings", {"--rules", "board=3x3,ranks=1"}, "crossings/board=3x3,ranks=1,shift=up-to"},
    {"diamond", {"--rules", "size=1", "--layers", "4v2"}, "diamond/size=1,pieces=4"},
};

/// How often a fault is tried with each game: RETROGRADE_FAULTS in the environment, else a few times.
inline std::size_t rounds() {
    constexpr std::size_t kInTheSuite = 3;
    const char* const chosen = std::getenv("RETROGRADE_FAULTS");
    return chosen == nullptr ? kInTheSuite : static_cast<std::size_t>(number(chosen));
}

/// A subject solved in peace: its files, and how long that took.
class Peace {
public:
    explicit Peace(const Subject& subject) : subject_(subject) {
        const auto start = std::chrono::steady_clock::now();
        output_of(subject.solve(root()));
        time_ = std::chrono::steady_clock::now() - start;
        files_ = files_of(folder());
    }

    [[nodiscard]] const fs::path& root() const noexcept { return root_.path(); }
    [[nodiscard]] fs::path folder() const { return root() / subject_.folder; }
    [[nodiscard]] const Files& files() const noexcept { return files_; }

    /// A moment of a run like this one.
    [[nodiscard]] std::chrono::duration<double> moment(Mutator& random) const {
        return time_ * (static_cast<double>(random.below(1000)) / 1000);
    }

    void check_goes_on(const fs::path& root) const {
        output_of(subject_.solve(root));
        CHECK((files_of(root / subject_.folder) == files_));
    }

private:
    const Subject& subject_;
    TempFolder root_;
    std::chrono::duration<double> time_{};
    Files files_;
};

}  // namespace retrograde::test
