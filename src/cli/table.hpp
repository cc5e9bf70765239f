// A table for people: columns as wide as their longest cell, or narrower where the terminal is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal.hpp"

namespace retrograde::cli {

enum class Align { left, right };

struct Column {
    std::string heading;
    Align align = Align::left;
    bool holds_values = false;  ///< cells that begin with win, draw or loss are coloured
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Adds a row; it must have one cell for each column.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// Lines of text, the headings first, each after `indent` spaces; no spaces at the ends of lines. Where they are
    /// wider than the terminal, cells are broken into lines at spaces and after `/`; the widest columns give way first.
    [[nodiscard]] std::string text(std::size_t indent = 0, const Terminal& terminal = Terminal::of_output()) const;

private:
    using Lines = std::vector<std::string>;

    [[nodiscard]] std::vector<std::size_t> widths(std::size_t indent, const Terminal& terminal) const;
    [[nodiscard]] std::string cell_text(std::size_t column, const std::string& line, std::size_t width,
                                        const Terminal& terminal, bool is_heading) const;
    [[nodiscard]] std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                                       std::size_t indent, const Terminal& terminal, bool is_heading) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// Text as lines of at most `width` columns, broken at spaces and after `/`; a longer piece has a line of its own.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace retrograde::cli
