// Errors of the library, each with the kind that decides the exit status of the program.
#pragma once

#include <stdexcept>
#include <string>

namespace retrograde {

/// What went wrong, in the terms of a caller: the numbers are the exit statuses of the program.
enum class ErrorKind {
    usage = 2,     ///< bad usage or bad input: an unknown option, a position that cannot be read
    database = 3,  ///< a database is missing, damaged or unreadable
    resources = 4  ///< out of memory or disk
};

/// One-line error: what is wrong and where. The message has no line break and no final full stop.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

    [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

private:
    ErrorKind kind_;
};

}  // namespace retrograde
