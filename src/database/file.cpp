#include "database/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "database/failure.hpp"
#include "retrograde/text.hpp"

namespace retrograde::database {

Descriptor::~Descriptor() {
    if (is_open()) ::close(number_);
}

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
    // Without O_NONBLOCK a named pipe in place of the file would hang the program.
    descriptor_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor_.is_open()) {
        if (errno == ENOENT) throw file_error(path_, "is missing");
        throw system_error(path_, "open", errno);
    }
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) throw system_error(path_, "read", errno);
    if (!S_ISREG(status.st_mode)) throw file_error(path_, "is not a regular file");
    size_ = static_cast<std::uint64_t>(status.st_size);
}

void InputFile::read(std::uint64_t offset, std::span<std::uint8_t> out) const {
    while (!out.empty()) {
        const ssize_t count = ::pread(descriptor_.number(), out.data(), out.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path_, "read", errno);
        if (count == 0) throw file_error(path_, "is truncated");
        offset += static_cast<std::uint64_t>(count);
        out = out.subspan(static_cast<std::size_t>(count));
    }
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
    temporary_ += kTemporaryEnding;
    descriptor_ = Descriptor(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!descriptor_.is_open()) throw system_error(path_, "create", errno);
}

OutputFile::~OutputFile() {
    if (!committed_) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path_, "write", errno);
        size_ += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void OutputFile::commit() {
    if (::fsync(descriptor_.number()) != 0) throw system_error(path_, "write", errno);
    // Network file systems report a full disk as late as this.
    if (::close(descriptor_.release()) != 0) throw system_error(path_, "write", errno);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) throw system_error(path_, "rename", errno);
    committed_ = true;
}

Descriptor lock_folder(const std::filesystem::path& folder) {
    Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.is_open()) throw system_error(folder, "open", errno);
    if (::flock(descriptor.number(), LOCK_EX | LOCK_NB) == 0) return descriptor;
    if (errno == EWOULDBLOCK) {
        throw Error(ErrorKind::database, fmt::format("another run is at work in {}", printable(folder.native())));
    }
    // Some network file systems cannot lock folders; a missing guard is better than a database that cannot be made.
    const bool impossible = errno == EBADF || errno == EINVAL || errno == ENOLCK || errno == ENOTSUP;
    if (!impossible) throw system_error(folder, "lock", errno);
    return descriptor;
}

}  // namespace retrograde::database
