// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <vector>

namespace videohistogram {

/// The library's code for an error of that kind.
GstVideoHistogramError error_code(ErrorKind kind);

/// One region and its histogram. The FrameHistograms own the histogram's reference.
struct RegionResult {
  GQuark type = 0;    ///< type of the meta, or name of a region from the settings
  gint id = 0;        ///< of the meta; from -2 downwards for regions of the settings
  gint parent_id = 0; ///< of the meta; -1 for regions of the settings
  Rect rect;          ///< in pixels of the frame
  GstVideoHistogram* histogram = nullptr;
};

/// The histograms of a frame, or of one field of it, and of its regions.
/// Thread-safety: one thread at a time.
struct FrameHistograms {
  /// Adds the pending histograms to a writable buffer as metas.
  void attach(GstBuffer* buffer, const char* element_name);
  bool has_histograms() const { return histogram || !regions.empty(); }
  /// Whether the application may still read the histograms: there is another reference to one of
  /// them. Those of metas on a buffer that only the task holds do not count. `held`: the buffer
  /// that the task holds, or null.
  bool is_shared(GstBuffer* held) const;
  void fail(const Error& error);
  /// Drops the references.
  void drop();

  GstVideoHistogram* histogram = nullptr; ///< of the whole; owned; null: only regions
  std::vector<RegionResult> regions;      ///< their histograms are owned, too

private:
  /// Calls `function` with each histogram.
  template <class Function>
  void for_each_histogram(Function function) const {
    if (histogram)
      function(histogram);
    for (const RegionResult& region : regions)
      function(region.histogram);
  }

  bool attached_ = false; ///< the buffer has the histograms as metas
};

/// The histograms of one field.
struct FieldHistograms : FrameHistograms {
  GstVideoHistogramField field = GST_VIDEO_HISTOGRAM_FIELD_NONE;
};

} // namespace videohistogram
