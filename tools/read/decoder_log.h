// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's decoders say of damage that they conceal.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace videohistogram::tools {

/// Counts the errors that the decoders of one video write to FFmpeg's log. Many decoders conceal
/// damage: their frames look whole, and only the log has the errors. A decoder is told by its
/// `opaque` pointer, which the contexts of its threads have as well.
/// Thread-safety: any thread.
class DecoderLog {
public:
  DecoderLog();
  ~DecoderLog();
  DecoderLog(const DecoderLog&) = delete;
  DecoderLog& operator=(const DecoderLog&) = delete;

  /// Counts the errors of decoders with this AVCodecContext::opaque.
  void attach(const void* opaque);
  /// Counts an error that is not in FFmpeg's log.
  void note(const std::string& text);
  uint64_t number() const;
  /// The number of messages until now, and the longest one; empty if there is none.
  std::string describe() const;

  struct Messages;

private:
  const std::shared_ptr<Messages> messages_;
};

/// From now on the process prints nothing of FFmpeg's log.
void silence_log();

} // namespace videohistogram::tools
