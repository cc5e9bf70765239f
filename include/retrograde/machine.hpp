// What the machine has to offer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace retrograde {

/// Number of threads to use: as asked for, or one for each core where that is 0.
[[nodiscard]] unsigned threads_or_all(unsigned asked);

/// Bytes of memory that a process can still take: what is free or can be freed on the machine, the limit of the control
/// group and that of the address space. The largest number where nothing is known.
[[nodiscard]] std::uint64_t available_memory();

/// Bytes that a process is to take: `limit`, or where that is 0 four fifths of available_memory().
[[nodiscard]] std::uint64_t working_memory(std::uint64_t limit);

/// Bytes of memory that the machine has, or that the control group may take where that is less; the largest number
/// where neither is known.
[[nodiscard]] std::uint64_t whole_memory();

/// Bytes free on the disk that a path is on, or will be on once its folders are made. The largest number where nothing
/// is known.
[[nodiscard]] std::uint64_t available_disk(const std::filesystem::path& path);

/// Asks for large pages for memory that is not yet in use: fewer misses of address translation where much memory is
/// touched in no order. Advice only.
void prefer_large_pages(void* begin, std::size_t bytes) noexcept;

}  // namespace retrograde
