// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/completion_queue.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/element/frame_counters.h"
#include "plugin/element/frame_part.h"
#include "plugin/element/message.h"
#include "plugin/element/reporter.h"
#include "plugin/element/top_field.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace videohistogram {

/// What becomes of a task's results. Contains copies of settings: with a SharedSettings here, the
/// streaming thread would write a reference count beside data that the completion thread reads.
struct Delivery {
  guint64 ticket = 0;        ///< see Reporter::ticket()
  bool post = false;         ///< post a message
  GstClockTime interval = 0; ///< see Reporter::report()
  Report report;             ///< of a message, without histograms and failures
};

/// A frame in flight, or a stretch of time without a frame to count. The streaming thread fills the
/// task, the completion queue finishes it, and then it is reused.
class FrameTask final : public Task {
public:
  /// `job` is made by the backend that counts.
  FrameTask(std::unique_ptr<Job> job, Reporter& reporter, FrameCounters& counters)
      : whole(std::move(job)), reporter_(reporter), counters_(counters) {}
  ~FrameTask() override { reset(); }

  /// Waits for the counts, completes the histograms, posts the message. Tables that the message or
  /// another owner of the histograms needs are read while the frame can be counted again. A task
  /// without histograms only tells the reporter that its time has passed.
  void finish() override;

  /// Releases the histograms, the mappings and the jobs.
  void reset();
  /// Releases the jobs.
  void release_jobs();
  /// Whether a job reads the frame until it is released.
  bool holds_frame() const { return whole.holds_frame() || (top && top->holds_frame()); }

  /// Maps the frame before, as `frame` is mapped, for the differences of `frame`. Without effect if
  /// the two frames lie in different kinds of memory or contexts: `frame` then has no counts of
  /// differences. Errors: transient.
  Status map_before(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format);

  // Both precede the jobs that may read them, so that they outlive these.
  MappedFrame frame, before;
  FramePart whole;             ///< all of the frame
  std::optional<TopField> top; ///< if fields are counted apart
  std::vector<FieldHistograms> fields;
  Delivery delivery;
  bool on_completion_thread = false; ///< finish() runs on the completion thread

private:
  Status wait();
  void note_copies();
  void load_matrices();
  void deliver(const Status& status);

  Reporter& reporter_;
  FrameCounters& counters_;
};

} // namespace videohistogram
