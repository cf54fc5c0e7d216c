// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts frames beside a pipeline.
#pragma once

#include "tools/analysis/remade.h"
#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

/// An element videohistogram, on the CPU, that counts one frame per call.
/// Thread-safety: one thread.
class SideCounter {
public:
  /// `fields`: those of interlaced frames are counted, too.
  SideCounter(const char* channels, bool fields);
  ~SideCounter();
  SideCounter(const SideCounter&) = delete;
  SideCounter& operator=(const SideCounter&) = delete;

  /// The histograms of a frame; null if it cannot be counted.
  FieldPtrs count(BufferPtr frame, const GstCaps* caps);

private:
  static GstFlowReturn take(GstPad* pad, GstObject* parent, GstBuffer* frame);

  ElementPtr element_;
  PadPtr source_, sink_; ///< linked to the element
  CapsPtr caps_;
  FieldPtrs taken_;
};

} // namespace videohistogram::tools
