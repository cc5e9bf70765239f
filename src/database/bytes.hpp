// Little-endian numbers in rows of bytes, whatever the machine; reading is checked against the end.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "database/failure.hpp"

namespace retrograde::database {

/// The number in the sizeof(T) bytes at `bytes`.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T load_little_endian(const std::uint8_t* bytes) noexcept {
    // One expression without a loop: compilers make a single load of it.
    return [bytes]<std::size_t... i>(std::index_sequence<i...>) {
        return static_cast<T>(((std::uint64_t{bytes[i]} << (8 * i)) | ...));
    }
    (std::make_index_sequence<sizeof(T)>{});
}

/// The bytes of a text, which must outlive them.
[[nodiscard]] inline std::span<const std::uint8_t> bytes_of(std::string_view text) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Grows a row of bytes number by number.
class ByteSink {
public:
    template <std::unsigned_integral T>
    void number(T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes_.push_back(static_cast<std::uint8_t>(std::uint64_t{value} >> (8 * i)));
        }
    }

    void raw(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    /// Two bytes of length, then the text, which must be shorter than 64 KiB.
    void text(std::string_view text) {
        number(static_cast<std::uint16_t>(text.size()));
        bytes_.insert(bytes_.end(), text.begin(), text.end());
    }

    [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::vector<std::uint8_t> take() && noexcept { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
};

/// Reads a row of bytes number by number. Throws Error(database) naming `path` where the row ends too early.
class ByteSource {
public:
    ByteSource(std::span<const std::uint8_t> bytes, const std::filesystem::path& path) : bytes_(bytes), path_(path) {}

    template <std::unsigned_integral T>
    [[nodiscard]] T number() {
        return load_little_endian<T>(raw(sizeof(T)).data());
    }

    [[nodiscard]] std::span<const std::uint8_t> raw(std::size_t count) {
        if (count > bytes_.size()) throw damaged(path_, "a list ends too early");
        const auto result = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return result;
    }

    [[nodiscard]] std::string text() {
        const auto letters = raw(number<std::uint16_t>());
        return {letters.begin(), letters.end()};
    }

    [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size(); }

private:
    std::span<const std::uint8_t> bytes_;
    const std::filesystem::path& path_;
};

}  // namespace retrograde::database
