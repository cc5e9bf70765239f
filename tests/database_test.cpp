// What is written is read back; files do not depend on threads; the interface keeps its word.
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "database/block_cache.hpp"
#include "database/payload.hpp"
#include "database_helpers.hpp"

namespace retrograde::test {

namespace {

const DatabaseIdentity kDistances{"pangki", "capture=touched", TableKind::distances};
const DatabaseIdentity kValues{"pangki", "capture=touched", TableKind::values};

constexpr std::uint64_t kBlock = 65536;

// Reads everything that was written in each way there is.
void check_round_trip(const DatabaseIdentity& identity, const std::vector<Solved>& layers) {
    const TempFolder temp;
    const fs::path folder = folder_of(temp.path(), identity);
    write_database(folder, identity, layers);
    const Database database(folder, identity);
    CHECK(database.identity() == identity);
    CHECK(database.folder() == folder);
    std::uint64_t bytes = fs::file_size(folder / "manifest.json") + fs::file_size(folder / "SHA256SUMS");
    std::vector<LayerInfo> infos;
    for (const Solved& solved : layers) {
        infos.push_back(solved.layer);
        bytes += fs::file_size(folder / (solved.layer.name + ".layer"));
        for (std::size_t i = 0; i < solved.tables.size(); ++i) {
            const TableInfo& info = solved.layer.tables[i];
            const std::size_t number = database.table(info.name);
            Bytes all(solved.tables[i].size());
            database.read_table(number, all);
            REQUIRE(all == solved.tables[i]);
            std::uint64_t wrong = 0;
            for (std::uint64_t entry = 0; entry < info.size; ++entry) {
                wrong += database.code(number, entry) != code_in(all, info.entry_bytes, entry) ? 1U : 0U;
            }
            CHECK(wrong == 0);
            message_of(ErrorKind::usage, [&] { (void)database.code(number, info.size); });
        }
    }
    CHECK(database.layers() == infos);
    CHECK(database.file_bytes() == bytes);
    database.check_files();
    // Nothing but the files that belong there.
    CHECK(static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator())) ==
          layers.size() + 2);
}

Solved constant_layer(const std::string& name, std::uint64_t size, unsigned entry_bytes, Code code) {
    Solved solved = sample_layer(name, size, entry_bytes);
    for (Bytes& table : solved.tables) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            table[i] = static_cast<std::uint8_t>(code >> (8 * (i % entry_bytes)));
        }
    }
    return solved;
}

}  // namespace

TEST_CASE("folders are named after game and rules", "[database]") {
    CHECK(folder_of("root", kDistances) == fs::path("root/pangki/capture=touched"));
    CHECK(folder_of("root", kValues) == fs::path("root/pangki/capture=touched,values=wdl"));
    CHECK(folder_of("root", {"diamond", "", TableKind::distances}) == fs::path("root/diamond/default"));
    CHECK(folder_of("root", {"diamond", "", TableKind::values}) == fs::path("root/diamond/default,values=wdl"));
}

TEST_CASE("tables are read back as written", "[database]") {
    const std::uint64_t size =
        GENERATE(as<std::uint64_t>(), 1, 2, 4, 5, 6, 1000, kBlock - 1, kBlock, kBlock + 1, 2 * kBlock, 3 * kBlock + 17);
    SECTION("one byte an entry") { check_round_trip(kDistances, {sample_layer("3v2", size, 1, 255)}); }
    SECTION("two bytes an entry") { check_round_trip(kDistances, {sample_layer("3v2", size, 2, 65536)}); }
    SECTION("values") { check_round_trip(kValues, {sample_layer("3v2", size, 1, 3)}); }
}

TEST_CASE("incompressible tables are read back as written", "[database]") {
    std::mt19937 random(1);
    Solved solved = sample_layer("3v2", 2 * kBlock + 1);
    for (Bytes& table : solved.tables)
        std::ranges::generate(table, [&] { return static_cast<std::uint8_t>(random()); });
    check_round_trip(kDistances, {solved});
}

TEST_CASE("empty tables and a database without layers", "[database]") {
    check_round_trip(kDistances, {sample_layer("0v0", 0)});
    check_round_trip(kValues, {sample_layer("0v0", 0), sample_layer("1v1", 1)});
    check_round_trip(kDistances, {});
}

TEST_CASE("several layers with one and two bytes an entry", "[database]") {
    check_round_trip(kDistances, {sample_layer("1v1", 10), sample_layer("2v1", kBlock + 5, 2, 400),
                                  sample_layer("2v2", 70000, 1, 200), constant_layer("3v1", 70000, 2, 1000)});
}

TEST_CASE("equal entries cost next to nothing", "[database]") {
    const std::uint64_t size = 20 * kBlock + 3;
    const TempFolder temp;
    SECTION("draws") {
        const Solved solved = constant_layer("3v2", size, 1, 0);
        check_round_trip(kDistances, {solved});
        write_database(temp.path(), kDistances, {solved});
    }
    SECTION("distance of two bytes") {
        const Solved solved = constant_layer("3v2", size, 2, 0x1234);
        check_round_trip(kDistances, {solved});
        write_database(temp.path(), kDistances, {solved});
    }
    SECTION("wins") {
        const Solved solved = constant_layer("3v2", size, 1, kWinCode);
        check_round_trip(kValues, {solved});
        write_database(temp.path(), kValues, {solved});
    }
    CHECK(fs::file_size(temp.path() / "3v2.layer") < 1000);
}

TEST_CASE("files are the same for any number of threads", "[database]") {
    const std::vector<Solved> layers = {sample_layer("3v2", 150 * kBlock + 99, 1, 100),
                                        sample_layer("3v3", 3 * kBlock, 2, 300)};
    std::vector<Bytes> reference;
    for (const std::size_t threads : {1U, 2U, 4U}) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        const TempFolder temp;
        write_database(temp.path(), kDistances, layers);
        const std::vector<Bytes> files = {read_file(temp.path() / "manifest.json"),
                                          read_file(temp.path() / "SHA256SUMS"), read_file(temp.path() / "3v2.layer"),
                                          read_file(temp.path() / "3v3.layer")};
        if (reference.empty()) reference = files;
        CHECK((files == reference));
    }
}

TEST_CASE("the manifest is readable and sums up", "[database]") {
    const TempFolder temp;
    Solved solved = sample_layer("3v2", 1000, 2);
    solved.layer.tables[0].histogram = {5, 10, 200, 40, 0, 7, 0};
    solved.layer.tables[1].histogram = {};
    write_database(temp.path(), kDistances, {solved});
    const Bytes bytes = read_file(temp.path() / "manifest.json");
    const std::string text(bytes.begin(), bytes.end());
    CHECK(text.find("\"win\": 200, \"draw\": 5, \"loss\": 57,\n") != std::string::npos);
    CHECK(text.find("\"longest_win\": 1, \"longest_loss\": 4,\n") != std::string::npos);
    CHECK(text.find("\"longest_win\": null, \"longest_loss\": null,\n") != std::string::npos);
    CHECK(text.find("\"histogram\": [5, 10, 200, 40, 0, 7, 0]\n") != std::string::npos);
    CHECK(text.find("\"file\": \"3v2.layer\",\n") != std::string::npos);
}

TEST_CASE("the manifest is enough for the summary", "[database]") {
    const TempFolder temp;
    const Solved solved = sample_layer("3v2", 1000);
    write_database(temp.path(), kDistances, {solved});
    fs::remove(temp.path() / "3v2.layer");
    const Database database(temp.path(), kDistances);
    REQUIRE(database.layers().size() == 1);
    CHECK(database.layers().front() == solved.layer);
    const auto message = message_of(ErrorKind::database, [&] { (void)database.table("3v2"); });
    CHECK(message == (temp.path() / "3v2.layer").native() + ": is missing");
    CHECK(message_of(ErrorKind::database, [&] { (void)database.code(0, 0); }) == message);
    CHECK(message_of(ErrorKind::database, [&] { database.check_files(); }) == message);
}

TEST_CASE("a table that was not solved is named", "[database]") {
    const TempFolder temp;
    write_database(temp.path(), kDistances, {sample_layer("3v2", 10)});
    const Database database(temp.path(), kDistances);
    CHECK(message_of(ErrorKind::database, [&] { (void)database.table("8v9", "9v8"); }) ==
          (temp.path() / "9v8.layer").native() + ": is missing from the database");
    CHECK(message_of(ErrorKind::database, [&] { (void)database.table("9v9"); }) ==
          (temp.path() / "9v9.layer").native() + ": is missing from the database");
    message_of(ErrorKind::usage, [&] { (void)database.code(2, 0); });
    Bytes room(9);
    message_of(ErrorKind::usage, [&] { database.read_table(0, room); });
}

TEST_CASE("a cache that is much too small gives right codes to many threads", "[database]") {
    const TempFolder temp;
    const std::vector<Solved> layers = {sample_layer("3v2", 12 * kBlock, 1, 200),
                                        sample_layer("2v2", 6 * kBlock, 2, 999)};
    write_database(temp.path(), kDistances, layers);
    const std::uint64_t frames = GENERATE(as<std::uint64_t>(), 0, 1, 4, 1000);
    const Database database(temp.path(), kDistances, frames * 2 * kBlock);
    std::atomic<unsigned> wrong{0};
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] {
            std::mt19937_64 random(seed);
            std::uint64_t entry = 0;
            for (int i = 0; i < 4000; ++i) {
                const Solved& solved = layers[static_cast<std::size_t>(i % 2)];
                const TableInfo& info = solved.layer.tables[0];
                // Mostly in a few blocks, so that hits and evictions mix.
                entry = random() % 8 == 0 ? random() % info.size : (entry + random() % 1000) % info.size;
                const Code code = database.code(database.table(info.name), entry);
                if (code != code_in(solved.tables[0], info.entry_bytes, entry)) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
}

TEST_CASE("the cache keeps what is used and forgets what is not", "[database]") {
    using database::BlockCache;
    using database::BlockSlot;
    BlockCache cache(2, 16);
    std::vector<BlockSlot> slots(4);
    const auto first_byte = [](const auto& byte) { return Code{byte(0)}; };
    const auto insert = [&](std::size_t slot) {
        cache.insert(slots[slot], Bytes(11, static_cast<std::uint8_t>(slot)));
    };
    CHECK_FALSE(cache.read(slots[0], first_byte));
    insert(0);
    insert(1);
    CHECK(cache.read(slots[0], first_byte) == Code{0});
    insert(2);  // slot 0 was used, slot 1 was not
    CHECK(cache.read(slots[0], first_byte) == Code{0});
    CHECK_FALSE(cache.read(slots[1], first_byte));
    CHECK(cache.read(slots[2], first_byte) == Code{2});
    cache.insert(slots[3], Bytes(17, 3));  // larger than a frame: not kept
    CHECK_FALSE(cache.read(slots[3], first_byte));
    CHECK_FALSE(slots[3].constant());
    slots[3].set_constant(0xFFFF);
    CHECK(slots[3].constant() == Code{0xFFFF});
}

TEST_CASE("payloads give any code at once", "[database]") {
    using namespace database;
    const Encoding encoding = GENERATE(Encoding::bytes, Encoding::planes, Encoding::trits);
    const unsigned width = encoding == Encoding::planes ? 2 : 1;
    for (std::size_t count = 1; count < 12; ++count) {
        const Bytes entries = sample_codes(count, width, largest_code(encoding) + 1U, static_cast<unsigned>(count));
        Bytes payload(payload_bytes(encoding, count));
        pack(encoding, entries, payload);
        CHECK(is_canonical(encoding, count, payload));
        Bytes again(entries.size());
        unpack(encoding, count, payload, again);
        CHECK(again == entries);
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(code_at(encoding, count, i, [&](std::size_t k) { return payload[k]; }) == code_in(entries, width, i));
        }
        payload.back() = 0xFF;
        CHECK(is_canonical(encoding, count, payload) == (encoding != Encoding::trits));
        payload.push_back(0);
        CHECK_FALSE(is_canonical(encoding, count, payload));
    }
}

TEST_CASE("a byte of trits is filled up with zeros", "[database]") {
    using namespace database;
    CHECK(is_canonical(Encoding::trits, 1, Bytes{2}));
    CHECK_FALSE(is_canonical(Encoding::trits, 1, Bytes{3}));
    CHECK(is_canonical(Encoding::trits, 5, Bytes{242}));
    CHECK_FALSE(is_canonical(Encoding::trits, 6, Bytes{243, 0}));
}

TEST_CASE("arguments that do not fit are refused and leave nothing", "[database]") {
    const TempFolder temp;
    DatabaseWriter writer(temp.path(), kValues);
    const auto refused = [&](const Solved& solved) {
        const auto message = message_of(ErrorKind::usage, [&] { writer.write_layer(solved.layer, solved.views()); });
        CHECK(fs::is_empty(temp.path()));
        return message;
    };
    Solved solved = sample_layer("3v2", 10);
    SECTION("a code that is no value") { solved.tables[1][4] = 3; }
    SECTION("equal codes that are no values") { solved.tables[0] = Bytes(10, 9); }
    SECTION("a table too few") { solved.tables.pop_back(); }
    SECTION("an entry too few") { solved.tables[0].pop_back(); }
    SECTION("two bytes an entry") { solved = sample_layer("3v2", 10, 2); }
    SECTION("a name that leaves the folder") { solved.layer.name = "../3v2"; }
    SECTION("a hidden name") { solved.layer.name = ".3v2"; }
    SECTION("no name") { solved.layer.name.clear(); }
    SECTION("two tables of one name") { solved.layer.tables[1].name = "3v2"; }
    SECTION("no tables") { solved = Solved{{"3v2", {}}, {}}; }
    SECTION("a code too many counted") { solved.layer.tables[0].histogram.resize(4); }
    SECTION("counts that overflow") { solved.layer.tables[0].histogram = {~std::uint64_t{0}, 1}; }
    CHECK(!refused(solved).empty());
}

TEST_CASE("layers that do not go together make no manifest", "[database]") {
    const TempFolder temp;
    DatabaseWriter writer(temp.path(), kDistances);
    const Solved one = sample_layer("3v2", 10);
    Solved two = sample_layer("2v2", 10);
    two.layer.tables[0].name = "3v2";
    writer.write_layer(one.layer, one.views());
    writer.write_layer(two.layer, two.views());
    SECTION("two tables of one name") {
        const std::vector<LayerInfo> layers = {one.layer, two.layer};
        message_of(ErrorKind::usage, [&] { writer.write_manifest(layers); });
    }
    SECTION("a layer twice") {
        const std::vector<LayerInfo> layers = {one.layer, one.layer};
        message_of(ErrorKind::usage, [&] { writer.write_manifest(layers); });
    }
    SECTION("a layer that was not written") {
        const std::vector<LayerInfo> layers = {sample_layer("1v1", 10).layer};
        message_of(ErrorKind::database, [&] { writer.write_manifest(layers); });
    }
    SECTION("a layer that holds something else") {
        const std::vector<LayerInfo> layers = {sample_layer("3v2", 11).layer};
        message_of(ErrorKind::database, [&] { writer.write_manifest(layers); });
    }
    CHECK_FALSE(fs::exists(temp.path() / "manifest.json"));
}

}  // namespace retrograde::test
