// retrograde check [DIR]: the checksums of all databases in a folder.
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "retrograde/error.hpp"
#include "retrograde/text.hpp"

namespace retrograde::cli {

int run_check(std::span<const std::string> arguments) {
    const Syntax syntax("check", {"[DIR]"},
                        "Checks all checksums of all databases at or below a folder, the SHA-256 of every file among "
                        "them, and says of\n"
                        "each file whether it is whole. Decompresses nothing: checksums are of the bytes of a file. "
                        "Exit status 3 where\n"
                        "a file is damaged or missing.",
                        "retrograde check retrograde-db", {Common::db, Common::quiet, Common::json});
    const auto read = Arguments::read(syntax, arguments);
    if (!read) return kDone;

    std::filesystem::path root = read->database_root();
    if (read->has_positional("DIR")) root = read->positional("DIR");
    const bool as_json = read->has("json");
    const Interrupt interrupt(kPatience);
    ProgressPrinter progress(read->has("quiet"), Audience::terminal);
    bool all_whole = true;
    Json files = Json::array();
    const auto report = [&](const FileCheck& file) {
        progress.clear();
        all_whole = all_whole && file.fault.empty();
        if (as_json) {
            files.push_back({{"file", printable(file.path.native())},
                             {"fault", file.fault.empty() ? Json() : Json(printable(file.fault))}});
        } else if (file.fault.empty()) {
            print("{}: OK\n", printable(file.path.native()));
        } else {
            print("{}: FAILED: {}\n", printable(file.path.native()), file.fault);
        }
    };
    check_databases(root, report, progress.sink(), interrupt.token());
    progress.clear();
    if (interrupt.happened()) {
        flush_output();
        return interrupt.end("not all files were checked");
    }
    if (as_json) print_json({{"passed", all_whole}, {"files", std::move(files)}});
    return all_whole ? kDone : static_cast<int>(ErrorKind::database);
}

}  // namespace retrograde::cli
