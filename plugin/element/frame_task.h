// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/completion_queue.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/element/analyzer.h"
#include "plugin/element/message.h"
#include "plugin/settings/region_list.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// A frame in flight, or a stretch of time without a frame to count. The streaming thread fills the
/// task, the completion queue finishes it, and then it is reused.
class FrameTask final : public Task {
public:
  /// `frame_job` is made by the backend that counts.
  FrameTask(std::unique_ptr<Job> frame_job, Reporter& reporter, FrameCounters& counters)
      : job(std::move(frame_job)), reporter_(reporter), counters_(counters) {}
  ~FrameTask() override { reset(); }

  /// Waits for the counts, completes the histograms, posts the message. Tables that somebody wants
  /// are read while the frame can be counted again. A task without histograms only tells the
  /// reporter that its time has passed.
  void finish() override;

  /// Releases the histograms, the mappings and the job.
  void reset();

  /// Fills `regions` and `rects`: first with the regions of the settings, then with those of the
  /// buffer's metas.
  void collect_regions(GstBuffer* buffer, const std::vector<NamedRegion>& named_regions,
                       uint32_t width, uint32_t height);
  /// Adds the pending histograms to a writable buffer as metas.
  void attach(GstBuffer* buffer, const char* element_name);
  /// Maps the frame before, as `frame` is mapped, for its differences. Without effect if that lies
  /// elsewhere: such a frame has no counts of differences. Errors: transient.
  Status map_before(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format);

  // Both precede `job`, so that they outlive the job that may read them.
  MappedFrame frame, before;
  const std::unique_ptr<Job> job;
  std::optional<Error> refusal; ///< error of submit(), after which the job is not pending

  GstVideoHistogram* histogram = nullptr; ///< of the whole frame; owned; null: only regions
  std::vector<RegionResult> regions;      ///< the task owns their histograms
  std::vector<Rect> rects;                ///< rectangles of `regions`, in the same order

  /// Allocates memory for the counts of `plan` and `rects`, so that finish() allocates none.
  void expect_counts(const Plan& plan) {
    rectangle_counts_ = plan.rectangle_counts();
    counts_.resize(plan.total_counts(rects.size()));
    joint_regions_ = plan.joint_regions(rects.size());
  }

  guint64 ticket = 0;
  // Copies of settings. With a SharedSettings here, the streaming thread would write a reference
  // count beside data that the completion thread reads.
  bool post_messages = false;
  bool message_counts = true;
  bool message_projections = false;
  bool message_joint = false;
  GstClockTime interval = 0;
  std::shared_ptr<const std::vector<double>> percentiles; ///< percentages to report; null: none
  DeclaredLight declared_light;
  FrameTimes times;
  guint64 sequence = 0;
  bool corrupted = false;
  std::string timecode;

  bool on_completion_thread = false; ///< finish() runs on the completion thread

private:
  bool has_histograms() const { return histogram || !regions.empty(); }
  void note_copies();
  void set_matrices();
  void load_matrices();
  bool is_shared() const;
  void complete();
  void fail(const Error& error);
  void report(const Status& status);

  Reporter& reporter_;
  FrameCounters& counters_;
  size_t rectangle_counts_ = 0; ///< counts per rectangle: channels x bins
  size_t joint_regions_ = 0;    ///< number of regions, the first ones, with joint histograms
  std::vector<uint32_t> counts_;
  bool attached_ = false; ///< the buffer has the histograms as metas
};

} // namespace videohistogram
