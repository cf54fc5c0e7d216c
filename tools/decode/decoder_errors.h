// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What decoders say of damage that they conceal.
#pragma once

#include <gst/gst.h>

#include <cstdint>
#include <memory>
#include <string>

namespace videohistogram::tools {

/// Counts the messages about errors of the decoders of one pipeline. Many decoders conceal damage:
/// their frames look whole, and only GStreamer's log has the errors. Those with FFmpeg write from
/// threads of FFmpeg and name no element: the threads are told apart by their signal masks, which a
/// thread inherits from the one that starts it. The process must not use real-time signals.
/// Thread-safety: any number of objects, each for one thread.
class DecoderErrors {
public:
  /// Construct it before the pipeline has a decoder. The pipeline must outlive the object.
  explicit DecoderErrors(GstElement* pipeline);
  ~DecoderErrors();
  DecoderErrors(const DecoderErrors&) = delete;
  DecoderErrors& operator=(const DecoderErrors&) = delete;

  /// The number of messages until now, and the longest one; empty if there is none.
  std::string describe() const;

  struct Log;

private:
  std::shared_ptr<Log> log_;
  GstElement* const pipeline_;
  gulong handler_ = 0;
};

} // namespace videohistogram::tools
