// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The pipeline of one video, from its source to the figures of each frame.
#pragma once

#include "tools/analysis/counted_tables.h"
#include "tools/analysis/file_source.h"
#include "tools/analysis/frame_reader.h"
#include "tools/analysis/frame_selection.h"
#include "tools/analysis/outcome.h"
#include "tools/analysis/time_limit.h"
#include "tools/decode/decoder_errors.h"
#include "tools/decode/source.h"
#include "tools/decode/standstill.h"
#include "tools/read/gst_pointers.h"
#include "tools/record/listener.h"
#include "tools/record/settings.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace videohistogram::tools {

/// How an attempt to analyse a video ended.
enum class Ending {
  finished,
  given_up, ///< by a stop request
  uncertain ///< another attempt, with a repeatable decoder, gives the results that count
};

/// One attempt to analyse a video.
/// Thread-safety: one thread, beside those of the pipeline.
class Pipeline {
public:
  /// `stopped` becomes true at a stop request. It and the listener must outlive the object.
  Pipeline(const std::string& path, const AnalysisSettings& settings, Processor processor,
           Seek seek, const TimeLimit& limit, const std::atomic<bool>& stopped,
           VideoListener& listener);
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// Plays to the end of the stream or to an error, and fills in all but the identity. Call it
  /// once.
  Ending play(VideoRecord& record);

private:
  static void limit_threads(GstBin*, GstBin*, GstElement* element, Pipeline* self);
  GstElement* add_elements(Processor processor);
  GstElement* add_queue(guint buffers, guint bytes);
  bool wait_for_end();
  bool handle(GstMessage* message);
  bool end_live_source();
  ErrorPtr find_reason_to_stop();
  bool is_draining();
  void end_file(VideoRecord& record);
  void end_source(VideoRecord& record);

  const std::string path_;
  const AnalysisSettings settings_;
  const TimeLimit limit_;
  const bool is_file_;
  const std::atomic<bool>& stopped_;
  const ElementPtr pipeline_;
  VideoListener& listener_;
  Source source_;                         ///< of what is no file
  PadPtr decoded_;                        ///< receives the decoded video
  gint64 ending_ = 0;                     ///< when the live source was asked to end
  gint64 drained_ = 0;                    ///< when the last frame after an error came
  std::pair<uint64_t, int64_t> progress_; ///< then: frames, and how long the listener had blocked
  DecoderErrors errors_{pipeline_.get()};
  Standstill standstill_{pipeline_.get()};
  FrameSelection selection_;
  CountedTables tables_;
  FrameReader reader_; // its pads are gone once the pipeline is in state NULL
  std::optional<FileSource> file_;
  PipelineEnd end_;
};

} // namespace videohistogram::tools
