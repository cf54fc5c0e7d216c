// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/gstvideohistogramelement.h"

#include "config.h"
#ifdef HAVE_SCOPES
#include "plugin/scope/element/gstvideoscope.h"
#include "plugin/scope/element/gstvideoscopeoverlay.h"
#endif

#include <gst/videohistogram/gstvideohistogram-private.h>

GST_DEBUG_CATEGORY_STATIC(gst_video_histogram_plugin_debug);
#define GST_CAT_DEFAULT gst_video_histogram_plugin_debug

/// Of GStreamer 1.28 and later; null with older ones.
extern "C" __attribute__((weak, visibility("default"))) gboolean
gst_meta_factory_register(GstPlugin* plugin, const GstMetaInfo* info);

static gboolean plugin_init(GstPlugin* plugin) {
  GST_DEBUG_CATEGORY_INIT(gst_video_histogram_plugin_debug, "videohistogram", 0,
                          "Histograms of video frames");
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
  // With it a process that receives buffers from another one knows the meta without a call.
  if (gst_meta_factory_register)
    registered = gst_meta_factory_register(plugin, GST_VIDEO_HISTOGRAM_META_INFO) && registered;
  return registered;
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, videohistogram,
                  "Exact histograms of video frames on NVIDIA GPUs or the CPU", plugin_init,
                  VERSION, "LGPL", PACKAGE_NAME, PACKAGE_ORIGIN)
