// What standard output is, as far as text for people depends on it: the width of a terminal, and whether it may be
// coloured. Files and pipes get the same text whatever the surroundings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "retrograde/value.hpp"

namespace retrograde::cli {

struct Terminal {
    std::size_t width = 0;  ///< columns; 0 where there is no limit
    bool has_colour = false;

    /// Of standard output. Colour only where NO_COLOR (https://no-color.org) is empty and the terminal knows it.
    [[nodiscard]] static Terminal of_output();

    /// The text in bold.
    [[nodiscard]] std::string bold(std::string_view text) const;
    /// The text in the colour of a value: wins green, losses red, draws blue.
    [[nodiscard]] std::string coloured(std::string_view text, Value value) const;
};

/// Whether a descriptor leads to a terminal that understands more than lines of text.
[[nodiscard]] bool is_terminal(int descriptor);

/// Columns of a terminal: $COLUMNS where that is set, else what the terminal says, else 80.
[[nodiscard]] std::size_t terminal_columns(int descriptor);

}  // namespace retrograde::cli
