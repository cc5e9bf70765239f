#include "retrograde/ranking.hpp"

#include "retrograde/error.hpp"

namespace retrograde {

Ranking::Ranking(int squares, int men) {
    const std::uint64_t subsets = binomial(squares, men);
    if (subsets > 0xFFFF'FFFFULL)
        throw Error(ErrorKind::resources, "a group of men has too many placements to be indexed");
    size_ = static_cast<std::uint32_t>(subsets);
    if (squares > kLargestTable) return;

    low_bits_ = (squares + 1) / 2;
    high_bits_ = squares - low_bits_;
    low_mask_ = first_squares(low_bits_);
    low_.resize(std::size_t{1} << low_bits_);
    for (Bits low = 0; low < low_.size(); ++low) {
        if (count(low) <= men) low_[low] = rank_by_sum(low);
    }
    high_.resize(static_cast<std::size_t>(men + 1) << high_bits_);
    for (int below = 0; below <= men; ++below) {
        for (Bits high = 0; high < bit(high_bits_); ++high) {
            if (count(high) != men - below) continue;
            std::uint64_t sum = 0;
            int man = below + 1;
            for_each_square(high, [&](int square) { sum += binomial(square + low_bits_, man++); });
            high_[(static_cast<std::size_t>(below) << high_bits_) + high] = static_cast<std::uint32_t>(sum);
        }
    }
}

std::uint64_t Ranking::memory_bytes(int squares, int men) noexcept {
    if (squares > kLargestTable || men > squares) return 0;
    const int low_bits = (squares + 1) / 2;
    const auto rows = static_cast<std::uint64_t>(men) + 1;
    return ((std::uint64_t{1} << low_bits) + (rows << (squares - low_bits))) * sizeof(std::uint32_t);
}

std::vector<Bits> all_subsets(int squares, int men) {
    std::vector<Bits> subsets;
    if (men > squares) return subsets;
    subsets.reserve(binomial(squares, men));
    if (men == 0) return {Bits{0}};
    Bits set = first_squares(men);
    const std::uint64_t total = binomial(squares, men);
    for (std::uint64_t i = 0; i < total; ++i, set = next_subset(set))
        subsets.push_back(set);
    return subsets;
}

}  // namespace retrograde
