// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

namespace videohistogram::tools {

/// Adds an element to a bin, which then owns it. Returns NULL if GStreamer has no such element.
inline GstElement* add_element(GstElement* bin, const char* factory) {
  GstElement* const element = gst_element_factory_make(factory, nullptr);
  if (element)
    gst_bin_add(GST_BIN(bin), element);
  return element;
}

} // namespace videohistogram::tools
