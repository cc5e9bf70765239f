#include "database/sha256.hpp"

#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <vector>

namespace retrograde::database {

namespace {

class Sha256 {
public:
    Sha256() { sha256_init(&state_); }

    void add(std::span<const std::uint8_t> bytes) { sha256_update(&state_, bytes.size(), bytes.data()); }

    [[nodiscard]] std::string digits() {
        std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
        sha256_digest(&state_, digest.size(), digest.data());
        constexpr const char* kDigits = "0123456789abcdef";
        std::string text;
        for (const std::uint8_t byte : digest) {
            text += kDigits[byte >> 4U];
            text += kDigits[byte & 15U];
        }
        return text;
    }

private:
    sha256_ctx state_{};
};

}  // namespace

std::string sha256_of(std::span<const std::uint8_t> bytes) {
    Sha256 sum;
    sum.add(bytes);
    return sum.digits();
}

std::string sha256_of(const InputFile& file) {
    constexpr std::uint64_t kPart = std::uint64_t{1} << 18;
    Sha256 sum;
    std::vector<std::uint8_t> part(static_cast<std::size_t>(std::min(kPart, file.size())));
    for (std::uint64_t offset = 0; offset < file.size(); offset += part.size()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), file.size() - offset));
        file.read(offset, std::span(part).first(size));
        sum.add(std::span(part).first(size));
    }
    return sum.digits();
}

}  // namespace retrograde::database
