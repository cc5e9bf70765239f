// Fuzz target: manifests, with the right checksum if they have any, beside the layer files of a small database.
#include "database/manifest.hpp"

#include <tbb/global_control.h>

#include "fuzz.hpp"
#include "sample_database.hpp"

namespace retrograde::fuzz {
namespace {

using namespace test;

/// The database whose manifest is replaced.
const fs::path& folder() {
    static const TempFolder folder;
    static const bool written = [] {
        write_database(folder.path(), {"pangki", "capture=touched", TableKind::distances},
                       {sample_layer("3v2", 100), sample_layer("2v2", 60, 2, 700)});
        return true;
    }();
    (void)written;
    return folder.path();
}

/// Reads whatever the manifest promises.
void read(const Database& database) {
    std::size_t number = 0;
    for (const LayerInfo& layer : database.layers()) {
        for (const TableInfo& table : layer.tables) {
            if (table.size > 0) (void)succeeds(ErrorKind::database, [&] { (void)database.code(number, 0); });
            ++number;
        }
    }
    (void)succeeds(ErrorKind::database, [&] { database.check_files(); });
}

void open() {
    (void)succeeds(ErrorKind::database, [] {
        const auto file = database::read_manifest_file(folder());
        const Bytes bytes = read_file(folder() / "manifest.json");
        if (database::manifest_text(file.manifest) != std::string(bytes.begin(), bytes.end())) fail("another text");
        read(Database(folder(), file.manifest.identity));
    });
    (void)succeeds(ErrorKind::database, [] { check_databases(folder(), [](const FileCheck&) {}); });
}

}  // namespace
}  // namespace retrograde::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace retrograde;
    static const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    const std::string text(data, data + size);
    if (text.find(test::kChecksumKey) == std::string::npos) {
        test::write_file(fuzz::folder() / "manifest.json", {data, size});
    } else {
        test::sign_manifest(fuzz::folder(), text);
    }
    fuzz::open();
    return 0;
}
