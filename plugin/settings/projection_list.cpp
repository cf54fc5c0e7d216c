// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/projection_list.h"

#include "core/plan.h"
#include "plugin/settings/channel_list.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace videohistogram {

namespace {

/// Parses "line(x1,y1,x2,y2)".
std::optional<Line> parse_line(std::string_view text) {
  constexpr std::string_view word = "line";
  text = trimmed(text);
  if (text.size() < word.size() || g_ascii_strncasecmp(text.data(), word.data(), word.size()) != 0)
    return std::nullopt;
  text = trimmed(text.substr(word.size()));
  if (text.size() < 2 || text.front() != '(' || text.back() != ')')
    return std::nullopt;
  const auto numbers = parse_numbers<4>(text.substr(1, text.size() - 2));
  if (!numbers)
    return std::nullopt;
  const auto [x1, y1, x2, y2] = *numbers;
  return Line{x1, y1, x2, y2};
}

/// Parses "names@angle" or "names@line(x1,y1,x2,y2)" and appends the projections to `list`.
Status parse_item(std::string_view item, std::vector<NamedProjection>& list) {
  const size_t at = std::min(item.find('@'), item.size());
  const std::string_view across = item.substr(std::min(at + 1, item.size()));
  const std::optional<double> angle = parse_decimal(across, ".+-eE");
  const std::optional<Line> line = parse_line(across);
  if (!angle && !line)
    return refusal(quoted(item) +
                   " is no projection; give names@angle in degrees or names@line(x1,y1,x2,y2) in "
                   "whole pixels, and several joined by ;");
  if (line && line->x1 == line->x2 && line->y1 == line->y2)
    return refusal("the line of " + quoted(item) +
                   " ends where it begins; give two different pixels");
  Expected<std::vector<Quantity>> names = parse_channel_names(item.substr(0, at));
  if (!names.ok())
    return names.error();
  for (Quantity quantity : *names)
    list.push_back({quantity, angle.value_or(0), line});
  return {};
}

/// Formats a projection in the property's syntax.
std::string text_of(const NamedProjection& projection) {
  const std::string start = describe_channels(quantity_bit(projection.quantity)) + "@";
  if (const std::optional<Line>& line = projection.line) {
    using std::to_string;
    return start + "line(" + to_string(line->x1) + "," + to_string(line->y1) + "," +
           to_string(line->x2) + "," + to_string(line->y2) + ")";
  }
  char angle[G_ASCII_DTOSTR_BUF_SIZE];
  return start + g_ascii_dtostr(angle, sizeof angle, projection.angle);
}

/// Plans one projection and appends its table to `spec`. The error says why frames cannot have it.
Expected<ProjectionPlan> plan_projection(const NamedProjection& projection,
                                         const FormatInfo& format, uint32_t width, uint32_t height,
                                         uint32_t asked_bins, PlanSpec& spec) {
  using std::to_string;
  const Quantity quantity = projection.quantity;
  if (Status status = check_axis(quantity, format, spec.colours); !status.ok())
    return status.error();
  const ValueRange values = format.values_of(quantity);
  const uint32_t bins = values.bins_for(asked_bins);
  const SamplePlane& sample_plane = format.sample_planes[sample_plane_of(format, quantity)];
  const uint32_t plane_width = sample_plane.width_of(width),
                 plane_height = sample_plane.height_of(height);
  Line line{};
  if (projection.line) {
    line = *projection.line;
    if (line.x1 >= width || line.x2 >= width || line.y1 >= height || line.y2 >= height)
      return refusal("frames are " + to_string(width) + "x" + to_string(height) +
                     ", so the line leaves them; give two pixels inside");
    line = {line.x1 >> sample_plane.x_sub, line.y1 >> sample_plane.y_sub,
            line.x2 >> sample_plane.x_sub, line.y2 >> sample_plane.y_sub};
  }
  Expected<Direction> direction =
      projection.line ? direction_of_line(line, plane_width, plane_height, bins)
                      : direction_of_angle(projection.angle, plane_width, plane_height, bins);
  if (!direction.ok())
    return direction.error();
  spec.tables.push_back({{quantity, bins}, *direction});
  if (Expected<SharedPlan> compiled = compile_plan(format, width, height, spec); !compiled.ok()) {
    spec.tables.pop_back();
    return compiled.error();
  }

  ProjectionPlan plan{projection, {}};
  GstVideoHistogramPrivateProjection& description = plan.description;
  description.c = direction->c;
  description.s = direction->s;
  description.origin = direction->origin;
  description.positions = direction->positions;
  description.angle = direction->angle;
  description.channel = {quantity_name(quantity), bins, values.depth, values.n_values};
  description.x_sub = sample_plane.x_sub;
  description.y_sub = sample_plane.y_sub;
  description.line =
      projection.line ? static_cast<gint>(direction->position(line.x1, line.y1)) : -1;
  return plan;
}

} // namespace

bool NamedProjection::operator==(const NamedProjection& other) const {
  if (quantity != other.quantity || line.has_value() != other.line.has_value())
    return false;
  const auto all_of = [](const Line& l) { return std::tie(l.x1, l.y1, l.x2, l.y2); };
  return line ? all_of(*line) == all_of(*other.line) : angle == other.angle;
}

Expected<std::vector<NamedProjection>> parse_projection_list(const std::string& text) {
  std::vector<NamedProjection> list;
  for (std::string_view item : split_list(text, ";")) {
    if (item.empty()) // such as after a trailing ;
      continue;
    if (Status status = parse_item(item, list); !status.ok())
      return refusal("projections=" + quoted(text) + " is impossible: " + status.error().message);
  }
  return Expected<std::vector<NamedProjection>>(std::move(list));
}

ProjectionPlans plan_projections(const std::vector<NamedProjection>& list, const FormatInfo& format,
                                 uint32_t width, uint32_t height, uint32_t bins, PlanSpec& spec) {
  ProjectionPlans result;
  for (const NamedProjection& projection : list) {
    Expected<ProjectionPlan> plan = plan_projection(projection, format, width, height, bins, spec);
    if (plan.ok()) {
      result.plans.push_back(*plan);
    } else if (result.refusal.empty()) {
      result.refusal =
          "the projection " + text_of(projection) + " is impossible: " + plan.error().message;
    }
  }
  return result;
}

} // namespace videohistogram
