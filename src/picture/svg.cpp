#include "picture/svg.hpp"

#include <fmt/format.h>

#include <cmath>

namespace retrograde::svg {
namespace {

/// At most two decimals, none that are zero.
std::string number(double value) {
    const double rounded = std::round(value * 100) / 100;
    return fmt::format("{}", rounded == 0 ? 0 : rounded);  // no -0
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += letter;
        }
    }
    return result;
}

std::string attributes_of(const Paint& paint) {
    std::string text = fmt::format(" fill=\"{}\"", paint.fill);
    if (paint.stroke != "none") {
        text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", paint.stroke, number(paint.width));
        text += paint.has_round_ends ? " stroke-linecap=\"round\"" : " stroke-linejoin=\"round\"";
    }
    return text;
}

const char* name_of(Anchor anchor) {
    switch (anchor) {
        case Anchor::middle: return "middle";
        case Anchor::end: return "end";
        default: return "start";
    }
}

}  // namespace

Drawing::Drawing(double width, double height, std::string_view title)
    : content_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                           "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title>\n",
                           number(width), number(height), escaped(title))) {
    rectangle({0, 0}, width, height, {.fill = "#fff"});
}

void Drawing::rectangle(PlanePoint corner, double width, double height, const Paint& paint) {
    content_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(corner.x),
                            number(corner.y), number(width), number(height), attributes_of(paint));
}

void Drawing::circle(PlanePoint centre, double radius, const Paint& paint) {
    content_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number(centre.x), number(centre.y),
                            number(radius), attributes_of(paint));
}

void Drawing::line(PlanePoint from, PlanePoint to, const Paint& paint) {
    content_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", number(from.x), number(from.y),
                            number(to.x), number(to.y), attributes_of(paint));
}

void Drawing::polygon(std::span<const PlanePoint> corners, const Paint& paint) {
    std::string points;
    for (const PlanePoint& corner : corners)
        points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(corner.x), number(corner.y));
    content_ += fmt::format("<polygon points=\"{}\"{}/>\n", points, attributes_of(paint));
}

void Drawing::text(PlanePoint at, std::string_view text, const Font& font) {
    const std::string turn =
        font.is_turned ? fmt::format(" transform=\"rotate(-90 {} {})\"", number(at.x), number(at.y)) : "";
    content_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\"{} text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
        number(at.x), number(at.y),
        font.is_monospace ? "DejaVu Sans Mono, Menlo, Consolas, monospace"
                          : "DejaVu Sans, Helvetica, Arial, sans-serif",
        number(font.size), font.is_bold ? " font-weight=\"bold\"" : "", name_of(font.anchor), font.fill, turn,
        escaped(text));
}

}  // namespace retrograde::svg
