// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Properties whose text is a list: devices, percentiles and regions.
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <glib.h>

#include <string>
#include <vector>

namespace videohistogram {

/// The GPUs that the property `devices` names.
struct DeviceList {
  bool all = false;
  std::vector<int> indexes; ///< distinct, in the order given; empty if `all`
};

/// Parses "all", "0" or "0,2"; spaces around an index are ignored. invalid_argument for any other
/// text, or if the text names a GPU twice.
Expected<DeviceList> parse_device_list(const std::string& text);

/// Parses a list of percentages, "1,50,99.9": at most 100 numbers from 0 to 100. Empty text means
/// none. invalid_argument for any other text; the message names `property` and says what is
/// accepted.
Expected<std::vector<double>> parse_percentile_list(const std::string& text,
                                                    const char* property = "message-percentiles");

/// Maximum length of a region's name in bytes.
constexpr size_t max_region_name = 63;

/// A named rectangle in pixels of the frame. It may lie partly or wholly outside the frame.
struct NamedRegion {
  GQuark name;
  Rect rect;
};

/// Parses the property `regions`, "name:x,y,w,h;name:x,y,w,h": at most max_regions rectangles of
/// whole numbers, at least 1 wide and high. Names need not differ. Empty text means none.
/// invalid_argument for any other text; the message says what is accepted.
Expected<std::vector<NamedRegion>> parse_region_list(const std::string& text);

} // namespace videohistogram
