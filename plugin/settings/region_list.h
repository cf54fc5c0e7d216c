// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <glib.h>

#include <string>
#include <vector>

namespace videohistogram {

/// The most bytes of a region's name.
constexpr size_t max_region_name = 63;

/// A rectangle with a name, in pixels of the frame. It need not lie inside the frame.
struct NamedRegion {
  GQuark name;
  Rect rect;
};

/// Parses the property `regions`, "name:x,y,w,h;name:x,y,w,h": at most max_regions rectangles of
/// whole numbers, at least 1 wide and high; empty text means none. Several may have one name.
/// invalid_argument, with what to give, for any other text.
Expected<std::vector<NamedRegion>> parse_region_list(const std::string& text);

} // namespace videohistogram
