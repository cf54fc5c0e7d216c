// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/completion_queue.h"
#include "plugin/element/analyzer.h"
#include "plugin/element/mapped_frame.h"
#include "plugin/element/message.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// A frame on its way from submit to result, or a stretch of time that has no frame to count.
/// Filled by the streaming thread, finished by the completion queue, then used again.
class FrameTask final : public Task {
public:
  /// `job` is of the backend that counts.
  FrameTask(std::unique_ptr<Job> frame_job, Reporter& reporter, FrameCounters& counters)
      : job(std::move(frame_job)), reporter_(reporter), counters_(counters) {}
  ~FrameTask() override { reset(); }

  /// Waits for the counts, completes the histograms, posts the message. A task without histograms
  /// lets the reporter know that its time has passed.
  void finish() override;

  /// Drops histograms, mapping and job.
  void reset();

  // In this order: the job may read the mapped frame until it is released.
  MappedFrame frame;
  const std::unique_ptr<Job> job;
  std::optional<Error> refusal; ///< why the job is not pending

  GstVideoHistogram* histogram = nullptr; ///< of the whole frame; owned; null: regions alone
  std::vector<RegionResult> regions;      ///< their histograms are owned here
  std::vector<Rect> rects;                ///< of the regions

  /// Makes room for a result, so that finish() allocates nothing.
  void expect_counts(const Plan& plan) {
    rectangle_counts_ = plan.rectangle_counts();
    counts_.resize(plan.total_counts(rects.size()));
  }

  guint64 ticket = 0;
  // Of the settings. Copied, since a shared reference would make the streaming thread write to what
  // the completion thread reads.
  bool post_messages = false;
  bool message_counts = true;
  bool message_projections = false;
  GstClockTime interval = 0;
  std::shared_ptr<const std::vector<double>> percentiles; ///< null: none
  FrameTimes times;
  guint64 sequence = 0;
  bool corrupted = false;
  std::string timecode;

  bool on_completion_thread = false; ///< where finish() is called: not on the streaming thread

private:
  bool has_histograms() const { return histogram || !regions.empty(); }
  void take_projections();
  void complete();
  void fail(const Error& error);
  void report();

  Reporter& reporter_;
  FrameCounters& counters_;
  size_t rectangle_counts_ = 0; ///< channels x bins
  std::vector<uint32_t> counts_;
};

} // namespace videohistogram
