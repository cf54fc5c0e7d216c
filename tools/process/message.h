// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The bytes of messages between the supervisor and a worker. Both are the same program on the same
// machine, so numbers have its byte order.
#pragma once

#include "tools/record/frame.h"
#include "tools/record/settings.h"
#include "tools/record/video.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// The kinds of messages with their content. Requests go to the worker, all others to the
/// supervisor.
enum class MessageKind : uint8_t {
  analyse = 1, ///< request: job, path, AnalysisSettings
  ready,       ///< text: empty, or why the worker can analyse nothing; the GPU's decoders or 0
  frame,       ///< job, FrameRecord
  finding,     ///< job, Finding
  shot,        ///< job, Shot
  counts,      ///< job, FrameCounts
  format,      ///< job, VideoFormat: before the first frame
  finished,    ///< job, VideoRecord: the last message of a job
  unsuitable,  ///< job, text: the last message of a job that another processor has to do, and why
  retiring,    ///< nothing: the worker shall get no more jobs; it finishes those in hand
  stop,        ///< request: live sources end and are finished, other videos are given up
  alive,       ///< job: every 10 seconds from the start of its pipeline on, while that answers
  given_up,    ///< job: the last message of a video that a stop request ended
  thumbnails,  ///< request: path, number of times, stream times in ns
  thumbnail ///< the index of a time, an image or nothing; at the end the number of times, nothing
};

/// An exception: bytes that are no message of this program.
struct ProtocolError {};

/// Puts values behind each other.
class MessageWriter {
public:
  MessageWriter& number(uint64_t value) { return raw(&value, sizeof value); }
  MessageWriter& text(std::string_view text);
  MessageWriter& format(const VideoFormat& format);
  MessageWriter& frame(const FrameRecord& frame);
  MessageWriter& finding(const Finding& finding);
  MessageWriter& shot(const Shot& shot);
  MessageWriter& counts(const FrameCounts& counts);
  MessageWriter& video(const VideoRecord& video);
  MessageWriter& settings(const AnalysisSettings& settings);
  const std::string& bytes() const { return bytes_; }

private:
  MessageWriter& raw(const void* bytes, size_t size);
  MessageWriter& signed_number(int64_t value) { return raw(&value, sizeof value); }
  MessageWriter& real(double value) { return raw(&value, sizeof value); }
  MessageWriter& light(const LightLevels& light);

  std::string bytes_;
};

/// Takes the values out in the same order. Throws ProtocolError at the end of the bytes.
class MessageReader {
public:
  /// The bytes must outlive the reader.
  explicit MessageReader(std::string_view bytes) : bytes_(bytes) {}

  uint64_t number();
  std::string text();
  VideoFormat format();
  FrameRecord frame();
  Finding finding();
  Shot shot();
  FrameCounts counts();
  VideoRecord video();
  AnalysisSettings settings();

private:
  void raw(void* to, size_t size);
  int64_t signed_number();
  double real();
  /// An enumeration of which `last` is the last one.
  template <class T>
  T choice(T last);
  LightLevels light();

  std::string_view bytes_;
};

} // namespace videohistogram::tools
