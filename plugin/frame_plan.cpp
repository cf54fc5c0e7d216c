// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/frame_plan.h"

#include "plugin/channel_list.h"
#include "plugin/text.h"

#include <algorithm>
#include <utility>

namespace videohistogram {

namespace {

/// The weights of LUMA follow the colour primaries: the matrix of RGB caps is always RGB.
LumaWeights luma_weights(GstVideoColorPrimaries primaries) {
  switch (primaries) {
  case GST_VIDEO_COLOR_PRIMARIES_SMPTE170M:
  case GST_VIDEO_COLOR_PRIMARIES_BT470M:
  case GST_VIDEO_COLOR_PRIMARIES_BT470BG:
    return luma_bt601;
  case GST_VIDEO_COLOR_PRIMARIES_BT2020:
    return luma_bt2020;
  default:
    return luma_bt709;
  }
}

/// The format of frames that can be counted at all.
Expected<const FormatInfo*> countable_format(const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_FORMAT(&info) == GST_VIDEO_FORMAT_UNKNOWN)
    return Error{ErrorKind::invalid_argument, "The caps do not describe frames that can exist", {}};
  const FormatInfo* format = find_format(GST_VIDEO_INFO_NAME(&info));
  if (!format)
    return Error{ErrorKind::invalid_argument,
                 std::string("Frames of format ") + GST_VIDEO_INFO_NAME(&info) +
                     " cannot be counted",
                 {}};
  if (GST_VIDEO_INFO_WIDTH(&info) < 1 || GST_VIDEO_INFO_HEIGHT(&info) < 1)
    return Error{ErrorKind::invalid_argument, "Frames without pixels cannot be counted", {}};
  if (guint64{static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info))} *
          static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)) >
      G_MAXUINT32)
    return Error{ErrorKind::invalid_argument,
                 "Frames of more than 2^32 - 1 pixels cannot be counted exactly; use smaller ones",
                 {}};
  return format;
}

/// The channels that `text` names, at least one of which the format has.
Expected<QuantitySet> choose_channels(const std::string& text, const FormatInfo& format) {
  Expected<QuantitySet> channels = parse_channel_list(text);
  if (channels.ok() && !(*channels & format.countable_channels()))
    return Error{ErrorKind::invalid_argument,
                 "channels=" + quoted(text) + " is impossible: " + format.name +
                     " frames have none of them; set channels to some of " +
                     describe_channels(format.countable_channels()),
                 {}};
  return channels;
}

} // namespace

Expected<FramePlan> plan_frames(const Settings& settings, const GstVideoInfo& info,
                                const PlannedSettings* before, std::vector<std::string>& warnings) {
  Expected<const FormatInfo*> format = countable_format(info);
  if (!format.ok())
    return format.error();
  FramePlan plan;

  Expected<QuantitySet> channels = choose_channels(settings.channels, **format);
  if (!channels.ok()) {
    if (!before || !(before->channels & (*format)->countable_channels()))
      return channels.error();
    warnings.push_back(channels.error().message + ". The channels stay as they were");
  }
  plan.settings.channels = channels.ok() ? *channels : before->channels;

  const guint values = 1u << (*format)->depth;
  const guint bins = settings.bins == 0 ? values : std::min(settings.bins, values);
  const auto plan_direction_of = [&](const DirectionSettings& direction) {
    plan.settings.direction = direction;
    return plan_direction(direction, **format, static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info)),
                          static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info)),
                          plan.settings.channels, bins);
  };
  DirectionSettings wanted = settings.direction;
  if (!wanted.directional && !wanted.line.empty())
    warnings.push_back("line=" + quoted(wanted.line) +
                       " has no effect with directional=false; set directional=true to count "
                       "along it");
  if (settings.regions_only && wanted.directional) {
    warnings.push_back(
        "directional=true has no effect with regions-only=true, since a direction is "
        "the whole frame's; set regions-only=false to count along it");
    wanted.directional = false;
  }
  Expected<std::optional<DirectionPlan>> direction = plan_direction_of(wanted);
  if (!direction.ok()) {
    const std::string refusal = direction.error().message;
    if (before && before->direction.directional)
      direction = plan_direction_of(before->direction);
    const bool stays = direction.ok();
    if (!stays)
      direction = plan_direction_of(DirectionSettings());
    warnings.push_back(refusal + (stays ? ". The direction stays as it was"
                                        : ". Nothing is counted along a direction until it is "
                                          "possible"));
  }
  if (settings.regions_only && settings.interval > 0)
    warnings.push_back(
        "interval has no effect with regions-only=true, since an interval sums whole "
        "frames; every frame is reported by itself");

  plan.direction = *direction;
  PlanSpec spec;
  spec.luma = luma_weights(info.colorimetry.primaries);
  spec.whole_frame = !settings.regions_only;
  for (Quantity quantity : select_quantities(**format, plan.settings.channels)) {
    spec.tables.push_back({{quantity, bins}, {}});
    plan.channel_names.push_back(quantity_name(quantity));
  }
  if (plan.direction)
    spec.tables.push_back({{plan.direction->channel, bins}, plan.direction->direction});
  Expected<SharedPlan> compiled =
      compile_plan(**format, static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info)),
                   static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info)), spec);
  if (!compiled.ok())
    return compiled.error();
  plan.plan = std::move(*compiled);
  plan.channel_names.push_back(nullptr);
  return Expected<FramePlan>(std::move(plan));
}

bool plan_alike(const Settings& a, const Settings& b) {
  return a.bins == b.bins && a.channels == b.channels && a.direction == b.direction &&
         a.direction.line == b.direction.line && a.regions_only == b.regions_only &&
         (a.interval > 0) == (b.interval > 0);
}

bool count_alike(const FramePlan& a, const FramePlan& b) {
  return a.plan->bins == b.plan->bins && a.channel_names == b.channel_names &&
         a.settings.direction == b.settings.direction && a.plan->whole_frame == b.plan->whole_frame;
}

} // namespace videohistogram
