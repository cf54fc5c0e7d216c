// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/table_lists.h"

#include "plugin/settings/channel_list.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace videohistogram {

namespace {

using std::to_string;

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
Status parse_projections(std::string_view item, std::vector<NamedProjection>& list) {
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

/// Parses "x*y" and appends the joint histogram to `list`.
Status parse_joint(std::string_view item, std::vector<NamedJoint>& list) {
  const std::vector<std::string_view> parts = split_list(item, "*");
  if (parts.size() != 2)
    return refusal(quoted(item) +
                   " is no joint histogram; give two channels joined by *, as in \"cb*cr\", and "
                   "several joint histograms joined by ;");
  Quantity axes[2];
  for (size_t i = 0; i < 2; i++) {
    Expected<std::vector<Quantity>> names = parse_channel_names(parts[i]);
    if (!names.ok())
      return names.error();
    if (names->size() != 1)
      return refusal(quoted(parts[i]) + " is not one channel; give one on each side of the *");
    axes[i] = (*names)[0];
    if (is_difference(axes[i]))
      return refusal("differences have no joint histograms; give other channels");
  }
  if (axes[0] == axes[1])
    return refusal("both channels of " + quoted(item) + " are the same; give two different ones");
  list.push_back({axes[0], axes[1]});
  return {};
}

/// Formats a projection in the property's syntax.
std::string text_of(const NamedProjection& projection) {
  const std::string start = describe_channels(quantity_bit(projection.quantity)) + "@";
  if (const std::optional<Line>& line = projection.line)
    return start + "line(" + to_string(line->x1) + "," + to_string(line->y1) + "," +
           to_string(line->x2) + "," + to_string(line->y2) + ")";
  char angle[G_ASCII_DTOSTR_BUF_SIZE];
  return start + g_ascii_dtostr(angle, sizeof angle, projection.angle);
}

std::string text_of(const NamedJoint& joint) {
  return describe_channels(quantity_bit(joint.x)) + "*" + describe_channels(quantity_bit(joint.y));
}

/// Appends a table to `spec`, unless compile_plan() refuses it together with the preceding ones.
Status add_table(const Table& table, const FormatInfo& format, uint32_t width, uint32_t height,
                 PlanSpec& spec) {
  spec.tables.push_back(table);
  Expected<SharedPlan> compiled = compile_plan(format, width, height, spec);
  if (compiled.ok())
    return {};
  spec.tables.pop_back();
  return compiled.error();
}

/// Plans one projection and appends its table to `spec`. The error says why frames cannot have it.
Expected<ProjectionPlan> plan_projection(const NamedProjection& projection,
                                         const FormatInfo& format, uint32_t width, uint32_t height,
                                         uint32_t bins, PlanSpec& spec) {
  const Quantity quantity = projection.quantity;
  if (Status status = check_axis(quantity, format, spec.colours); !status.ok())
    return status.error();
  const GstVideoHistogramChannelInfo channel = channel_info(format, quantity, bins);
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
      projection.line
          ? direction_of_line(line, plane_width, plane_height, channel.bins)
          : direction_of_angle(projection.angle, plane_width, plane_height, channel.bins);
  if (!direction.ok())
    return direction.error();
  if (Status status =
          add_table({{quantity, channel.bins}, *direction}, format, width, height, spec);
      !status.ok())
    return status.error();

  ProjectionPlan plan{projection, {}};
  GstVideoHistogramPrivateProjection& description = plan.description;
  description.c = direction->c;
  description.s = direction->s;
  description.origin = direction->origin;
  description.positions = direction->positions;
  description.angle = direction->angle;
  description.channel = channel;
  description.x_sub = sample_plane.x_sub;
  description.y_sub = sample_plane.y_sub;
  description.line =
      projection.line ? static_cast<gint>(direction->position(line.x1, line.y1)) : -1;
  return plan;
}

/// Plans one joint histogram likewise.
Expected<JointPlan> plan_joint(const NamedJoint& joint, const FormatInfo& format, uint32_t width,
                               uint32_t height, uint32_t bins, PlanSpec& spec) {
  for (const Quantity quantity : {joint.x, joint.y})
    if (Status status = check_axis(quantity, format, spec.colours); !status.ok())
      return status.error();
  const JointPlan plan{joint,
                       {channel_info(format, joint.x, bins), channel_info(format, joint.y, bins)}};
  const Table table = {{joint.x, plan.axes[0].bins}, {}, ValueAxis{joint.y, plan.axes[1].bins}};
  if (Status status = add_table(table, format, width, height, spec); !status.ok())
    return status.error();
  return plan;
}

/// Plans the tables of a list by `plan_one`, of a table. `kind` names such a table.
template <class Plan, class Named, class PlanOne>
PlannedTables<Plan> plan_list(const std::vector<Named>& list, const char* kind,
                              const PlanOne& plan_one) {
  PlannedTables<Plan> result;
  for (const Named& named : list) {
    Expected<Plan> plan = plan_one(named);
    if (plan.ok())
      result.plans.push_back(*plan);
    else if (result.refusal.empty())
      result.refusal = std::string("the ") + kind + " " + text_of(named) +
                       " is impossible: " + plan.error().message;
  }
  return result;
}

} // namespace

bool NamedProjection::operator==(const NamedProjection& other) const {
  if (quantity != other.quantity || line.has_value() != other.line.has_value())
    return false;
  const auto all_of = [](const Line& l) { return std::tie(l.x1, l.y1, l.x2, l.y2); };
  return line ? all_of(*line) == all_of(*other.line) : angle == other.angle;
}

Expected<std::vector<NamedProjection>> parse_projection_list(const std::string& text) {
  return parse_items<NamedProjection>("projections", text, parse_projections);
}

Expected<std::vector<NamedJoint>> parse_joint_list(const std::string& text) {
  return parse_items<NamedJoint>("joint", text, parse_joint);
}

GstVideoHistogramChannelInfo channel_info(const FormatInfo& format, Quantity quantity,
                                          uint32_t bins) {
  const ValueRange values = format.values_of(quantity);
  return {quantity_name(quantity), values.bins_for(bins), values.depth, values.n_values};
}

PlannedTables<ProjectionPlan> plan_projections(const std::vector<NamedProjection>& list,
                                               const FormatInfo& format, uint32_t width,
                                               uint32_t height, uint32_t bins, PlanSpec& spec) {
  return plan_list<ProjectionPlan>(list, "projection", [&](const NamedProjection& projection) {
    return plan_projection(projection, format, width, height, bins, spec);
  });
}

PlannedTables<JointPlan> plan_joints(const std::vector<NamedJoint>& list, const FormatInfo& format,
                                     uint32_t width, uint32_t height, uint32_t bins,
                                     PlanSpec& spec) {
  return plan_list<JointPlan>(list, "joint histogram", [&](const NamedJoint& joint) {
    return plan_joint(joint, format, width, height, bins, spec);
  });
}

} // namespace videohistogram
