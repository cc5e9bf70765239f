// Random damage to the texts of positions: the reader must accept or refuse every text cleanly.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>
#include <string>
#include <string_view>

#include "boards.hpp"
#include "mutator.hpp"
#include "retrograde/error.hpp"
#include "retrograde/position.hpp"

using namespace retrograde;
using namespace retrograde::test;

namespace {

constexpr std::chrono::milliseconds kTimePerBoard{600};

/// What the text of a position looks like when only the liberties of the reader are taken back.
std::string in_lower_case_with_spaces(std::string text) {
    std::ranges::transform(text, text.begin(), [](char letter) {
        if (letter == '_') return ' ';
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return text;
}

bool is_one_printable_line(std::string_view text) {
    return !text.empty() && text.size() < 200 &&
           std::ranges::all_of(text, [](char letter) { return letter >= 0x20 && letter < 0x7f; });
}

/// Empty where the reader did well: it accepted the text and writes it back, or it refused it with a good message.
/// (No Catch macros here: the loop runs a million times.)
std::string complaint_about(const Board& board, const std::string& text, bool& accepted) {
    try {
        const Position position = parse_position(board, text);
        accepted = true;
        const std::string written = position_text(board, position);
        if (written != in_lower_case_with_spaces(text)) return "written back as " + written;
        if (parse_position(board, written) != position) return "read back differently";
    } catch (const Error& error) {
        if (accepted) return std::string("its own text is refused: ") + error.what();
        if (error.kind() != ErrorKind::usage) return "wrong kind of error";
        if (!is_one_printable_line(error.what())) return std::string("bad message: ") + error.what();
    }
    return {};
}

void fuzz(const Board& board, const std::string& sample, std::uint64_t seed) {
    Mutator mutator(seed);
    std::uint64_t accepted_texts = 0;
    std::uint64_t refused_texts = 0;
    std::string text = sample;
    const auto end = std::chrono::steady_clock::now() + kTimePerBoard;
    while (std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < 1000; ++i) {
            const std::string damaged = mutator.damage(text);
            bool accepted = false;
            const std::string complaint = complaint_about(board, damaged, accepted);
            if (!complaint.empty()) {
                CAPTURE(seed, damaged);
                FAIL(complaint);
            }
            ++(accepted ? accepted_texts : refused_texts);
            if (accepted) text = mutator.below(64) == 0 ? sample : damaged;  // wander through good texts
        }
    }
    CHECK(accepted_texts > 100);
    CHECK(refused_texts > 100);
}

}  // namespace

TEST_CASE("any text is a position that goes round or a usage error of one line", "[position][fuzz]") {
    const std::uint64_t seed = fuzz_seed();
    std::cout << "position fuzz: RETROGRADE_FUZZ_SEED=" << seed << '\n';
    fuzz(cinc_camins_board(), "wwwww/5/2bb1/1b3/bw2b b", seed);
    fuzz(crossings_board(), "bb1bbbbb/bbbbb1bb/5b2/8/2r5/8/rrrrrrrr/rr1rrrrr r", seed);
    fuzz(diamond_board(1), ".bw1/1b2/2n1/w1w. w m", seed);
    fuzz(diamond_board(2), ".2b2/1w1n2/6/2bw2/1n4/b1w2. b p", seed);
    fuzz(diamond_board(3), ".b1w4/2w1w1b1/8/w2nbnw1/1w5w/6b1/4w1b1/1w5. b m", seed);
}
