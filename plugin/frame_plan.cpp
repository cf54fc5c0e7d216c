// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/frame_plan.h"

#include <string>
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

/// As the property takes them: "y+cb+cr".
std::string names(ChannelSet set) {
  std::string list;
  for (guint c = 0; c <= static_cast<guint>(Channel::luma); c++)
    if (set & (1u << c))
      list += (list.empty() ? "" : "+") + std::string(channel_name(static_cast<Channel>(c)));
  for (char& letter : list)
    letter = g_ascii_tolower(letter);
  return list.empty() ? "none" : list;
}

} // namespace

Expected<FramePlan> plan_frames(const Settings& settings, const FormatInfo& format,
                                const GstVideoInfo& info) {
  const guint most = 1u << format.depth;
  if (settings.bins < 1 || settings.bins > most)
    return Error{ErrorKind::invalid_argument,
                 "bins=" + std::to_string(settings.bins) + " is impossible: " + format.name +
                     " has " + std::to_string(format.depth) + "-bit samples; set bins to 1 to " +
                     std::to_string(most),
                 {}};
  const ChannelList channels = select_channels(format, settings.channels);
  if (channels.size == 0)
    return Error{ErrorKind::invalid_argument,
                 std::string(format.name) + " frames have none of the channels asked for (" +
                     names(settings.channels) + "); set channels to some of " +
                     names(format.countable_channels()),
                 {}};
  Expected<std::optional<DirectionPlan>> direction = plan_direction(
      settings.direction, format, static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info)),
      static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info)), settings.channels, settings.bins);
  if (!direction.ok())
    return direction.error();

  FramePlan plan;
  plan.settings = settings;
  plan.request.bins = settings.bins;
  plan.request.channels = channels;
  plan.request.luma = luma_weights(info.colorimetry.primaries);
  for (Channel channel : channels)
    plan.channel_names.push_back(channel_name(channel));
  plan.channel_names.push_back(nullptr);
  plan.direction = *direction;
  if (plan.direction)
    plan.request.direction = plan.direction->request;
  return Expected<FramePlan>(std::move(plan));
}

bool ask_alike(const Settings& a, const Settings& b) {
  return a.bins == b.bins && a.channels == b.channels && a.direction == b.direction;
}

} // namespace videohistogram
