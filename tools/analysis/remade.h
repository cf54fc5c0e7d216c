// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Histograms that are made of others.
#pragma once

#include <gst/videohistogram/videohistogram.h>

#include <array>
#include <memory>

namespace videohistogram::tools {

struct HistogramReleaser {
  void operator()(GstVideoHistogram* histogram) const { gst_video_histogram_unref(histogram); }
};
using HistogramPtr = std::unique_ptr<GstVideoHistogram, HistogramReleaser>;

/// The histograms of a frame and of its fields, by GstVideoHistogramField; null: there is none.
using FieldPtrs = std::array<HistogramPtr, GST_VIDEO_HISTOGRAM_FIELD_BOTTOM + 1>;

// The functions wait for the counts, and return null with `error` set if there are none.

/// The histogram of a frame whose samples of `depth` bits were counted in the high bits of wider
/// ones, as if they had been counted as they are.
HistogramPtr narrow(GstVideoHistogram* wide, guint depth, GError** error);

/// The channels of `part` without those of Y, and those of `whole` that `part` does not have. RANGE
/// and MAXRGB, which need all samples, are only those of `part`.
HistogramPtr merge(GstVideoHistogram* whole, GstVideoHistogram* part, GError** error);

} // namespace videohistogram::tools
