// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Feeds a pipeline with the video of a file.
#pragma once

#include "tools/analysis/frame_reader.h"
#include "tools/analysis/frame_selection.h"
#include "tools/analysis/side_counter.h"
#include "tools/read/frame_buffer.h"
#include "tools/read/read_error.h"
#include "tools/read/video_reader.h"

#include <atomic>
#include <optional>
#include <thread>

namespace videohistogram::tools {

/// Reads and decodes a file on a thread of its own, which waits while the pipeline has enough to
/// do. Thread-safety: one thread, beside its own.
class FileSource {
public:
  /// Adds elements to the pipeline that end at the sink pad of `next`. `reader` is told what the
  /// file says of the video before the first frame. Both must outlive the object.
  FileSource(GstElement* pipeline, GstElement* next, const std::string& path,
             const AnalysisSettings& settings, Processor processor, Seek seek, FrameReader& reader);
  /// The pipeline must be in GST_STATE_NULL.
  ~FileSource();
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  void start();
  /// Makes reading end soon. A decoder that hangs does not notice it.
  void stop() { is_stopped_ = true; }
  /// Waits for the end of the thread. Call it in GST_STATE_NULL, and before what follows.
  void join();
  /// Why no frame came, or no further one; nothing: the file was read to its end.
  const std::optional<ReadError>& error() const { return error_; }
  /// Whether errors came up, and the decoder makes something else of them in each run.
  bool is_uncertain() const { return reader_ && reader_->is_uncertain(); }
  /// What the decoder wrote of errors; empty: nothing.
  std::string describe_errors() const { return reader_ ? reader_->errors().describe() : ""; }
  /// Empty if the settings select a part of the video by time.
  FrameAccount account() const;
  /// The duration that the header of the container declares, in ns, and the one that FFmpeg
  /// estimates otherwise; 0: none.
  int64_t declared_duration() const { return declared_; }
  int64_t estimated_duration() const { return estimated_; }
  /// A number that grows as long as something is read or decoded. Any thread may call it.
  uint64_t progress() const { return progress_; }

private:
  void run();
  void read();
  void describe(const AVFrame& frame);
  bool push_frame(TimedFrame timed);
  void count_side(FrameBuffers::Side side);
  CapsPtr caps_of(const AVFrame& frame) const;
  bool push(BufferPtr buffer, bool has_new_caps);

  const std::string path_;
  const AnalysisSettings settings_;
  const Processor processor_;
  const Seek seek_;
  FrameReader& frames_;
  GstElement* const element_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<uint64_t> progress_{0};
  std::optional<VideoReader> reader_;
  const ColourStatement overrides_;
  FrameBuffers buffers_;
  CapsPtr caps_; ///< of frames
  std::optional<SideCounter> side_;
  const char* side_channels_ = nullptr;
  uint64_t pushed_ = 0;
  FrameState state_;
  std::optional<ReadError> error_;
  int64_t declared_ = 0, estimated_ = 0;
  std::thread thread_;
};

} // namespace videohistogram::tools
