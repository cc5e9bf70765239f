#include "database/payload.hpp"

#include <algorithm>

#include "retrograde/error.hpp"

namespace retrograde::database {

namespace {

void pack_trits(std::span<const std::uint8_t> codes, std::span<std::uint8_t> payload) {
    if (std::ranges::any_of(codes, [](std::uint8_t code) { return code > kWinCode; })) {
        throw Error(ErrorKind::usage, "a table of values holds a code beyond 2");
    }
    for (std::uint8_t& byte : payload) {
        const auto five = codes.first(std::min<std::size_t>(5, codes.size()));
        unsigned number = 0;
        for (std::size_t i = five.size(); i-- > 0;)
            number = 3 * number + five[i];
        byte = static_cast<std::uint8_t>(number);
        codes = codes.subspan(five.size());
    }
}

void unpack_trits(std::span<const std::uint8_t> payload, std::span<std::uint8_t> codes) {
    for (const std::uint8_t byte : payload) {
        const std::size_t count = std::min<std::size_t>(5, codes.size());
        std::copy_n(kTrits[byte].begin(), count, codes.begin());
        codes = codes.subspan(count);
    }
}

}  // namespace

void pack(Encoding encoding, std::span<const std::uint8_t> entries, std::span<std::uint8_t> payload) {
    switch (encoding) {
        case Encoding::bytes: std::ranges::copy(entries, payload.begin()); return;
        case Encoding::planes:
            for (std::size_t i = 0, count = entries.size() / 2; i < count; ++i) {
                payload[i] = entries[2 * i];
                payload[count + i] = entries[2 * i + 1];
            }
            return;
        case Encoding::trits: pack_trits(entries, payload); return;
    }
}

void unpack(Encoding encoding, std::size_t count, std::span<const std::uint8_t> payload,
            std::span<std::uint8_t> entries) {
    switch (encoding) {
        case Encoding::bytes: std::ranges::copy(payload, entries.begin()); return;
        case Encoding::planes:
            for (std::size_t i = 0; i < count; ++i) {
                entries[2 * i] = payload[i];
                entries[2 * i + 1] = payload[count + i];
            }
            return;
        case Encoding::trits: unpack_trits(payload, entries); return;
    }
}

bool is_canonical(Encoding encoding, std::size_t count, std::span<const std::uint8_t> payload) noexcept {
    if (payload.size() != payload_bytes(encoding, count)) return false;
    if (encoding != Encoding::trits || payload.empty()) return true;
    unsigned limit_of_last = 243;
    for (std::size_t missing = 5 * payload.size() - count; missing > 0; --missing)
        limit_of_last /= 3;
    return payload.back() < limit_of_last && std::ranges::all_of(payload, [](std::uint8_t byte) { return byte < 243; });
}

}  // namespace retrograde::database
