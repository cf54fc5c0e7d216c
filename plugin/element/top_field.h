// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/element/frame_part.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram {

/// Counts the top field of an interlaced frame by a job of its own. The bottom field is the rest of
/// the frame, whose counts are known, so that the sum of both is the frame. That holds for regions,
/// too: the rows of a region in a plane are divided between the fields.
/// Thread-safety: one thread at a time.
class TopField {
public:
  explicit TopField(std::unique_ptr<Job> job) : part_(std::move(job)) {}

  /// Submits the top field of `frame`, whose view and regions are set. `plan` counts no matrices.
  /// `at_once`: waits for the counts and releases the job.
  Status submit(Backend& backend, const FramePart& frame, const SharedPlan& plan, bool at_once);
  /// Waits for the counts. Does nothing if no field was submitted since the last release().
  Status wait();
  /// After wait(): gives the counts of its field to each histogram. The frame's counts are known.
  void complete(const FieldHistograms& field, const FramePart& frame);

  bool fell_back() const { return submitted_ && part_.fell_back(); }
  bool holds_frame() const { return part_.holds_frame(); }
  /// Releases the job.
  void release() {
    part_.release();
    submitted_ = false;
  }

private:
  void place_regions(const std::vector<Rect>& regions);
  void add_partial(const Rect& rows, bool of_chroma);
  Status place_partial(Backend& backend);
  void complete(GstVideoHistogram* histogram, GstVideoHistogramField field, const FramePart& frame,
                size_t rectangle);

  FramePart part_; ///< without histograms
  bool submitted_ = false;
  SharedPlan plan_;
  /// Rows in which a region has only some of the channels.
  struct Partial {
    size_t region;
    bool of_chroma; ///< channels with fewer rows than the frame; else the others
  };
  std::vector<Partial> partial_;
  std::vector<Rect> partial_rects_;      ///< of partial_
  std::vector<uint32_t> partial_counts_; ///< empty if the job counts them after the regions
  std::vector<uint32_t> rest_;           ///< scratch for the counts of one rectangle
};

} // namespace videohistogram
