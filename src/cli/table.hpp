// A table for people: columns as wide as their longest cell.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace retrograde::cli {

enum class Align { left, right };

struct Column {
    std::string heading;
    Align align = Align::left;
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Adds a row; it must have one cell for each column.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// Lines of text, the headings first, each after `indent` spaces; no spaces at the ends of lines.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace retrograde::cli
