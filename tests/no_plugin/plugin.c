/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A plugin without elements, whose file has the name of the real one. */
#include <gst/gst.h>

static gboolean init_plugin(GstPlugin* plugin) {
  return TRUE;
}

#define PACKAGE "gst-videohistogram"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, videohistogram, "No elements", init_plugin,
                  "0", "LGPL", PACKAGE, "none (built from source)")
