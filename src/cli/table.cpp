#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace retrograde::cli {

std::string Table::text(std::size_t indent) const {
    std::vector<std::vector<std::string>> lines(1);
    for (const Column& column : columns_)
        lines.front().push_back(column.heading);
    lines.insert(lines.end(), rows_.begin(), rows_.end());

    std::vector<std::size_t> widths(columns_.size());
    for (const auto& cells : lines) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], cells.at(i).size());
    }

    std::string result;
    for (const auto& cells : lines) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (i > 0) line += "  ";
            const bool left = columns_[i].align == Align::left;
            line += left ? fmt::format("{:<{}}", cells[i], widths[i]) : fmt::format("{:>{}}", cells[i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + '\n';
    }
    return result;
}

}  // namespace retrograde::cli
