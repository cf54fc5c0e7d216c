// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The figures of a frame that follow from its sums.
#pragma once

#include "core/pse/cells.h"
#include "core/pse/iris.h"
#include "tools/detect/row_faults.h"
#include "tools/qc/idet.h"
#include "tools/record/frame.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <array>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// The sums of a histogram that is complete. It must outlive this object.
class FrameSums {
public:
  /// `info` is the format of the frame.
  FrameSums(GstVideoHistogram* histogram, const GstVideoInfo& info);

  /// What idet compares; nothing if it was not summed. `has_before` says whether it was compared
  /// with a frame before.
  std::optional<FieldSums> fields(bool& has_before) const;
  /// Without light if it was not summed.
  pse::GridSums grid() const;
  std::optional<pse::IrisSums> iris() const;
  /// What is known of each row of Y; empty if rows are not summed.
  std::vector<Row> rows() const;
  /// Fills in SPECKLE, LINEREP, borders, and what compares fields and neighbours.
  void fill_in(FrameRecord& frame) const;

private:
  struct Values {
    const gint64* values = nullptr;
    size_t n = 0;
    guint rows = 0, columns = 0;
    bool compared = false;
  };
  Values read(const char* name) const;
  double share_of(const char* name) const;
  void compare_fields(FrameRecord& frame) const;
  void compare_neighbours(FrameRecord& frame) const;

  GstVideoHistogram* const histogram_;
  const GstVideoInfo& info_;
};

} // namespace videohistogram::tools
