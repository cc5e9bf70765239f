// A database on disk: a folder for a game and rule set, with a manifest and one file a layer.
// The format is described byte by byte in src/database/FORMAT.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "retrograde/game.hpp"
#include "retrograde/value.hpp"

namespace retrograde {

/// One table of a layer: all positions of the layer in which the side to move has `own` men.
struct TableInfo {
    unsigned own = 0;       ///< men of the side to move
    unsigned opponent = 0;  ///< men of the other side
    unsigned neutral = 0;
    std::string name;  ///< unique in the database: `4v3`
    Phase phase = Phase::none;
    std::uint64_t size = 0;    ///< entries stored
    unsigned entry_bytes = 1;  ///< 1, or 2 where distances pass 254 plies
    /// Raw positions (not reduced by symmetry) by code: [0] draws, [d + 1] those decided in d plies.
    std::vector<std::uint64_t> histogram;

    friend bool operator==(const TableInfo&, const TableInfo&) = default;
};

/// A layer as solved: the tables of both sides to move, which reach each other by quiet moves (one table
/// where exchange of colours makes the two the same).
struct LayerInfo {
    std::string name;  ///< `4v3`; also the name of its file without the ending
    std::vector<TableInfo> tables;

    friend bool operator==(const LayerInfo&, const LayerInfo&) = default;
};

/// What every file of a database says of itself.
struct DatabaseIdentity {
    std::string game;
    std::string rules;  ///< text_of(RuleSet)
    TableKind kind = TableKind::distances;

    friend bool operator==(const DatabaseIdentity&, const DatabaseIdentity&) = default;
};

/// Folder of a game and rule set below the root: `root/pangki/capture=touched`, with `,values=wdl` appended for
/// tables of values only.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& root, const DatabaseIdentity& identity);

/// Writes the files of one database folder. Each file is written to a temporary name, flushed, then renamed, so
/// that a file with a final name is whole. All members throw Error(resources) on a full disk, Error(database)
/// where the folder cannot be made or written.
class DatabaseWriter {
public:
    /// Makes the folder and takes its lock; throws Error(database) where another run holds it.
    /// Removes temporary files that a killed run left behind.
    DatabaseWriter(std::filesystem::path folder, DatabaseIdentity identity);
    ~DatabaseWriter();
    DatabaseWriter(const DatabaseWriter&) = delete;
    DatabaseWriter& operator=(const DatabaseWriter&) = delete;

    /// Finished layers of an earlier run whose files are whole and belong to this database.
    [[nodiscard]] std::vector<LayerInfo> finished_layers() const;

    /// Reads a finished layer back: `tables[i]` gets all entries of its table i, size * entry_bytes bytes. Throws
    /// Error(database) on damage, Error(usage) where the room does not fit the layer.
    void read_layer(std::string_view name, std::span<const std::span<std::uint8_t>> tables) const;

    /// Decodes blocks of a table of a finished layer: block `number` is the entries from number * 2^16 on. Any thread
    /// may call what is returned, which throws Error(database) on damage.
    using ReadBlock = std::function<void(std::uint64_t number, std::span<std::uint8_t> out)>;
    [[nodiscard]] ReadBlock open_table(std::string_view layer, std::size_t table) const;

    /// Gives some entries of table number `table`, those of one block: entry_bytes each, little endian. May put them
    /// into `room`. Called by several threads at a time.
    using EntrySource = std::function<std::span<const std::uint8_t>(
        std::size_t table, std::uint64_t first, std::uint64_t count, std::vector<std::uint8_t>& room)>;

    /// Writes one layer with the entries of `source`. The bytes written depend on nothing but these and `layer`.
    /// Compresses with the threads that the caller allows to oneTBB. Throws Error(usage) where the two do not fit each
    /// other.
    void write_layer(const LayerInfo& layer, const EntrySource& source);

    /// The same where `tables[i]` holds all entries of layer.tables[i].
    void write_layer(const LayerInfo& layer, std::span<const std::span<const std::uint8_t>> tables);

    /// Removes the manifest and all layer files (for --force).
    void clear();

    /// Writes SHA256SUMS and then the manifest over all layer files given, in this order. Throws Error(database) where
    /// one of the files is missing or holds something else.
    void write_manifest(std::span<const LayerInfo> layers);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Bytes of decoded blocks that an open database keeps, unless told otherwise.
inline constexpr std::uint64_t kDefaultCacheBytes = std::uint64_t{256} << 20;

/// An open database. Probes are thread-safe; a bounded cache keeps decoded blocks.
class Database {
public:
    /// Opens and checks the manifest only. Throws Error(database) where it is missing, damaged, or of another
    /// game, rule set, kind or format version; the message names the file.
    Database(std::filesystem::path folder, const DatabaseIdentity& identity,
             std::uint64_t cache_bytes = kDefaultCacheBytes);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const;
    [[nodiscard]] const DatabaseIdentity& identity() const;
    [[nodiscard]] const std::vector<LayerInfo>& layers() const;
    [[nodiscard]] std::uint64_t file_bytes() const;  ///< size of all files, manifest and sums included

    [[nodiscard]] bool has_table(std::string_view name) const;

    /// Table number by name, as used below; throws Error(database) naming the layer file that is missing, which is that
    /// of `layer` where the layer has another name than the table.
    [[nodiscard]] std::size_t table(std::string_view name, std::string_view layer = {}) const;

    /// Code of one entry; decodes and caches the block that holds it. Throws Error(database) on damage, Error(usage)
    /// where there is no such table or entry.
    [[nodiscard]] Code code(std::size_t table, std::uint64_t entry) const;

    /// The entries of one block of a table, those from number * 2^16 on, decoded into `out`, which holds just these.
    /// Throws Error(database) on damage.
    void read_block(std::size_t table, std::uint64_t number, std::span<std::uint8_t> out) const;

    /// All entries of a table, decoded into `out` (size * entry_bytes bytes). Throws Error(database) on damage.
    /// Checks every byte of the layer file that belongs to the table.
    void read_table(std::size_t table, std::span<std::uint8_t> out) const;

    /// Reads every file in full and checks every checksum; throws Error(database) that names the file.
    void check_files() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// What the checksums say of a file of a database.
struct FileCheck {
    std::filesystem::path path;
    std::string fault;  ///< empty where all of them are right
};

/// Checks the checksums of all databases at or below `root`, and reports each of their files, folder by folder and
/// sorted by name. Decompresses nothing: checksums are of bytes as they lie in the file. Progress counts bytes read,
/// not positions. Where a stop is asked for, it ends without a report on the folder that it is in. Throws
/// Error(database) where there is no database, Error(resources) where a file cannot be opened for want of room.
void check_databases(const std::filesystem::path& root, const std::function<void(const FileCheck&)>& report,
                     const ProgressSink& progress = {}, const std::stop_token& stop = {});

}  // namespace retrograde
