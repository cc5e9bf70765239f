// Files for what does not fit into memory while a layer is being solved. They are of use to nobody but the run that
// goes on with them, and nothing of them is believed without its checksum.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/file.hpp"
#include "retrograde/error.hpp"

namespace retrograde::scratch {

/// A scratch file does not hold what was written to it. The layer that it belongs to must be begun again.
class Damaged : public Error {
public:
    using Error::Error;
};

/// What has gone to and from files; any thread may add to it.
struct Traffic {
    std::atomic<std::uint64_t> read = 0;     ///< bytes
    std::atomic<std::uint64_t> written = 0;  ///< bytes
};

/// The bytes of a row of numbers.
template <class T>
[[nodiscard]] std::span<const std::uint8_t> bytes_of(std::span<const T> numbers) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}
template <class T>
[[nodiscard]] std::span<std::uint8_t> bytes_of(std::span<T> numbers) noexcept {
    return {reinterpret_cast<std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

[[nodiscard]] std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) noexcept;

/// A file that is read and written at any place. All members may be called by several threads at a time; they throw
/// Error(resources) where the disk is full.
class File {
public:
    enum class Open { anew, as_it_is };

    File(std::filesystem::path path, Traffic& traffic, Open how);

    void write(std::uint64_t offset, std::span<const std::uint8_t> bytes);

    /// Room for so many bytes behind all that is there so far: its offset.
    [[nodiscard]] std::uint64_t reserve(std::uint64_t bytes) noexcept { return end_.fetch_add(bytes); }

    /// Writes behind all that is there so far, and returns the offset.
    std::uint64_t append(std::span<const std::uint8_t> bytes);

    /// Throws Damaged where the file ends before, or where the bytes do not have the checksum.
    void read(std::uint64_t offset, std::span<std::uint8_t> out, std::uint64_t checksum) const;

    /// Asks the system to read ahead.
    void expect(std::uint64_t offset, std::uint64_t bytes) const noexcept;

    /// Where append() goes on, and where it is to go on in a file that is opened as it is.
    [[nodiscard]] std::uint64_t end() const noexcept { return end_; }
    void set_end(std::uint64_t end) noexcept { end_ = end; }

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
    Traffic* traffic_;
    database::Descriptor descriptor_;
    std::atomic<std::uint64_t> end_ = 0;
};

/// A folder for scratch files. Holds its lock; what it makes is removed at the end, unless told otherwise.
class Folder {
public:
    /// Throws Error(database) where another run is at work in the folder. A folder that is `owned` goes at the end,
    /// too.
    Folder(std::filesystem::path path, bool owned);
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::filesystem::path path_of(std::string_view name) const;
    [[nodiscard]] std::unique_ptr<File> open(std::string_view name, File::Open how) {
        return std::make_unique<File>(path_of(name), traffic_, how);
    }
    [[nodiscard]] bool has(std::string_view name) const;
    void remove(std::string_view name) noexcept;

    /// Removes all scratch files, of earlier runs too, but those named.
    void remove_all(std::span<const std::string> but = {}) noexcept;

    /// From now on, or no longer, the files stay for a run that goes on with them.
    void keep(bool kept) noexcept { kept_ = kept; }

    [[nodiscard]] Traffic& traffic() noexcept { return traffic_; }
    [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }

    /// A small file that is there as a whole or not at all, its checksum included.
    void write_whole(std::string_view name, std::span<const std::uint8_t> bytes);
    /// Empty where the file is missing or not whole.
    [[nodiscard]] std::vector<std::uint8_t> read_whole(std::string_view name) const;

private:
    std::filesystem::path path_;
    bool owned_;
    bool kept_ = false;
    Traffic traffic_;
    database::Descriptor lock_;
};

}  // namespace retrograde::scratch
