// Files: one to read from any place, one to write that appears under its name only when it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace retrograde::database {

/// Owner of a file descriptor.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(Descriptor&& from) noexcept : number_(std::exchange(from.number_, -1)) {}
    Descriptor& operator=(Descriptor&& from) noexcept {
        std::swap(number_, from.number_);
        return *this;
    }
    ~Descriptor();

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
    /// Gives the descriptor up without closing it.
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

private:
    int number_ = -1;
};

/// A regular file open for reading; reads are thread-safe. It is read with pread and not mapped: a file that is cut
/// while it is open must give an Error, not a signal.
class InputFile {
public:
    /// Throws Error(database) where the file is missing, unreadable or not a regular file.
    explicit InputFile(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// Bytes at the time of opening.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    /// Fills `out` from the byte `offset` on; throws Error(database) where the file ends before.
    void read(std::uint64_t offset, std::span<std::uint8_t> out) const;

private:
    std::filesystem::path path_;
    Descriptor descriptor_;
    std::uint64_t size_ = 0;
};

inline constexpr const char* kTemporaryEnding = ".tmp";

/// A file that is written under a temporary name (its own with `.tmp` appended). Without a commit the temporary file is
/// removed. All members throw Error(resources) on a full disk and Error(database) on other failures.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::span<const std::uint8_t> bytes);

    /// Flushes to the disk and renames to the final name, replacing what is there.
    void commit();

    /// Bytes written so far.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    Descriptor descriptor_;
    std::uint64_t size_ = 0;
    bool committed_ = false;
};

/// Locks a folder for the time that the descriptor is open. The lock is on the folder itself, so that nothing is left
/// behind and a killed process holds it no longer. Throws Error(database) where another run holds it.
[[nodiscard]] Descriptor lock_folder(const std::filesystem::path& folder);

}  // namespace retrograde::database
