// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/backend.h"
#include "histogram/completion_queue.h"
#include "plugin/analyzer.h"
#include "plugin/mapped_frame.h"
#include "plugin/message.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// A frame on its way from submit to result, or a stretch of time that has no frame to count.
/// Filled by the streaming thread, finished by the completion queue, then used again.
class FrameTask final : public Task {
public:
  FrameTask(Reporter& reporter, FrameCounters& counters)
      : reporter_(reporter), counters_(counters) {}
  ~FrameTask() override { let_go(); }

  /// Waits for the counts, completes the histograms, posts the message. A task without histograms
  /// lets the reporter know that its time has passed.
  void finish() override;

  /// Drops histograms, mapping and job.
  void let_go();

  // In this order: the job may read the mapped frame until it is released.
  MappedFrame frame;
  JobPtr job;                   ///< null: the frame could not be submitted
  std::optional<Error> refusal; ///< why not

  GstVideoHistogram* histogram = nullptr; ///< of the whole frame; owned; null: regions alone
  std::vector<RegionResult> regions;      ///< their histograms are owned here

  /// Makes room for a result, so that finish() allocates nothing.
  void expect_counts(const Request& request) {
    region_counts_ = request.region_counts();
    counts_.resize(request.total_counts());
  }

  guint64 ticket = 0;
  // Of the settings. Copied, since a shared reference would make the streaming thread write to what
  // the completion thread reads.
  bool post_messages = false;
  bool message_counts = true;
  bool message_matrix = false;
  GstClockTime interval = 0;
  std::shared_ptr<const std::vector<double>> percentiles; ///< null: none
  FrameTimes times;
  guint64 sequence = 0;
  bool corrupted = false;
  std::string timecode;

  bool on_completion_thread = false; ///< where finish() is called: not on the streaming thread

private:
  bool has_histograms() const { return histogram || !regions.empty(); }
  void complete(std::shared_ptr<Matrix> matrix);
  void fail(const Error& error);
  void report();

  Reporter& reporter_;
  FrameCounters& counters_;
  size_t region_counts_ = 0; ///< channels x bins
  std::vector<uint32_t> counts_;
};

} // namespace videohistogram
