// What the fuzz targets share. A target makes of any bytes an input of the library; that ends well or with an Error as
// documented. All else (another exception, a signal, a report of a sanitizer, too much memory or time) is a fault.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "retrograde/error.hpp"

/// The function of a target, which libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace retrograde::fuzz {

[[noreturn]] inline void fail(std::string_view what) {
    std::fprintf(stderr, "fault: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

/// Calls `action`; whether it came to its end. The only other way is an Error with a message of one line.
template <class Action>
bool ends_well(const Action& action) {
    constexpr std::size_t kLongest = 5000;  // printable() cuts what it quotes
    const auto is_control = [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; };
    try {
        action();
        return true;
    } catch (const Error& error) {
        const std::string_view message = error.what();
        if (message.empty() || message.size() > kLongest) fail("a message of the wrong length");
        if (std::ranges::any_of(message, is_control)) fail("a message with a line break");
        return false;
    }
}

/// The same, where an Error can only be of this kind.
template <class Action>
bool succeeds(ErrorKind kind, const Action& action) {
    return ends_well([&] {
        try {
            action();
        } catch (const Error& error) {
            if (error.kind() != kind) fail(error.what());
            throw;
        }
    });
}

}  // namespace retrograde::fuzz
