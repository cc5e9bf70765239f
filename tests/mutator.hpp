// Random damage to texts, the same for the same seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "golden_files.hpp"

namespace retrograde::test {

inline constexpr std::uint64_t kDefaultSeed = 1684;

/// Seed of the run; RETROGRADE_FUZZ_SEED in the environment overrides it, to try others or to repeat a failure.
inline std::uint64_t fuzz_seed() {
    const char* chosen = std::getenv("RETROGRADE_FUZZ_SEED");
    return chosen == nullptr ? kDefaultSeed : number(chosen);
}

class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    /// One to six small accidents. Letters of the format are likelier than other bytes, so that texts stay
    /// close to the border between good and bad.
    std::string damage(std::string text) {
        for (std::size_t rounds = 1 + below(6); rounds > 0; --rounds)
            damage_once(text);
        return text;
    }

private:
    void damage_once(std::string& text) {
        const std::size_t place = below(text.size() + 1);
        const bool inside = place < text.size();
        switch (below(7)) {
            case 0: text.insert(place, 1, random_byte()); break;
            case 1:
                if (inside) text[place] = random_byte();
                break;
            case 2:
                if (inside) text.erase(place, 1 + below(3));
                break;
            case 3:
                if (inside) std::swap(text[place], text[below(text.size())]);
                break;
            case 4:
                if (below(8) == 0) text.resize(place);
                break;
            case 5:
                if (below(8) == 0) text.insert(place, text.substr(below(text.size() + 1), below(12)));
                break;
            default:
                if (inside) text[place] = static_cast<char>(text[place] ^ 0x20);
                break;
        }
    }

    char random_byte() {
        constexpr std::string_view kLikely = "0123456789/. _bwrnpmBWRNPM";
        return below(4) == 0 ? static_cast<char>(below(256)) : kLikely[below(kLikely.size())];
    }

    std::mt19937_64 random_;
};

}  // namespace retrograde::test
