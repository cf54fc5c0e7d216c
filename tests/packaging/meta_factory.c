/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Preloaded: the function of GStreamer 1.28 that registers metas with a plugin. */

#include <gst/gst.h>

gboolean gst_meta_factory_register(GstPlugin* plugin, const GstMetaInfo* info);

gboolean gst_meta_factory_register(GstPlugin* plugin, const GstMetaInfo* info) {
  g_printerr("the plugin %s registers %s\n", gst_plugin_get_name(plugin), g_type_name(info->type));
  return TRUE;
}
