// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts frames beside a pipeline.
#pragma once

#include "tools/analysis/remade.h"
#include "tools/read/gst_pointers.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// The name of regions that count_regions() counts.
constexpr const char* side_region = "side";

/// An element videohistogram that counts one frame per call.
/// Thread-safety: one thread.
class SideCounter {
public:
  /// `fields`: those of interlaced frames are counted, too. `backend`: the value of the property.
  SideCounter(const char* channels, bool fields, const char* backend = "cpu");
  ~SideCounter();
  SideCounter(const SideCounter&) = delete;
  SideCounter& operator=(const SideCounter&) = delete;

  /// The histograms of a frame; null if it cannot be counted.
  FieldPtrs count(BufferPtr frame, const GstCaps* caps);
  /// The histograms of regions of a frame, which the value of the property `regions` names
  /// side_region each. Empty if they cannot be counted.
  std::vector<HistogramPtr> count_regions(BufferPtr frame, const GstCaps* caps,
                                          const std::string& regions);

private:
  void push(BufferPtr frame, const GstCaps* caps);
  static GstFlowReturn take(GstPad* pad, GstObject* parent, GstBuffer* frame);

  ElementPtr element_;
  PadPtr source_, sink_; ///< linked to the element
  CapsPtr caps_;
  FieldPtrs taken_;
  std::vector<HistogramPtr> regions_;
};

} // namespace videohistogram::tools
