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
  explicit SideCounter(const char* channels);
  ~SideCounter();
  SideCounter(const SideCounter&) = delete;
  SideCounter& operator=(const SideCounter&) = delete;

  /// The histogram of a frame; null if it cannot be counted.
  HistogramPtr count(BufferPtr frame, const GstCaps* caps);

private:
  static GstFlowReturn take(GstPad* pad, GstObject* parent, GstBuffer* frame);

  ElementPtr element_;
  PadPtr source_, sink_; ///< linked to the element
  CapsPtr caps_;
  HistogramPtr taken_;
};

} // namespace videohistogram::tools
