// Scalable vector graphics, as far as pictures of boards and charts need them: shapes one after another, the last on
// top, on a white ground. Lengths are in pixels from the upper left corner.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "retrograde/picture.hpp"

namespace retrograde::svg {

/// How a shape is painted; colours as in CSS, `none` for no paint.
struct Paint {
    std::string_view fill = "none";
    std::string_view stroke = "none";
    double width = 1;  ///< of the stroke
    bool has_round_ends = false;
};

enum class Anchor { start, middle, end };

struct Font {
    double size = 12;
    Anchor anchor = Anchor::start;
    std::string_view fill = "#222";
    bool is_monospace = false;
    bool is_bold = false;
    bool is_turned = false;  ///< reads upwards
};

class Drawing {
public:
    /// `title` is what a reader that cannot show pictures says instead.
    Drawing(double width, double height, std::string_view title);

    void rectangle(PlanePoint corner, double width, double height, const Paint& paint);
    void circle(PlanePoint centre, double radius, const Paint& paint);
    void line(PlanePoint from, PlanePoint to, const Paint& paint);
    void polygon(std::span<const PlanePoint> corners, const Paint& paint);
    /// `at` is the base line of the text.
    void text(PlanePoint at, std::string_view text, const Font& font);

    /// The file as a whole.
    [[nodiscard]] std::string file() const { return content_ + "</svg>\n"; }

private:
    std::string content_;
};

}  // namespace retrograde::svg
