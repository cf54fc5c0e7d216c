// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/counting/counters.h"
#include "plugin/element/message.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"

#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace videohistogram {

/// The library's code for an error of that kind.
GstVideoHistogramError error_code(ErrorKind kind);

/// What one job counts of a frame, and the histograms that get the counts.
/// Thread-safety: one thread at a time.
struct FramePart {
  explicit FramePart(std::unique_ptr<Job> of_backend) : job(std::move(of_backend)) {}

  /// Fills `regions` and `rects`: first with the regions of the settings, then with those of the
  /// buffer's metas. `ignored` counts those beyond max_regions.
  void collect_regions(GstBuffer* buffer, const std::vector<NamedRegion>& named_regions,
                       const PixelSize& frame, Counter& ignored);
  /// Adds the pending histograms to a writable buffer as metas.
  void attach(GstBuffer* buffer, const char* element_name);
  /// Allocates memory for the counts of `plan` and `rects`, so that wait() allocates none.
  void expect_counts(const Plan& plan);

  bool has_histograms() const { return histogram || !regions.empty(); }
  /// Whether the application may still read the histograms: another owner than this part refers to
  /// them. Metas on a buffer that only the task holds do not count. `held`: the buffer that the
  /// task holds, or null.
  bool is_shared(GstBuffer* held) const;

  /// Waits for the counts. The error of the job, or `refusal`.
  Status wait();
  /// After wait(): hands the job's matrices, in the order of Plan::n_matrices(), to the histograms.
  void set_matrices();
  /// Reads matrices. Returns the number of those that failed; `error` has the error of the first
  /// one, if it was null.
  guint load_matrices(bool projections, bool joints, GError** error);
  /// Gives the counts to the histograms, which wakes every thread that waits for them.
  void complete();
  void fail(const Error& error);

  /// Releases the job, so that the frame can be unmapped.
  void release();
  /// Releases the histograms and the job.
  void reset();

  FrameView view; ///< borrowed from the task's MappedFrame
  std::unique_ptr<Job> job;
  std::optional<Error> refusal; ///< error of submit(), after which the job is not pending

  GstVideoHistogram* histogram = nullptr; ///< of the whole part; owned; null: only regions
  std::vector<RegionResult> regions;      ///< the part owns their histograms
  std::vector<Rect> rects;                ///< rectangles of `regions`, in the same order

private:
  /// Calls `function` with each histogram.
  template <class Function>
  void for_each_histogram(Function function) const {
    if (histogram)
      function(histogram);
    for (const RegionResult& region : regions)
      function(region.histogram);
  }

  size_t rectangle_counts_ = 0; ///< counts per rectangle: channels x bins
  size_t joint_regions_ = 0;    ///< number of regions, the first ones, with joint histograms
  std::vector<uint32_t> counts_;
  bool attached_ = false; ///< the buffer has the histograms as metas
};

} // namespace videohistogram
