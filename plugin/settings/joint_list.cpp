// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/joint_list.h"

#include "plugin/settings/channel_list.h"
#include "plugin/settings/text.h"

#include <string_view>
#include <utility>

namespace videohistogram {

namespace {

/// Parses "x*y".
Expected<NamedJoint> parse_item(std::string_view item) {
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
    if (quantity_bit(axes[i]) & all_differences)
      return refusal("differences have no joint histograms; give other channels");
  }
  if (axes[0] == axes[1])
    return refusal("both channels of " + quoted(item) + " are the same; give two different ones");
  return NamedJoint{axes[0], axes[1]};
}

/// Formats a joint histogram in the property's syntax.
std::string text_of(const NamedJoint& joint) {
  return describe_channels(quantity_bit(joint.x)) + "*" + describe_channels(quantity_bit(joint.y));
}

/// Plans one joint histogram and appends its table to `spec`. The error says why frames cannot have
/// it.
Expected<JointPlan> plan_joint(const NamedJoint& joint, const FormatInfo& format, uint32_t width,
                               uint32_t height, uint32_t bins, PlanSpec& spec) {
  JointPlan plan{joint, {}};
  ValueAxis axes[2];
  const Quantity quantities[2] = {joint.x, joint.y};
  for (size_t i = 0; i < 2; i++) {
    const Quantity quantity = quantities[i];
    if (Status status = check_axis(quantity, format, spec.colours); !status.ok())
      return status.error();
    const ValueRange values = format.values_of(quantity);
    axes[i] = {quantity, values.bins_for(bins)};
    plan.axes[i] = {quantity_name(quantity), axes[i].bins, values.depth, values.n_values};
  }
  spec.tables.push_back({axes[0], {}, axes[1]});
  if (Expected<SharedPlan> compiled = compile_plan(format, width, height, spec); !compiled.ok()) {
    spec.tables.pop_back();
    return compiled.error();
  }
  return plan;
}

} // namespace

Expected<std::vector<NamedJoint>> parse_joint_list(const std::string& text) {
  std::vector<NamedJoint> list;
  for (std::string_view item : split_list(text, ";")) {
    if (item.empty()) // such as after a trailing ;
      continue;
    Expected<NamedJoint> joint = parse_item(item);
    if (!joint.ok())
      return refusal("joint=" + quoted(text) + " is impossible: " + joint.error().message);
    list.push_back(*joint);
  }
  return Expected<std::vector<NamedJoint>>(std::move(list));
}

JointPlans plan_joints(const std::vector<NamedJoint>& list, const FormatInfo& format,
                       uint32_t width, uint32_t height, uint32_t bins, PlanSpec& spec) {
  JointPlans result;
  for (const NamedJoint& joint : list) {
    Expected<JointPlan> plan = plan_joint(joint, format, width, height, bins, spec);
    if (plan.ok())
      result.plans.push_back(*plan);
    else if (result.refusal.empty())
      result.refusal =
          "the joint histogram " + text_of(joint) + " is impossible: " + plan.error().message;
  }
  return result;
}

} // namespace videohistogram
