#include "scratch/scratch.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "database/bytes.hpp"
#include "database/failure.hpp"

namespace retrograde::scratch {

namespace {

using database::system_error;
namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".scratch";

Damaged damaged(const fs::path& path) {
    return {ErrorKind::database, database::damaged(path, "it does not hold what was written to it").what()};
}

bool is_scratch(const fs::path& path) {
    const std::string name = path.filename().native();
    return name.ends_with(kEnding) || name.ends_with(std::string(kEnding) + database::kTemporaryEnding);
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) noexcept {
    return XXH3_64bits(bytes.data(), bytes.size());
}

File::File(fs::path path, Traffic& traffic, Open how) : path_(std::move(path)), traffic_(&traffic) {
    const int emptied = how == Open::anew ? O_TRUNC : 0;
    descriptor_ = database::Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | emptied, 0666));
    if (!descriptor_.is_open()) throw system_error(path_, "create", errno);
}

void File::write(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    traffic_->written += bytes.size();
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(descriptor_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path_, "write", errno);
        offset += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

std::uint64_t File::append(std::span<const std::uint8_t> bytes) {
    const std::uint64_t offset = reserve(bytes.size());
    write(offset, bytes);
    return offset;
}

void File::read(std::uint64_t offset, std::span<std::uint8_t> out, std::uint64_t checksum) const {
    traffic_->read += out.size();
    for (std::span<std::uint8_t> rest = out; !rest.empty();) {
        const ssize_t count = ::pread(descriptor_.number(), rest.data(), rest.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path_, "read", errno);
        if (count == 0) throw damaged(path_);
        offset += static_cast<std::uint64_t>(count);
        rest = rest.subspan(static_cast<std::size_t>(count));
    }
    if (checksum_of(out) != checksum) throw damaged(path_);
}

void File::expect(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    (void)::posix_fadvise(descriptor_.number(), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                          POSIX_FADV_WILLNEED);
}

Folder::Folder(fs::path path, bool owned) : path_(std::move(path)), owned_(owned) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) throw system_error(path_, "create", error.value());
    lock_ = database::lock_folder(path_);
}

Folder::~Folder() {
    if (kept_) return;
    remove_all();
    if (owned_) ::rmdir(path_.c_str());
}

fs::path Folder::path_of(std::string_view name) const { return path_ / (std::string(name) + std::string(kEnding)); }

bool Folder::has(std::string_view name) const {
    std::error_code ignored;
    return fs::exists(path_of(name), ignored);
}

void Folder::remove(std::string_view name) noexcept { ::unlink(path_of(name).c_str()); }

void Folder::remove_all(std::span<const std::string> but) noexcept {
    std::error_code error;
    for (fs::directory_iterator entry(path_, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path& path = entry->path();
        const bool stays = std::ranges::any_of(but, [&](const std::string& name) { return path_of(name) == path; });
        if (is_scratch(path) && !stays) ::unlink(path.c_str());
    }
}

void Folder::write_whole(std::string_view name, std::span<const std::uint8_t> bytes) {
    database::ByteSink checksum;
    checksum.number(checksum_of(bytes));
    database::OutputFile file(path_of(name));
    file.write(checksum.bytes());
    file.write(bytes);
    file.commit();
    traffic_.written += bytes.size();
}

std::vector<std::uint8_t> Folder::read_whole(std::string_view name) const {
    if (!has(name)) return {};
    const database::InputFile file(path_of(name));
    constexpr std::size_t kChecksumBytes = 8;
    if (file.size() < kChecksumBytes) return {};
    std::vector<std::uint8_t> bytes(file.size());
    file.read(0, bytes);
    const auto checksum = database::load_little_endian<std::uint64_t>(bytes.data());
    bytes.erase(bytes.begin(), bytes.begin() + kChecksumBytes);
    return checksum_of(bytes) == checksum ? bytes : std::vector<std::uint8_t>{};
}

}  // namespace retrograde::scratch
