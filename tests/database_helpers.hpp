// What the tests of the database share: small databases, and errors as they should be.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "retrograde/error.hpp"
#include "sample_database.hpp"

namespace retrograde::test {

/// The message of the Error that `action` throws; the test fails where it throws none or one of another kind.
template <class Action>
std::string message_of(ErrorKind kind, const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        CHECK(error.kind() == kind);
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
        return error.what();
    }
    FAIL("no error was thrown");
    return {};
}

inline std::string manifest_of(const fs::path& folder) {
    const Bytes bytes = read_file(folder / "manifest.json");
    return {bytes.begin(), bytes.end()};
}

/// The text with the first `what` replaced; there must be one.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t place = text.find(what);
    REQUIRE(place != std::string::npos);
    return text.replace(place, what.size(), by);
}

}  // namespace retrograde::test
