// The codes of a finished table in memory.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "retrograde/value.hpp"

namespace retrograde {

/// Codes of all entries, one byte each, or two where distances pass 254 plies.
class SolvedTable {
public:
    SolvedTable() = default;
    explicit SolvedTable(std::vector<std::uint8_t> codes) : narrow_(std::move(codes)) {}
    explicit SolvedTable(std::vector<std::uint16_t> codes) : wide_(std::move(codes)) {}

    /// A table to be read from disk: all draws until then.
    SolvedTable(std::uint64_t entries, unsigned entry_bytes) {
        if (entry_bytes == 1) {
            narrow_.resize(entries);
        } else {
            wide_.resize(entries);
        }
    }

    [[nodiscard]] bool empty() const noexcept { return narrow_.empty() && wide_.empty(); }
    [[nodiscard]] std::uint64_t size() const noexcept { return narrow_.size() + wide_.size(); }
    [[nodiscard]] unsigned entry_bytes() const noexcept { return wide_.empty() ? 1 : 2; }

    [[nodiscard]] Code code(std::uint64_t entry) const noexcept {
        return wide_.empty() ? narrow_[entry] : wide_[entry];
    }

    /// Where an entry lies, to fetch it ahead of its use.
    [[nodiscard]] const void* address(std::uint64_t entry) const noexcept {
        return wide_.empty() ? static_cast<const void*>(narrow_.data() + entry) : wide_.data() + entry;
    }

    /// The entries as they are written to disk, little endian.
    [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
        if (wide_.empty()) return narrow_;
        return {reinterpret_cast<const std::uint8_t*>(wide_.data()), wide_.size() * sizeof(std::uint16_t)};
    }
    [[nodiscard]] std::span<std::uint8_t> bytes() noexcept {
        if (wide_.empty()) return narrow_;
        return {reinterpret_cast<std::uint8_t*>(wide_.data()), wide_.size() * sizeof(std::uint16_t)};
    }

private:
    std::vector<std::uint8_t> narrow_;
    std::vector<std::uint16_t> wide_;
};

}  // namespace retrograde
