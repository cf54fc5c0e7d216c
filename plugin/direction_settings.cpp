// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/direction_settings.h"

#include "plugin/text.h"

#include <array>

namespace videohistogram {

namespace {

Error refusal(const std::string& what, const std::string& why) {
  return {ErrorKind::invalid_argument, what + " is impossible: " + why, {}};
}

std::string angle_text(double angle) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return std::string("angle=") + g_ascii_dtostr(text, sizeof text, angle);
}

std::string line_text(const std::string& line) {
  return "line=" + quoted(line);
}

Expected<Line> parse_line(const std::string& text) {
  const std::optional<std::array<uint32_t, 4>> numbers = parse_numbers<4>(text);
  if (!numbers)
    return refusal(line_text(text), "give two pixels as x1,y1,x2,y2, whole numbers from 0");
  const auto [x1, y1, x2, y2] = *numbers;
  const Line line{x1, y1, x2, y2};
  if (line.x1 == line.x2 && line.y1 == line.y2)
    return refusal(line_text(text), "it ends where it begins; give two different pixels");
  return line;
}

/// LUMA, or what a format has in its place.
Quantity main_channel(const FormatInfo& format) {
  if (format.is_rgb())
    return Quantity::luma;
  return format.channels() & quantity_bit(Quantity::y) ? Quantity::y : Quantity::gray;
}

} // namespace

bool DirectionSettings::operator==(const DirectionSettings& other) const {
  if (directional != other.directional || !directional)
    return directional == other.directional;
  if (line != other.line || !line.empty())
    return line == other.line;
  return angle == other.angle;
}

Status check_line(const std::string& line) {
  if (line.empty())
    return {};
  Expected<Line> parsed = parse_line(line);
  return parsed.ok() ? Status() : Status(parsed.error());
}

Expected<std::optional<DirectionPlan>> plan_direction(const DirectionSettings& settings,
                                                      const FormatInfo& format, uint32_t width,
                                                      uint32_t height, QuantitySet channels,
                                                      uint32_t bins) {
  using std::to_string;
  if (!settings.directional)
    return std::optional<DirectionPlan>();

  const QuantityList chosen = select_quantities(format, channels);
  const Quantity channel = chosen.size == 1 ? chosen[0] : main_channel(format);
  const Grid& grid = format.grids[grid_of(format, channel)];
  const uint32_t grid_width = grid.width_of(width), grid_height = grid.height_of(height);
  const bool along_line = !settings.line.empty();
  Line line{};
  if (along_line) {
    Expected<Line> parsed = parse_line(settings.line);
    if (!parsed.ok())
      return parsed.error();
    line = *parsed;
    if (line.x1 >= width || line.x2 >= width || line.y1 >= height || line.y2 >= height)
      return refusal(line_text(settings.line), "frames are " + to_string(width) + "x" +
                                                   to_string(height) +
                                                   ", so it leaves them; give two pixels inside");
    line = {line.x1 >> grid.x_sub, line.y1 >> grid.y_sub, line.x2 >> grid.x_sub,
            line.y2 >> grid.y_sub};
  }
  Expected<Direction> direction =
      along_line ? direction_of_line(line, grid_width, grid_height, bins)
                 : direction_of_angle(settings.angle, grid_width, grid_height, bins);
  if (!direction.ok())
    return refusal(along_line ? line_text(settings.line) : angle_text(settings.angle),
                   "in " + std::string(quantity_name(channel)) + ", " + direction.error().message);

  DirectionPlan plan{channel, *direction, {}};
  GstVideoHistogramPrivateProjection& description = plan.description;
  description.c = direction->c;
  description.s = direction->s;
  description.origin = direction->origin;
  description.positions = direction->positions;
  description.bins = bins;
  description.angle = direction->angle;
  description.channel = quantity_name(channel);
  description.x_sub = grid.x_sub;
  description.y_sub = grid.y_sub;
  description.line = along_line ? static_cast<gint>(direction->position(line.x1, line.y1)) : -1;
  return std::optional<DirectionPlan>(plan);
}

} // namespace videohistogram
