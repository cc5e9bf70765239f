// The values of a database by distance, as bars. Counts span many powers of ten, so their scale is logarithmic.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "picture/svg.hpp"
#include "retrograde/drawing.hpp"
#include "retrograde/text.hpp"

namespace retrograde {
namespace {

using svg::Anchor;
using svg::Drawing;

constexpr double kWidth = 960;
constexpr double kHeight = 460;
constexpr double kLeft = 124;
constexpr double kRight = 20;
constexpr double kTop = 84;
constexpr double kBottom = 56;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kPlotHeight = kHeight - kTop - kBottom;
constexpr double kFloor = 0.5;  // the count at the axis: a single position is still a bar

constexpr std::string_view kAxis = "#333";

[[nodiscard]] std::string_view colour_of(Value value) {
    switch (value) {
        case Value::win: return "#1d4f91";
        case Value::loss: return "#eb9c2d";
        default: return "#8b9097";
    }
}

class ChartDrawing {
public:
    explicit ChartDrawing(const DistanceChart& chart)
        : chart_(chart), most_(std::max<std::uint64_t>(1, chart.draws)), drawing_(kWidth, kHeight, chart.title) {
        for (const std::uint64_t count : chart.by_distance)
            most_ = std::max(most_, count);
    }

    [[nodiscard]] std::string draw() {
        drawing_.text({kWidth / 2, 30}, chart_.title, {.size = 19, .anchor = Anchor::middle, .is_bold = true});
        draw_legend();
        draw_counts_axis();
        draw_bars();
        draw_distances_axis();
        return drawing_.file();
    }

private:
    /// Bars for the distances, a gap, and one for the draws.
    [[nodiscard]] std::size_t distances() const { return chart_.by_distance.size(); }
    [[nodiscard]] double slot() const { return kPlotWidth / (static_cast<double>(distances()) + 2 * gap()); }
    /// In slots: beside the last distance, and the width of the bar for draws.
    [[nodiscard]] double gap() const { return std::max(1.5, static_cast<double>(distances()) / 40); }
    [[nodiscard]] double middle_of(std::size_t distance) const {
        return kLeft + (static_cast<double>(distance) + 0.5) * slot();
    }
    [[nodiscard]] double middle_of_draws() const { return kLeft + kPlotWidth - gap() / 2 * slot(); }

    [[nodiscard]] double height_of(double count) const {
        const double top = std::log10(static_cast<double>(most_) * 1.5 / kFloor);
        return kPlotHeight * std::log10(count / kFloor) / top;
    }

    [[nodiscard]] std::uint64_t total_of(Value value) const {
        if (value == Value::draw) return chart_.draws;
        std::uint64_t total = 0;
        for (std::size_t distance = value == Value::win ? 1 : 0; distance < distances(); distance += 2)
            total += chart_.by_distance[distance];
        return total;
    }

    void draw_legend() {
        double left = kLeft;
        for (const Value value : {Value::win, Value::loss, Value::draw}) {
            drawing_.rectangle({left, 48}, 14, 14, {.fill = colour_of(value)});
            drawing_.text({left + 20, 60}, fmt::format("{} {}", name_of(value), count_text(total_of(value))),
                          {.size = 14});
            left += 210;
        }
    }

    void draw_counts_axis() {
        for (std::uint64_t count = 1; count <= most_ + most_ / 2; count *= 10) {
            const double y = kTop + kPlotHeight - height_of(static_cast<double>(count));
            drawing_.line({kLeft, y}, {kLeft + kPlotWidth, y}, {.stroke = "#ddd"});
            drawing_.line({kLeft - 5, y}, {kLeft, y}, {.stroke = kAxis});
            drawing_.text({kLeft - 9, y + 4}, count_text(count), {.size = 12, .anchor = Anchor::end});
        }
        drawing_.line({kLeft, kTop}, {kLeft, kTop + kPlotHeight}, {.stroke = kAxis, .width = 1.5});
        drawing_.text({20, kTop + kPlotHeight / 2}, "positions (logarithmic)",
                      {.size = 13, .anchor = Anchor::middle, .is_turned = true});
    }

    void draw_bar(double middle, double width, std::uint64_t count, Value value) {
        if (count == 0) return;
        const double height = height_of(static_cast<double>(count));
        drawing_.rectangle({middle - width / 2, kTop + kPlotHeight - height}, width, height,
                           {.fill = colour_of(value)});
    }

    void draw_bars() {
        for (std::size_t distance = 0; distance < distances(); ++distance) {
            draw_bar(middle_of(distance), 0.8 * slot(), chart_.by_distance[distance],
                     distance % 2 == 1 ? Value::win : Value::loss);
        }
        draw_bar(middle_of_draws(), gap() * slot(), chart_.draws, Value::draw);
    }

    /// Ticks at round numbers, ten to twenty of them.
    void draw_distances_axis() {
        const double floor = kTop + kPlotHeight;
        const std::size_t step = distances() <= 20 ? 1 : distances() <= 100 ? 5 : distances() <= 200 ? 10 : 50;
        for (std::size_t distance = 0; distance < distances(); distance += step) {
            drawing_.line({middle_of(distance), floor}, {middle_of(distance), floor + 5}, {.stroke = kAxis});
            drawing_.text({middle_of(distance), floor + 19}, std::to_string(distance),
                          {.size = 12, .anchor = Anchor::middle});
        }
        drawing_.text({middle_of_draws(), floor + 19}, "draw", {.size = 12, .anchor = Anchor::middle});
        drawing_.text({kLeft + kPlotWidth / 2, floor + 42}, "distance to win in plies",
                      {.size = 13, .anchor = Anchor::middle});
        drawing_.line({kLeft, floor}, {kLeft + kPlotWidth, floor}, {.stroke = kAxis, .width = 1.5});
    }

    const DistanceChart& chart_;
    std::uint64_t most_;
    Drawing drawing_;
};

}  // namespace

std::string draw_chart(const DistanceChart& chart) { return ChartDrawing(chart).draw(); }

}  // namespace retrograde
