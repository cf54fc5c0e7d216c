// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/shared_properties.h"

#include "plugin/settings/settings.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

namespace videohistogram {

static constexpr auto ready =
    static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

GParamSpec* make_backend_property() {
  return g_param_spec_enum("backend", "Backend",
                           "What counts frames. auto: a GPU if one is usable and frames are large "
                           "enough, else the CPU; cpu: never a GPU, which leaves GPUs to other "
                           "work; cuda: the GPUs that devices names, without which the start "
                           "fails. Read when the element starts",
                           gst_video_histogram_backend_get_type(),
                           static_cast<gint>(BackendSettings().backend), ready);
}

GParamSpec* make_devices_property() {
  return g_param_spec_string(
      "devices", "Devices",
      "Indexes of the GPUs to count on, \"0\", \"0,2\" or \"all\"; read when "
      "the element starts",
      BackendSettings().devices.c_str(), ready);
}

GParamSpec* make_active_backend_property() {
  return g_param_spec_string(
      "active-backend", "Active backend",
      "What counts the present frames: \"cpu\" or \"cuda\"; NULL while the element "
      "is stopped. Tells what backend=auto has chosen; the field reason of "
      "stats says why",
      nullptr, static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

GParamSpec* make_colorimetry_property() {
  return g_param_spec_string(
      "colorimetry", "Colorimetry",
      "Colours of the frames where the caps state none or wrong ones: a name as in caps, such as "
      "bt709, or GStreamer's numbers range:matrix:transfer:primaries, where 0 leaves a part to the "
      "caps, such as 1:0:0:0 for full range; empty: all parts",
      "",
      static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                               GST_PARAM_MUTABLE_PLAYING));
}

} // namespace videohistogram
