// Damaged, cut, swapped and hostile files: each is refused in one line that names the file, and no wrong code leaves.
#include <zstd.h>

#include <functional>

#include "database/bytes.hpp"
#include "database/format.hpp"
#include "database_helpers.hpp"

namespace retrograde::test {

namespace {

using database::BlockEntry;
using database::ByteSink;
using database::LayerFooter;
using database::LayerHeader;

const DatabaseIdentity kDistances{"pangki", "capture=touched", TableKind::distances};
const DatabaseIdentity kValues{"pangki", "capture=touched", TableKind::values};

constexpr std::uint64_t kBlock = 65536;

// Small files with all that a file can have: a constant block, a table of several blocks, two bytes an entry.
std::vector<Solved> small_layers() {
    Solved several = sample_layer("3v3", kBlock + 300);
    several.tables[0] = Bytes(several.tables[0].size(), 9);
    for (std::size_t i = kBlock; i < several.tables[0].size(); i += 7)
        several.tables[0][i] = 4;
    several.tables[1] = Bytes(several.tables[1].size(), 2);
    several.tables[1][77] = 1;
    return {sample_layer("3v2", 100), several, sample_layer("2v2", 60, 2, 700)};
}

std::string path_text(const fs::path& folder, const std::string& file) { return (folder / file).native(); }

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

// Whether opening or checking the database finds damage in that file.
std::string found_damage(const fs::path& folder, const DatabaseIdentity& identity) {
    try {
        const Database database(folder, identity);
        database.check_files();
    } catch (const Error& error) {
        REQUIRE(error.kind() == ErrorKind::database);
        return error.what();
    }
    return {};
}

// Probes everything: each code must be right or an Error.
unsigned wrong_codes(const fs::path& folder, const DatabaseIdentity& identity, const std::vector<Solved>& layers) {
    unsigned wrong = 0;
    try {
        const Database database(folder, identity);
        std::size_t number = 0;
        for (const Solved& solved : layers) {
            for (std::size_t i = 0; i < solved.tables.size(); ++i, ++number) {
                const TableInfo& info = solved.layer.tables[i];
                for (std::uint64_t entry = 0; entry < info.size; entry += 1 + info.size / 97) {
                    try {
                        if (database.code(number, entry) != code_in(solved.tables[i], info.entry_bytes, entry)) ++wrong;
                    } catch (const Error&) {
                        break;
                    }
                }
            }
        }
    } catch (const Error&) {
        // Refused as a whole.
    }
    return wrong;
}

// A layer file put together by hand, with all checksums right. `change` spoils the footer before it is signed.
Bytes forged_layer(const LayerHeader& header, const std::vector<BlockEntry>& index, const Bytes& data,
                   const std::function<void(LayerFooter&)>& change = {}) {
    ByteSink sink;
    const auto head = database::serialise_header(header);
    const auto tail = database::serialise_index(index);
    sink.raw(head);
    sink.raw(data);
    LayerFooter footer;
    footer.header_checksum = database::checksum_of(head);
    footer.index_offset = sink.bytes().size();
    footer.index_bytes = tail.size();
    footer.index_checksum = database::checksum_of(tail);
    footer.file_bytes = sink.bytes().size() + tail.size() + database::kFooterBytes;
    if (change) change(footer);
    sink.raw(tail);
    sink.raw(database::serialise_footer(footer));
    return std::move(sink).take();
}

BlockEntry entry_for(const Bytes& data) {
    BlockEntry entry;
    entry.bytes = static_cast<std::uint32_t>(data.size());
    entry.checksum = database::checksum_of(data);
    return entry;
}

Bytes compressed(const Bytes& payload) {
    Bytes data(ZSTD_compressBound(payload.size()));
    data.resize(ZSTD_compress(data.data(), data.size(), payload.data(), payload.size(), 1));
    return data;
}

// The message with which the reader refuses a layer file `3v2.layer` (found through the writer, without a manifest).
std::string refusal(const Bytes& file, const DatabaseIdentity& identity = kDistances) {
    const TempFolder temp;
    write_file(temp.path() / "3v2.layer", file);
    const DatabaseWriter writer(temp.path(), identity);
    CHECK(writer.finished_layers().empty());
    Bytes room(10);
    const std::span<std::uint8_t> view(room);
    const auto message = message_of(ErrorKind::database, [&] { writer.read_layer("3v2", std::span(&view, 1)); });
    const std::string start = path_text(temp.path(), "3v2.layer: ");
    REQUIRE(starts_with(message, start));
    return message.substr(start.size());
}

LayerHeader one_table(const DatabaseIdentity& identity, std::uint64_t size, unsigned entry_bytes = 1) {
    return {identity, {"3v2", {table_info("3v2", size, entry_bytes)}}};
}

}  // namespace

TEST_CASE("every changed byte is found", "[database][damage]") {
    const TempFolder temp;
    const DatabaseIdentity identity = GENERATE(kDistances, kValues);
    auto layers = small_layers();
    if (identity.kind == TableKind::values) {
        layers.pop_back();
        for (auto& byte : layers[1].tables[0])
            byte %= 3;
    }
    write_database(temp.path(), identity, layers);
    REQUIRE(found_damage(temp.path(), identity).empty());
    REQUIRE(wrong_codes(temp.path(), identity, layers) == 0);
    for (const auto& entry : fs::directory_iterator(temp.path())) {
        const Bytes whole = read_file(entry.path());
        unsigned missed = 0;
        unsigned wrong = 0;
        unsigned unnamed = 0;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            for (const unsigned mask : {0x01U, 0x20U, 0x80U}) {
                write_byte(entry.path(), i, whole[i] ^ mask);
                const auto message = found_damage(temp.path(), identity);
                if (message.empty()) ++missed;
                if (!starts_with(message, entry.path().native())) ++unnamed;
                if (mask == 1) wrong += wrong_codes(temp.path(), identity, layers);
            }
            write_byte(entry.path(), i, whole[i]);
        }
        INFO(entry.path());
        CHECK(missed == 0);
        CHECK(wrong == 0);
        CHECK(unnamed == 0);
    }
    CHECK(found_damage(temp.path(), identity).empty());
}

TEST_CASE("every truncated or longer file is found", "[database][damage]") {
    const TempFolder temp;
    const auto layers = small_layers();
    write_database(temp.path(), kDistances, layers);
    for (const auto& entry : fs::directory_iterator(temp.path())) {
        const Bytes whole = read_file(entry.path());
        unsigned missed = 0;
        unsigned wrong = 0;
        for (std::size_t size = whole.size(); size-- > 0;) {
            fs::resize_file(entry.path(), size);
            const auto message = found_damage(temp.path(), kDistances);
            const bool named = starts_with(message, entry.path().native());
            const bool clear = entry.path().extension() != ".layer" || message.find("truncated") != std::string::npos;
            if (!named || !clear) ++missed;
            wrong += wrong_codes(temp.path(), kDistances, layers);
        }
        Bytes longer = whole;
        for (const std::uint8_t byte : Bytes{0, 10, 255}) {
            longer.push_back(byte);
            write_file(entry.path(), longer);
            if (!starts_with(found_damage(temp.path(), kDistances), entry.path().native())) ++missed;
        }
        write_file(entry.path(), whole);
        INFO(entry.path());
        CHECK(missed == 0);
        CHECK(wrong == 0);
    }
}

TEST_CASE("a file cut while it is open gives an error", "[database][damage]") {
    const TempFolder temp;
    write_database(temp.path(), kDistances, {sample_layer("3v2", 3 * kBlock, 1, 200)});
    const Database database(temp.path(), kDistances, 0);
    const std::size_t table = database.table("3v2");
    (void)database.code(table, 0);
    fs::resize_file(temp.path() / "3v2.layer", 300);
    CHECK(message_of(ErrorKind::database, [&] { (void)database.code(table, 2 * kBlock); }) ==
          path_text(temp.path(), "3v2.layer: is truncated"));
    Bytes room(3 * kBlock);
    message_of(ErrorKind::database, [&] { database.read_table(table, room); });
}

TEST_CASE("files in the wrong place say so", "[database][damage]") {
    const TempFolder temp;
    const fs::path folder = temp.path() / "this";
    const fs::path other = temp.path() / "other";
    const auto layers = small_layers();
    write_database(folder, kDistances, layers);
    const auto move_here = [&](const fs::path& from) {
        fs::copy_file(from, folder / "3v2.layer", fs::copy_options::overwrite_existing);
        const auto message = found_damage(folder, kDistances);
        const std::string start = path_text(folder, "3v2.layer: ");
        REQUIRE(starts_with(message, start));
        return message.substr(start.size());
    };
    SECTION("another layer") { CHECK(move_here(folder / "3v3.layer") == "holds layer 3v3, not 3v2"); }
    SECTION("other rules") {
        write_database(other, {"pangki", "capture=any", TableKind::distances}, layers);
        CHECK(move_here(other / "3v2.layer") == "is of rules capture=any, not capture=touched");
    }
    SECTION("another game") {
        write_database(other, {"diamond", "capture=touched", TableKind::distances}, layers);
        CHECK(move_here(other / "3v2.layer") == "is of game diamond, not pangki");
    }
    SECTION("another kind") {
        write_database(other, kValues, {layers[0]});
        CHECK(move_here(other / "3v2.layer") == "holds values alone, not distances");
    }
    SECTION("another size") {
        write_database(other, kDistances, {sample_layer("3v2", 101, 1, 255)});
        CHECK(move_here(other / "3v2.layer").find(" bytes") != std::string::npos);
    }
    SECTION("the same layer with other codes") {
        Solved solved = layers[0];
        std::swap(solved.tables[0][3], solved.tables[0][50]);
        solved.tables[0] = Bytes(100, 1);
        Solved twin = solved;
        twin.tables[0] = Bytes(100, 0);
        write_database(folder, kDistances, {solved});
        write_database(other, kDistances, {twin});
        CHECK(move_here(other / "3v2.layer") == "is not the file that manifest.json describes");
    }
    SECTION("a folder") {
        fs::remove(folder / "3v2.layer");
        fs::create_directory(folder / "3v2.layer");
        CHECK(found_damage(folder, kDistances) == path_text(folder, "3v2.layer: is not a regular file"));
    }
    SECTION("something else") {
        write_file(other.parent_path() / "text", Bytes(500, 'x'));
        CHECK(move_here(other.parent_path() / "text") == "is not a layer file (its first bytes are wrong)");
    }
}

TEST_CASE("a manifest of another database says so", "[database][damage]") {
    const TempFolder temp;
    const std::string file = path_text(temp.path(), "manifest.json: ");
    const auto open = [&](const DatabaseIdentity& identity) {
        return message_of(ErrorKind::database, [&] { const Database database(temp.path(), identity); });
    };
    CHECK(open(kDistances) == file + "is missing");
    write_database(temp.path(), kDistances, small_layers());
    CHECK(open(kValues) == file + "holds distances, not values alone");
    CHECK(open({"diamond", kDistances.rules, TableKind::distances}) == file + "is of game pangki, not diamond");
    CHECK(open({"pangki", "", TableKind::distances}) == file + "is of rules capture=touched, not ");
    sign_manifest(temp.path(), replaced(manifest_of(temp.path()), "\"format\": 1", "\"format\": 2"));
    CHECK(open(kDistances) == file + "is of format version 2; this program reads version 1");
}

TEST_CASE("a layer file of another format version says so", "[database][damage]") {
    Bytes file = forged_layer(one_table(kDistances, 10), {BlockEntry{}}, {});
    file[8] = 7;
    CHECK(refusal(file) == "is of format version 7; this program reads version 1");
}

TEST_CASE("hostile manifests are refused", "[database][damage]") {
    const TempFolder temp;
    write_database(temp.path(), kDistances, small_layers());
    const std::string text = manifest_of(temp.path());
    sign_manifest(temp.path(), text);
    REQUIRE(manifest_of(temp.path()) == text);
    const auto refuses = [&](const std::string& what, const std::string& by) {
        INFO(what << " -> " << by.substr(0, 80));
        sign_manifest(temp.path(), replaced(text, what, by));
        const auto message = found_damage(temp.path(), kDistances);
        CHECK(starts_with(message, temp.path().native()));
        CHECK(message.find('\n') == std::string::npos);
        CHECK(message.size() < 300);
    };
    refuses("\"entries\": 100", "\"entries\": 18446744073709551615");
    refuses("\"entries\": 100", "\"entries\": 281474976710656");
    refuses("\"entries\": 100", "\"entries\": 99999999999999999999999");
    refuses("\"entries\": 100", "\"entries\": -1");
    refuses("\"entries\": 100", "\"entries\": 1e999");
    refuses("\"entries\": 100", "\"entries\": 100.0");
    refuses("\"entries\": 100", "\"entries\": \"100\"");
    refuses("\"entries\": 100", "\"entries\": 0100");
    refuses("\"entries\": 100", "\"entries\": 101");
    refuses("\"entries\": 100, ", "");
    refuses("\"entries\": 100, ", "\"entries\": 100, \"entries\": 100, ");
    refuses("\"entries\": 100", "\"entries\":  100");
    refuses("\"entry_bytes\": 1", "\"entry_bytes\": 0");
    refuses("\"entry_bytes\": 1", "\"entry_bytes\": 3");
    refuses("\"own\": 3", "\"own\": 4294967296");
    refuses("\"own\": 3", "\"own\": 4");
    refuses("\"phase\": \"movement\"", "\"phase\": \"moving\"");
    refuses("\"win\": 11", "\"win\": 12");
    refuses("\"histogram\": [100, 7, 11]", "\"histogram\": [100, 7, 18446744073709551615]");
    refuses("\"histogram\": [100, 7, 11]", "\"histogram\": [100, 7, \"11\"]");
    refuses("\"histogram\": [100, 7, 11]", "\"histogram\": 7");
    refuses("\"histogram\": [100, 7, 11]",
            "\"histogram\": [" + std::string(3000000, '[') + std::string(3000000, ']') + "]");
    refuses("\"name\": \"3v2\"", "\"name\": \"3v3\"");
    refuses("\"name\": \"3v2\"", "\"name\": \"../3v2\"");
    refuses("\"name\": \"3v2\"", "\"name\": \"3v2\\n\"");
    refuses("\"name\": \"3v2\"", "\"name\": \"" + std::string(100000, 'x') + "\"");
    refuses("\"name\": \"3v2\"", "\"name\": null");
    refuses("\"file\": \"3v2.layer\"", "\"file\": \"3v3.layer\"");
    refuses("\"file\": \"3v2.layer\"", "\"file\": \"/etc/passwd\"");
    refuses("\"game\": \"pangki\"", "\"game\": \"pan\\nki\"");
    refuses("\"game\": \"pangki\"", "\"game\": \"\xff\xfe\"");
    refuses("\"kind\": \"distances\"", "\"kind\": \"other\"");
    refuses("\"kind\": \"distances\"", "\"kind\": \"values\"");
    refuses("\"bytes\": ", "\"bytes\": 9999999");
    refuses("\"bytes\": ", "\"bytes\": 18446744073709551615, \"x\": ");
    refuses("\"format\": 1", "\"format\": 0");
    refuses("\"format\": 1", "\"format\": {}");
    refuses("\"format\": 1", "\"format\": 18446744073709551617");
    refuses("{\n", "[\n");
    for (const char* whole : {"", "{}", "[]", "null", "1", "\"\"", "[[[[[[[[[[", "{\"format\": 1}", "\xEF\xBB\xBF{}"}) {
        write_file(temp.path() / "manifest.json", Bytes(whole, whole + std::char_traits<char>::length(whole)));
        CHECK(starts_with(found_damage(temp.path(), kDistances), path_text(temp.path(), "manifest.json: is damaged")));
    }
    fs::resize_file(temp.path() / "manifest.json", std::uintmax_t{1} << 40);
    CHECK(found_damage(temp.path(), kDistances) ==
          path_text(temp.path(), "manifest.json: is damaged (too large for a manifest)"));
}

TEST_CASE("hostile layer files are refused", "[database][damage]") {
    const Bytes payload = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const Bytes data = compressed(payload);
    const BlockEntry entry = entry_for(data);
    const LayerHeader header = one_table(kDistances, 10);

    SECTION("the forger can make good files") {
        const TempFolder temp;
        write_file(temp.path() / "3v2.layer", forged_layer(header, {entry}, data));
        const DatabaseWriter writer(temp.path(), kDistances);
        REQUIRE(writer.finished_layers() == std::vector<LayerInfo>{header.layer});
        Bytes room(10);
        const std::span<std::uint8_t> view(room);
        writer.read_layer("3v2", std::span(&view, 1));
        CHECK(room == payload);
    }
    SECTION("sizes beyond all files") {
        const auto huge = GENERATE(as<std::uint64_t>(), 1ULL << 47, 1ULL << 48, (1ULL << 48) + 1, ~0ULL, kBlock + 10);
        CHECK(starts_with(refusal(forged_layer(one_table(kDistances, huge), {entry}, data)), "is damaged ("));
    }
    SECTION("a block too many or too few") {
        CHECK(refusal(forged_layer(header, {entry, BlockEntry{}}, data)) ==
              "is damaged (number of its blocks does not match)");
        CHECK(refusal(forged_layer(header, {}, data)) == "is damaged (number of its blocks does not match)");
    }
    SECTION("an index in the wrong place") {
        const auto change = GENERATE(
            as<std::function<void(LayerFooter&)>>(),
            [](LayerFooter& footer) { footer.index_offset = ~std::uint64_t{0}; },
            [](LayerFooter& footer) { footer.index_offset = 0; }, [](LayerFooter& footer) { footer.index_offset += 1; },
            [](LayerFooter& footer) { footer.index_bytes = ~std::uint64_t{0}; },
            [](LayerFooter& footer) { footer.index_offset -= 12, footer.index_bytes += 12; });
        CHECK(starts_with(refusal(forged_layer(header, {entry}, data, change)), "is damaged ("));
    }
    SECTION("sizes that do not add up") {
        Bytes more = data;
        more.push_back(0);
        CHECK(refusal(forged_layer(header, {entry}, more)) == "is damaged (sizes of its blocks do not add up)");
        BlockEntry large = entry;
        large.bytes = 0xFFFFFFFF;
        CHECK(refusal(forged_layer(header, {large}, data)) == "is damaged (impossible size of a block)");
    }
    SECTION("a constant block beyond its encoding") {
        BlockEntry constant;
        constant.checksum = 256;
        CHECK(refusal(forged_layer(header, {constant}, {})) == "is damaged (impossible code of a block)");
        constant.checksum = 3;
        CHECK(refusal(forged_layer(one_table(kValues, 10), {constant}, {}), kValues) ==
              "is damaged (impossible code of a block)");
    }
    SECTION("frames of another size, or none at all") {
        for (const Bytes& bad : {compressed(Bytes(9, 1)), compressed(Bytes(11, 1)), compressed(Bytes(5000000, 0)),
                                 Bytes(12, 0xAA), Bytes(data.begin(), data.end() - 1)}) {
            const auto message = refusal(forged_layer(header, {entry_for(bad)}, bad));
            CHECK((message.find("cannot be decoded") != std::string::npos ||
                   message == "is damaged (impossible size of a block)"));
        }
    }
    SECTION("values beyond 2") {
        const Bytes bad = compressed({243, 0});
        const auto message = refusal(forged_layer(one_table(kValues, 10), {entry_for(bad)}, bad), kValues);
        CHECK(message.find("cannot be decoded") != std::string::npos);
    }
    SECTION("headers") {
        LayerHeader bad = header;
        TableInfo& table = bad.layer.tables[0];
        SECTION("entries of no bytes") { table.entry_bytes = 0; }
        SECTION("entries of three bytes") { table.entry_bytes = 3; }
        SECTION("unknown phase") { table.phase = static_cast<Phase>(9); }
        SECTION("a name that leaves the folder") { table.name = "../x"; }
        SECTION("a name over two lines") { table.name = "a\nb"; }
        SECTION("too many codes") { table.histogram.resize(257); }
        SECTION("counts that overflow") { table.histogram = {~std::uint64_t{0}, 1}; }
        SECTION("no tables") { bad.layer.tables.clear(); }
        SECTION("one table twice") { bad.layer.tables.push_back(table); }
        SECTION("unknown kind") { bad.identity.kind = static_cast<TableKind>(2); }
        SECTION("a game over two lines") { bad.identity.game = "pan\nki"; }
        CHECK(starts_with(refusal(forged_layer(bad, {entry}, data)), "is damaged ("));
    }
    SECTION("counts in the header beyond its end") {
        Bytes file = forged_layer(header, {entry}, data);
        const std::size_t size = database::serialise_header(header).size();
        const std::size_t histogram = size - 8 - 3 * 8 - 4;
        const std::size_t tables = 16 + 2 + 6 + 2 + 15 + 1 + 2 + 3;
        const std::size_t places[] = {histogram, tables, 16, 12};  // 16: text of the game, 12: size of the header
        const std::size_t place = places[GENERATE(0, 1, 2, 3)];
        for (std::size_t i = 0; i < 2; ++i)
            file[place + i] = 0xFF;
        ByteSink sum;
        sum.number(database::checksum_of(std::span(file).first(size - 8)));
        std::copy(sum.bytes().begin(), sum.bytes().end(), file.begin() + static_cast<std::ptrdiff_t>(size - 8));
        const auto message = refusal(file);
        CHECK((starts_with(message, "is damaged (") || starts_with(message, "is truncated (")));
    }
}

}  // namespace retrograde::test
