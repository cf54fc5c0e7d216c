// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/properties/shared_properties.h"

#include "plugin/properties/setting_table.h"
#include "plugin/settings/settings.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

namespace videohistogram {

void install_shared_properties(GObjectClass* object_class, const char* stats_blurb) {
  constexpr auto read_only = static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property(
      object_class, PROP_ACTIVE_BACKEND,
      g_param_spec_string(
          "active-backend", "Active backend",
          "What counts the present frames: \"cpu\" or \"cuda\"; NULL while the element is stopped. "
          "Tells what backend=auto has chosen; the field reason of stats says why",
          nullptr, read_only));
  g_object_class_install_property(
      object_class, PROP_STATS,
      g_param_spec_boxed("stats", "Statistics", stats_blurb, GST_TYPE_STRUCTURE, read_only));
}

GParamSpec* make_backend_property() {
  return g_param_spec_enum("backend", "Backend",
                           "What counts frames. auto: a GPU if one is usable and frames are large "
                           "enough, else the CPU; cpu: never a GPU, which leaves GPUs to other "
                           "work; cuda: the GPUs that devices names, without which the start "
                           "fails. Read when the element starts",
                           gst_video_histogram_backend_get_type(),
                           static_cast<gint>(BackendSettings().backend), mutable_in_ready);
}

GParamSpec* make_devices_property() {
  return g_param_spec_string(
      "devices", "Devices",
      "Indexes of the GPUs to count on, \"0\", \"0,2\" or \"all\"; read when "
      "the element starts",
      BackendSettings().devices.c_str(), mutable_in_ready);
}

GParamSpec* make_colorimetry_property() {
  return g_param_spec_string(
      "colorimetry", "Colorimetry",
      "Colours of the frames where the caps state none or wrong ones: a name as in caps, such as "
      "bt709, or GStreamer's numbers range:matrix:transfer:primaries, where 0 leaves a part to the "
      "caps, such as 1:0:0:0 for full range; empty: all parts",
      "", mutable_in_playing);
}

} // namespace videohistogram
