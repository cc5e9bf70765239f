// Runs that are killed, run into each other, or run out of disk.
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <optional>

#include "database_helpers.hpp"

namespace retrograde::test {

namespace {

const DatabaseIdentity kIdentity{"pangki", "capture=touched", TableKind::distances};

// Limits the size of files as long as it lives.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_before_);
    }

private:
    rlimit before_{};
    void (*signal_before_)(int);
};

Solved large_layer() {
    std::mt19937 random(5);
    Solved solved = sample_layer("3v2", 500000);
    for (Bytes& table : solved.tables)
        std::ranges::generate(table, [&] { return static_cast<std::uint8_t>(random()); });
    return solved;
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().native());
    std::ranges::sort(names);
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("two runs in one folder", "[database][disk]") {
    const TempFolder temp;
    const fs::path folder = temp.path() / "pangki" / "rules";
    std::optional<DatabaseWriter> first(std::in_place, folder, kIdentity);
    write_file(folder / "x.layer.tmp", Bytes(10));  // the first run is writing this
    CHECK(message_of(ErrorKind::database, [&] { const DatabaseWriter second(folder, kIdentity); }) ==
          "another run is at work in " + folder.native());
    CHECK(names_in(folder) == Names{"x.layer.tmp"});
    first.reset();
    const DatabaseWriter third(folder, kIdentity);
    CHECK(fs::is_empty(folder));
}

TEST_CASE("a run goes on where another was stopped", "[database][disk]") {
    const TempFolder temp;
    const Solved one = sample_layer("2v1", 1000);
    const Solved two = sample_layer("2v2", 70000, 2, 500);
    {
        DatabaseWriter writer(temp.path(), kIdentity);
        writer.write_layer(one.layer, one.views());
        writer.write_layer(two.layer, two.views());
    }
    write_file(temp.path() / "3v2.layer.tmp", Bytes(1000));
    write_file(temp.path() / "manifest.json.tmp", Bytes(10));
    DatabaseWriter writer(temp.path(), kIdentity);
    CHECK(names_in(temp.path()) == Names{"2v1.layer", "2v2.layer"});
    CHECK(writer.finished_layers() == std::vector<LayerInfo>{one.layer, two.layer});

    SECTION("tables are read back") {
        std::vector<Bytes> tables = {Bytes(two.tables[0].size()), Bytes(two.tables[1].size())};
        std::vector<std::span<std::uint8_t>> views(tables.begin(), tables.end());
        writer.read_layer("2v2", views);
        CHECK(tables == two.tables);
        views.pop_back();
        message_of(ErrorKind::usage, [&] { writer.read_layer("2v2", views); });
        message_of(ErrorKind::database, [&] { writer.read_layer("9v9", views); });
    }
    SECTION("a damaged layer counts as not there and is replaced") {
        const Bytes whole = read_file(temp.path() / "2v2.layer");
        Bytes bytes = whole;
        bytes[bytes.size() / 2] ^= 1;
        write_file(temp.path() / "2v2.layer", bytes);
        write_file(temp.path() / "foreign.layer", Bytes(100, 1));
        fs::copy_file(temp.path() / "2v1.layer", temp.path() / "1v2.layer");
        CHECK(writer.finished_layers() == std::vector<LayerInfo>{one.layer});
        writer.write_layer(two.layer, two.views());
        CHECK(writer.finished_layers() == std::vector<LayerInfo>{one.layer, two.layer});
        CHECK(read_file(temp.path() / "2v2.layer") == whole);
    }
    SECTION("clearing removes what belongs to the database") {
        const std::vector<LayerInfo> layers = {one.layer, two.layer};
        writer.write_manifest(layers);
        CHECK(names_in(temp.path()) == Names{"2v1.layer", "2v2.layer", "SHA256SUMS", "manifest.json"});
        write_file(temp.path() / "notes.txt", Bytes(3));
        writer.clear();
        CHECK(names_in(temp.path()) == Names{"notes.txt"});
        writer.clear();
    }
    SECTION("layers of other rules count as not there") {
        const TempFolder other;
        fs::copy_file(temp.path() / "2v1.layer", other.path() / "2v1.layer");
        CHECK(DatabaseWriter(other.path(), {"pangki", "capture=any", TableKind::distances}).finished_layers().empty());
        CHECK(DatabaseWriter(other.path(), kIdentity).finished_layers().size() == 1);
    }
}

TEST_CASE("a limit on file sizes", "[database][disk]") {
    const TempFolder temp;
    const Solved small = sample_layer("1v1", 100);
    const Solved large = large_layer();
    DatabaseWriter writer(temp.path(), kIdentity);
    writer.write_layer(small.layer, small.views());
    {
        const FileSizeLimit limit(100000);
        const auto message = message_of(ErrorKind::resources, [&] { writer.write_layer(large.layer, large.views()); });
        CHECK(message == (temp.path() / "3v2.layer").native() + ": cannot write: File too large");
    }
    CHECK(names_in(temp.path()) == Names{"1v1.layer"});
    {
        const FileSizeLimit limit(100);
        const auto message =
            message_of(ErrorKind::resources, [&] { writer.write_manifest(std::span(&small.layer, 1)); });
        CHECK(message == (temp.path() / "SHA256SUMS").native() + ": cannot write: File too large");
    }
    CHECK(names_in(temp.path()) == Names{"1v1.layer"});
    writer.write_layer(large.layer, large.views());
    CHECK(writer.finished_layers().size() == 2);
}

TEST_CASE("a full disk", "[database][disk]") {
    const TempFolder temp;
    const fs::path disk = temp.path() / "disk";
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0) {
        WARN("not allowed to mount a small disk; the test of a full one is left out");
        return;
    }
    {
        const Solved large = large_layer();
        DatabaseWriter writer(disk / "db", kIdentity);
        const auto message = message_of(ErrorKind::resources, [&] { writer.write_layer(large.layer, large.views()); });
        CHECK(message == (disk / "db" / "3v2.layer").native() + ": cannot write: No space left on device");
        CHECK(fs::is_empty(disk / "db"));
    }
    ::umount(disk.c_str());
}

TEST_CASE("a run killed while it writes", "[database][disk]") {
    const TempFolder temp;
    const Solved small = sample_layer("1v1", 100);
    const Solved large = large_layer();
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // The signal for too large files kills the child between two writes.
        std::signal(SIGXFSZ, SIG_DFL);
        const rlimit limit{100000, 100000};
        const rlimit no_core{0, 0};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::setrlimit(RLIMIT_CORE, &no_core);
        const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
        DatabaseWriter writer(temp.path(), kIdentity);
        writer.write_layer(small.layer, small.views());
        writer.write_layer(large.layer, large.views());
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(names_in(temp.path()) == Names{"1v1.layer", "3v2.layer.tmp"});

    DatabaseWriter writer(temp.path(), kIdentity);  // the lock has gone with the process
    CHECK(names_in(temp.path()) == Names{"1v1.layer"});
    const auto finished = writer.finished_layers();
    REQUIRE(finished == std::vector<LayerInfo>{small.layer});
    writer.write_layer(large.layer, large.views());
    writer.write_manifest(std::vector<LayerInfo>{small.layer, large.layer});
    Database(temp.path(), kIdentity).check_files();
}

TEST_CASE("folders that cannot be made or written", "[database][disk]") {
    const TempFolder temp;
    write_file(temp.path() / "file", Bytes(3));
    const auto refused = [](const fs::path& folder) {
        return message_of(ErrorKind::database, [&] { const DatabaseWriter writer(folder, kIdentity); });
    };
    CHECK(refused(temp.path() / "file").find("file: cannot ") != std::string::npos);
    CHECK(refused(temp.path() / "file" / "below").find("Not a directory") != std::string::npos);
    CHECK(refused(temp.path() / std::string(300, 'x')).find("File name too long") != std::string::npos);
    CHECK(refused(temp.path() / "file" / "two\nlines").find("two\\x0alines: cannot ") != std::string::npos);
    message_of(ErrorKind::usage, [&] { const DatabaseWriter writer(temp.path() / "db", {"a\nb", "", {}}); });

    if (::geteuid() != 0) {  // nothing is closed to root
        fs::create_directory(temp.path() / "closed");
        fs::permissions(temp.path() / "closed", fs::perms::owner_read | fs::perms::owner_exec);
        CHECK(refused(temp.path() / "closed" / "db").find("Permission denied") != std::string::npos);
        fs::permissions(temp.path() / "closed", fs::perms::owner_all);
    }
}

TEST_CASE("writing into a folder that is gone", "[database][disk]") {
    const TempFolder temp;
    const Solved solved = sample_layer("1v1", 10);
    DatabaseWriter writer(temp.path() / "db", kIdentity);
    fs::remove(temp.path() / "db");
    const auto message = message_of(ErrorKind::database, [&] { writer.write_layer(solved.layer, solved.views()); });
    CHECK(message == (temp.path() / "db" / "1v1.layer").native() + ": cannot create: No such file or directory");
    message_of(ErrorKind::database, [&] { (void)writer.finished_layers(); });
}

}  // namespace retrograde::test
