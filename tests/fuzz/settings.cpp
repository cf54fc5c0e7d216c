// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of properties and of a caps field, one per line: their parsers, and plans of frames.
#include "plugin/settings/channel_list.h"
#include "plugin/settings/frame_plan.h"
#include "plugin/settings/property_lists.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/gstreamer.h"

#include <cmath>

using namespace videohistogram;

namespace {

/// Whether the text was parsed. An error has a kind and a message that can be shown.
template <class Parsed>
bool is_parsed(const Parsed& parsed) {
  if (parsed.ok())
    return true;
  REQUIRE(parsed.error().kind == ErrorKind::invalid_argument);
  REQUIRE(!parsed.error().message.empty());
  REQUIRE(g_utf8_validate(parsed.error().message.c_str(), -1, nullptr));
  return false;
}

void parse_each(const Settings& settings) {
  if (auto channels = parse_channel_list(settings.channels); is_parsed(channels) && *channels) {
    auto again = parse_channel_list(describe_channels(**channels));
    REQUIRE(is_parsed(again) && *again == *channels);
  }
  if (auto regions = parse_region_list(settings.regions); is_parsed(regions)) {
    REQUIRE(regions->size() <= max_regions);
    for (const NamedRegion& region : *regions)
      REQUIRE(region.rect.width > 0 && region.rect.height > 0);
  }
  if (auto percentages = parse_percentile_list(settings.message_percentiles);
      is_parsed(percentages))
    for (double percentage : *percentages)
      REQUIRE(percentage >= 0 && percentage <= 100);
  if (auto devices = parse_device_list(settings.devices); is_parsed(devices))
    REQUIRE(devices->all == devices->indexes.empty());
  if (auto projections = parse_projection_list(settings.projections); is_parsed(projections))
    for (const NamedProjection& projection : *projections)
      REQUIRE(std::isfinite(projection.angle));
  if (auto joints = parse_joint_list(settings.joint); is_parsed(joints))
    for (const NamedJoint& joint : *joints)
      REQUIRE(joint.x != joint.y);
  is_parsed(parse_colorimetry(settings.colorimetry));
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::initialise_gstreamer();
  fuzz::Input input(data, size);
  Settings settings;
  settings.bins = input.number<uint16_t>();
  for (std::string* text :
       {&settings.channels, &settings.regions, &settings.projections, &settings.joint,
        &settings.colorimetry, &settings.message_percentiles, &settings.devices})
    *text = input.line();
  parse_each(settings);

  // The caps come from another element.
  const std::string colorimetry = fuzz::valid_line(input);
  for (const char* format : {"RGBA", "P010_10LE"}) {
    GstCaps* const caps = gst_caps_new_simple(
        "video/x-raw", "format", G_TYPE_STRING, format, "width", G_TYPE_INT, 63, "height",
        G_TYPE_INT, 47, "colorimetry", G_TYPE_STRING, colorimetry.c_str(), nullptr);
    const FrameCaps of_frames = read_caps(caps);
    gst_caps_unref(caps);
    std::vector<std::string> warnings;
    Expected<FramePlan> plan = plan_frames(settings, of_frames, {}, nullptr, warnings);
    for (const std::string& warning : warnings)
      REQUIRE(g_utf8_validate(warning.c_str(), -1, nullptr));
    if (is_parsed(plan))
      REQUIRE(!plan->channels.empty() && plan->plan->histograms.size() == plan->channels.size());
  }
  return 0;
}
