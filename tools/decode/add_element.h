// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <initializer_list>
#include <string>

namespace videohistogram::tools {

/// Says which of these elements GStreamer does not have; empty if it has all.
inline std::string missing_element(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    GstElementFactory* const factory = gst_element_factory_find(name);
    if (!factory)
      return std::string("GStreamer has no element ") + name;
    gst_object_unref(factory);
  }
  return "";
}

/// Adds an element to a bin, which then owns it. Returns NULL if GStreamer has no such element.
inline GstElement* add_element(GstElement* bin, const char* factory) {
  GstElement* const element = gst_element_factory_make(factory, nullptr);
  if (element)
    gst_bin_add(GST_BIN(bin), element);
  return element;
}

} // namespace videohistogram::tools
