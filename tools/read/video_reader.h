// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The frames of a video in the order in which they are shown.
#pragma once

#include "tools/read/cpu_decoder.h"
#include "tools/read/decoder_log.h"
#include "tools/read/gpu/gpu_decoder.h"
#include "tools/read/media_file.h"
#include "tools/record/declared.h"

#include <memory>
#include <optional>

namespace videohistogram::tools {

/// Times are in ns, and relative to the first frame that is shown.
struct TimedFrame {
  FramePtr frame;
  std::optional<int64_t> time;
  int64_t duration = 0; ///< 0: unknown
  bool is_damaged = false;
};

/// Reads a file, decodes the chosen video, and goes on with the streams that follow it.
/// Thread-safety: one thread.
class VideoReader {
public:
  /// `threads` as of CpuDecoder, which decodes unless there are decoders of a GPU. They must
  /// outlive the object. Throws ReadError.
  VideoReader(const std::string& path, int stream, int threads, std::function<bool()> is_stopped,
              GpuDecoders* gpu = nullptr);

  /// The next frame; one without a frame is the end. Throws ReadError.
  TimedFrame next();
  /// Goes on with a key frame at this time or before. Returns false, and goes on as before,
  /// if the file cannot be sought in. Call it after the first frame.
  bool seek(int64_t time);

  const MediaFile& file() const { return file_; }
  const VideoDecoder& decoder() const { return *decoder_; }
  const DecoderLog& errors() const { return log_; }
  const FrameAccount& account() const { return account_; }
  /// Whether errors came up, of which the decoder does not make the same in each run.
  bool is_uncertain() const {
    return !gpu_ && threads_ != CpuDecoder::repeatable &&
           (log_.number() > 0 || decoder_->has_gaps());
  }
  /// The time of the first frame on the clock of the file, in ns; nothing: frames have no times.
  std::optional<int64_t> origin() const { return origin_; }
  /// Whether times are those of frame numbers, because the file has none.
  bool counts_times() const { return is_counted_; }
  AVRational rate() const { return rate_; }

private:
  void open_decoder();
  bool begin_next_stream();
  void send_packet();
  bool is_header_of_chain(const AVPacket& packet);
  std::optional<int64_t> note_time(int64_t time);
  TimedFrame decode();
  TimedFrame finish(FramePtr frame);

  MediaFile file_;
  DecoderLog log_; // outlives the decoder
  const int threads_;
  GpuDecoders* const gpu_;
  std::unique_ptr<VideoDecoder> decoder_;
  PacketPtr packet_{av_packet_alloc()};
  TimedFrame sought_;      ///< the first one after seek()
  bool is_sought_ = false; ///< no key frame has come since then
  FrameAccount account_{0, 0, 0, 0};
  AVRational rate_{0, 1};
  std::optional<int64_t> origin_;
  int64_t last_time_ = 0; ///< of a frame that has one
  uint64_t frames_ = 0;
  bool is_counted_ = false;
  std::optional<ReadError> error_; ///< of the file, after the frames before it
  std::string chain_headers_;      ///< as libavcodec wants them
  bool is_chain_next_ = false;
};

} // namespace videohistogram::tools
