// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/gstvideohistogramelement.h"

#include "config.h"
#ifdef HAVE_SCOPES
#include "plugin/scope/element/gstvideoscope.h"
#include "plugin/scope/element/gstvideoscopeoverlay.h"
#endif

#include <gst/videohistogram/gstvideohistogram-private.h>

static gboolean plugin_init(GstPlugin* plugin) {
  if (!gst_video_histogram_get_producer(GST_VIDEO_HISTOGRAM_PRODUCER_VERSION)) {
    GST_ERROR("The library gstvideohistogram-1.0 is not of the same release as this plugin (%s): "
              "install both from one release",
              VERSION);
    return FALSE;
  }
  bool registered = GST_ELEMENT_REGISTER(videohistogram, plugin);
#ifdef HAVE_SCOPES
  registered = GST_ELEMENT_REGISTER(videoscope, plugin) && registered;
  registered = GST_ELEMENT_REGISTER(videoscopeoverlay, plugin) && registered;
#endif
  return registered;
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, videohistogram,
                  "Exact histograms of video frames on NVIDIA GPUs or the CPU", plugin_init,
                  VERSION, "LGPL", PACKAGE_NAME, PACKAGE_ORIGIN)
