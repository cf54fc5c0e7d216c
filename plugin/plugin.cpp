// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/gstvideohistogramelement.h"

#include "config.h"

static gboolean plugin_init(GstPlugin* plugin) {
  return GST_ELEMENT_REGISTER(videohistogram, plugin);
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, videohistogram,
                  "Exact histograms of video frames on NVIDIA GPUs or the CPU", plugin_init,
                  VERSION, "LGPL", PACKAGE, "Unknown package origin")
