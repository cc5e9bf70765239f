// What is compressed: the codes of a block in a form that compresses well and still gives any single code at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "retrograde/game.hpp"
#include "retrograde/value.hpp"

namespace retrograde::database {

/// How the codes of a table lie in the payload of a block.
enum class Encoding : std::uint8_t {
    bytes,   ///< one byte a code
    planes,  ///< the low bytes of all codes, then the high bytes of all codes
    trits    ///< five codes 0..2 a byte, base 3, the first in the lowest place; the last byte filled up with 0
};

[[nodiscard]] constexpr Encoding encoding_of(TableKind kind, unsigned entry_bytes) noexcept {
    if (kind == TableKind::values) return Encoding::trits;
    return entry_bytes == 1 ? Encoding::bytes : Encoding::planes;
}

/// Largest code that the encoding can hold.
[[nodiscard]] constexpr Code largest_code(Encoding encoding) noexcept {
    switch (encoding) {
        case Encoding::bytes: return 0xFF;
        case Encoding::planes: return 0xFFFF;
        default: return kWinCode;
    }
}

[[nodiscard]] constexpr std::size_t payload_bytes(Encoding encoding, std::size_t entries) noexcept {
    switch (encoding) {
        case Encoding::bytes: return entries;
        case Encoding::planes: return 2 * entries;
        default: return (entries + 4) / 5;
    }
}

/// Turns entries (1 or 2 bytes each, little endian) into a payload of payload_bytes(). Throws Error(usage) where a
/// table of values holds another code than 0, 1, 2.
void pack(Encoding encoding, std::span<const std::uint8_t> entries, std::span<std::uint8_t> payload);

/// Turns a payload that is_canonical() back into `count` entries.
void unpack(Encoding encoding, std::size_t count, std::span<const std::uint8_t> payload,
            std::span<std::uint8_t> entries);

/// Whether pack() can have made the payload of `count` entries.
[[nodiscard]] bool is_canonical(Encoding encoding, std::size_t count, std::span<const std::uint8_t> payload) noexcept;

/// 3^5 bytes with their five codes; a byte beyond holds zeros.
inline constexpr auto kTrits = [] {
    std::array<std::array<std::uint8_t, 5>, 256> table{};
    for (unsigned byte = 0; byte < 243; ++byte) {
        unsigned rest = byte;
        for (auto& code : table[byte]) {
            code = static_cast<std::uint8_t>(rest % 3);
            rest /= 3;
        }
    }
    return table;
}();

/// Code number `i` of `count` in a payload of which `byte(k)` gives byte k.
template <class ByteAt>
[[nodiscard]] Code code_at(Encoding encoding, std::size_t count, std::size_t i, const ByteAt& byte) {
    switch (encoding) {
        case Encoding::bytes: return byte(i);
        case Encoding::planes: return static_cast<Code>(byte(i) | (byte(count + i) << 8));
        default: return kTrits[byte(i / 5)][i % 5];
    }
}

}  // namespace retrograde::database
