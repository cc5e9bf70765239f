// What somebody may have meant who wrote a name that there is not.
#pragma once

#include <span>
#include <string_view>

namespace retrograde::cli {

/// The one of the names, of which there is at least one, that is written most like `name`.
[[nodiscard]] std::string_view nearest(std::string_view name, std::span<const std::string_view> names);

}  // namespace retrograde::cli
