#include "retrograde/symmetry.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace retrograde {

SetMap::SetMap(const Permutation& permutation, int squares) : tables_(static_cast<std::size_t>((squares + 7) / 8)) {
    for (std::size_t byte = 0; byte < tables_.size(); ++byte) {
        for (std::size_t value = 0; value < 256; ++value) {
            Bits image = 0;
            for_each_square(value, [&](int i) { image |= bit(permutation[byte * 8 + static_cast<std::size_t>(i)]); });
            tables_[byte][value] = image;
        }
    }
}

Permutation permutation_of(GridSymmetry symmetry, int width, int height) {
    Permutation permutation{};
    std::iota(permutation.begin(), permutation.end(), std::uint8_t{0});
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            int c = column;
            int r = row;
            switch (symmetry) {
                case GridSymmetry::identity: break;
                case GridSymmetry::half_turn: c = width - 1 - column, r = height - 1 - row; break;
                case GridSymmetry::mirror_columns: c = width - 1 - column; break;
                case GridSymmetry::mirror_rows: r = height - 1 - row; break;
                case GridSymmetry::main_diagonal: c = row, r = column; break;
                case GridSymmetry::anti_diagonal: c = width - 1 - row, r = width - 1 - column; break;
                case GridSymmetry::quarter_turn: c = width - 1 - row, r = column; break;
                case GridSymmetry::three_quarter_turn: c = row, r = width - 1 - column; break;
            }
            permutation[static_cast<std::size_t>(row * width + column)] = static_cast<std::uint8_t>(r * width + c);
        }
    }
    return permutation;
}

SymmetryGroup::SymmetryGroup(std::span<const Permutation> elements, int squares) {
    assert(!elements.empty() && elements.size() <= 8);
    for (const Permutation& element : elements)
        maps_.emplace_back(element, squares);
    const auto number_of = [&](const Permutation& wanted) {
        const auto found = std::find(elements.begin(), elements.end(), wanted);
        assert(found != elements.end());
        return static_cast<std::uint8_t>(found - elements.begin());
    };
    for (std::size_t second = 0; second < elements.size(); ++second) {
        for (std::size_t first = 0; first < elements.size(); ++first) {
            Permutation both{};
            for (std::size_t i = 0; i < both.size(); ++i)
                both[i] = elements[second][elements[first][i]];
            const std::uint8_t number = number_of(both);
            compose_[second][first] = number;
            if (number == 0) inverse_[first] = static_cast<std::uint8_t>(second);
        }
    }
}

SymmetryGroup grid_group(int width, int height) {
    std::vector<Permutation> elements;
    const int last = width == height ? 7 : 3;
    for (int i = 0; i <= last; ++i)
        elements.push_back(permutation_of(static_cast<GridSymmetry>(i), width, height));
    return {elements, width * height};
}

}  // namespace retrograde
