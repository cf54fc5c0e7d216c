// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <glib.h>

#include <string>
#include <vector>

namespace videohistogram {

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
