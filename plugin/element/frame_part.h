// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/counting/counters.h"
#include "plugin/element/frame_histograms.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"

#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace videohistogram {

/// What one job counts of a frame, and the histograms that get the counts.
/// Thread-safety: one thread at a time.
struct FramePart : FrameHistograms {
  explicit FramePart(std::unique_ptr<Job> of_backend) : job(std::move(of_backend)) {}

  /// Fills `regions` and `rects`: first with the regions of the settings, then with those of the
  /// buffer's region-of-interest metas, then with the detections that are not among these.
  /// `ignored` counts those beyond max_regions.
  void collect_regions(GstBuffer* buffer, const std::vector<NamedRegion>& named_regions,
                       const PixelSize& frame, Counter& ignored);
  /// Allocates memory for the counts of `plan` and `rects`, so that wait() allocates none.
  void expect_counts(const Plan& plan);

  /// Waits for the counts. The error of the job, or `refusal`. Does nothing if the counts were
  /// collected, or nothing was submitted.
  Status wait();
  /// Waits for the counts of the pending job and releases it.
  Status collect();
  /// After wait(): whether a CPU counted in place of the job's device.
  bool fell_back() const { return fell_back_ || (job->pending() && job->fell_back()); }
  bool holds_frame() const { return job->pending() && job->holds_frame(); }

  /// After wait(): the counts of a rectangle. 0 is all of the view, i + 1 is region i.
  uint32_t* counts_of(size_t rectangle) { return counts_.data() + rectangle * rectangle_counts_; }
  const uint32_t* counts_of(size_t rectangle) const {
    return counts_.data() + rectangle * rectangle_counts_;
  }
  /// Adds the plan's sums to the histogram, which is new.
  void add_sums(const SharedPlan& plan);
  /// After wait(): gives the job's sums to the histogram.
  void set_sums();
  /// After wait(): hands the job's matrices, in the order of Plan::n_matrices(), to the histograms.
  void set_matrices();
  /// Reads matrices. Returns the number of those that failed; `error` has the error of the first
  /// one, if it was null.
  guint load_matrices(bool projections, bool joints, GError** error);
  /// Gives the counts to the histograms, which wakes every thread that waits for them.
  void complete();

  /// Releases the job, so that the frame can be unmapped.
  void release();
  /// Releases the histograms and the job.
  void reset();

  FrameView view; ///< borrowed from the task's MappedFrame
  std::unique_ptr<Job> job;
  std::optional<Error> refusal; ///< error of submit(), after which the job is not pending

  std::vector<Rect> rects; ///< rectangles of `regions`, in the same order

private:
  size_t rectangle_counts_ = 0; ///< counts per rectangle: channels x bins
  size_t joint_regions_ = 0;    ///< number of regions, the first ones, with joint histograms
  std::vector<uint32_t> counts_;
  SharedPlan plan_;        ///< of the sums; null: the histogram has none
  bool fell_back_ = false; ///< of a job that collect() released
};

} // namespace videohistogram
