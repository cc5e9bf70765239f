#include "cli/table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace retrograde::cli {
namespace {

constexpr std::size_t kGap = 2;  // spaces between columns

/// Cuts the first piece off a text that is not empty: up to a space, which it keeps, or a `/`.
std::string_view cut_piece(std::string_view& text) {
    const std::size_t end = text.find_first_of(" /");
    const std::string_view piece = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(piece.size());
    return piece;
}

std::size_t width_of_piece(std::string_view piece) { return piece.size() - (piece.ends_with(' ') ? 1 : 0); }

std::size_t widest_piece(std::string_view text) {
    std::size_t widest = 0;
    while (!text.empty())
        widest = std::max(widest, width_of_piece(cut_piece(text)));
    return widest;
}

void trim_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::optional<Value> value_in(std::string_view cell) {
    for (const Value value : {Value::win, Value::draw, Value::loss}) {
        if (cell.starts_with(name_of(value))) return value;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::string_view piece = cut_piece(text);
        if (!lines.back().empty() && lines.back().size() + width_of_piece(piece) > width) lines.emplace_back();
        lines.back() += piece;
    }
    std::ranges::for_each(lines, trim_end);
    return lines;
}

/// As wide as the longest cells, and then one column narrower after the other until they fit, or cannot get narrower.
std::vector<std::size_t> Table::widths(std::size_t indent, const Terminal& terminal) const {
    std::vector<std::size_t> widths(columns_.size());
    std::vector<std::size_t> least(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        widths[i] = columns_[i].heading.size();
        least[i] = widest_piece(columns_[i].heading);
        for (const auto& cells : rows_) {
            widths[i] = std::max(widths[i], cells.at(i).size());
            least[i] = std::max(least[i], widest_piece(cells.at(i)));
        }
    }
    std::size_t total = std::accumulate(widths.begin(), widths.end(), indent + kGap * (columns_.size() - 1));
    for (; terminal.width > 0 && total > terminal.width; --total) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (widths[i] > least[i] && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
        }
        if (widest == nullptr) break;
        --*widest;
    }
    return widths;
}

/// One line of a cell: aligned, then coloured.
std::string Table::cell_text(std::size_t column, const std::string& line, std::size_t width, const Terminal& terminal,
                             bool is_heading) const {
    const std::string space(width - std::min(width, line.size()), ' ');
    const std::optional<Value> value = columns_[column].holds_values ? value_in(line) : std::nullopt;
    const std::string shown = is_heading ? terminal.bold(line) : value ? terminal.coloured(line, *value) : line;
    return columns_[column].align == Align::left ? shown + space : space + shown;
}

std::string Table::row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                            std::size_t indent, const Terminal& terminal, bool is_heading) const {
    std::vector<Lines> lines;
    std::size_t height = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        lines.push_back(wrapped(cells.at(i), widths[i]));
        height = std::max(height, lines.back().size());
    }
    std::string text;
    for (std::size_t row = 0; row < height; ++row) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (i > 0) line += std::string(kGap, ' ');
            line += cell_text(i, row < lines[i].size() ? lines[i][row] : "", widths[i], terminal, is_heading);
        }
        trim_end(line);
        text += line + '\n';
    }
    return text;
}

std::string Table::text(std::size_t indent, const Terminal& terminal) const {
    const std::vector<std::size_t> widths = this->widths(indent, terminal);
    std::vector<std::string> headings;
    for (const Column& column : columns_)
        headings.push_back(column.heading);
    std::string text = row_text(headings, widths, indent, terminal, true);
    for (const auto& cells : rows_)
        text += row_text(cells, widths, indent, terminal, false);
    return text;
}

}  // namespace retrograde::cli
