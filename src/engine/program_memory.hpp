// What the program takes beside tables.
#pragma once

#include <cstdint>

namespace retrograde {

/// Code, libraries, and the working memory of each thread, in bytes.
[[nodiscard]] constexpr std::uint64_t program_bytes(unsigned threads) noexcept {
    constexpr std::uint64_t kCode = 14 << 20;
    constexpr std::uint64_t kThread = 7 << 20;
    return kCode + threads * kThread;
}

}  // namespace retrograde
