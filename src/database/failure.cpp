#include "database/failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "retrograde/text.hpp"

namespace retrograde::database {

namespace {

bool means_exhaustion(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
        case ENOMEM:
        case EMFILE:
        case ENFILE: return true;
        default: return false;
    }
}

}  // namespace

Error file_error(const std::filesystem::path& path, std::string_view what) {
    return Error(ErrorKind::database, fmt::format("{}: {}", printable(path.native()), what));
}

Error damaged(const std::filesystem::path& path, std::string_view what) {
    return file_error(path, fmt::format("is damaged ({})", what));
}

Error system_error(const std::filesystem::path& path, std::string_view action, int error_number) {
    const ErrorKind kind = means_exhaustion(error_number) ? ErrorKind::resources : ErrorKind::database;
    return Error(kind, fmt::format("{}: cannot {}: {}", printable(path.native()), action,
                                   std::generic_category().message(error_number)));
}

}  // namespace retrograde::database
