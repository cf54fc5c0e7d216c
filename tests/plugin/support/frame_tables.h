// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// All tables of a frame at once: histograms, differences, projections and joint histograms, those
// of regions, too.
#pragma once

#include "tests/reference/frames.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <map>
#include <string>
#include <vector>

namespace videohistogram::test {

/// One table, or the reason why it could not be had.
struct FrameTable {
  std::vector<guint64> counts;
  std::string error; ///< empty: there are counts
};
/// Tables by name: "Y", "DIFF-Y", "projection 1", "joint 0"; of a region "left/Y", "left/joint 0".
using FrameTables = std::map<std::string, FrameTable>;

/// Properties of an element that counts these tables. The frames are NV12 of this size.
constexpr const char* table_properties =
    "channels=y+cb+cr+diff-y bins=32 projections=\"y@0;cb@90\" joint=cb*cr joint-bins=16 "
    "regions=\"left:2,4,20,11;right:33,0,31,40\" ";
constexpr guint table_width = 64, table_height = 40;
constexpr const char* table_caps = "video/x-raw,format=NV12,width=64,height=40,framerate=25/1";
/// A frame that is different for each number.
reference::Frame table_frame(guint number);
/// Its pixels as GStreamer lays them out.
std::vector<guint8> pixels_of(const reference::Frame& frame);

/// What the reference counts.
FrameTables expected_tables(const reference::Frame& frame, const reference::Frame* before);

/// The tables in a message that has the counts, the projections and the joint histograms.
FrameTables tables_in(const GstStructure* report);
/// The tables of a histogram, which is complete. `prefix` is put before their names.
void add_tables(GstVideoHistogram* histogram, const std::string& prefix, FrameTables& tables);

/// Names of tables that differ from what is expected, or are missing without an error. `announced`
/// gets the number of those with an error.
std::vector<std::string> lost_tables(const FrameTables& expected, const FrameTables& found,
                                     guint& announced);

} // namespace videohistogram::test
