// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The frame of a stream that is shown at a time.
#pragma once

#include <gst/gst.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace videohistogram::tools {

/// Lets pass, after a seek to the key frame before a time, the last frame that begins at this time
/// or before, and drops those before it. An accurate seek would do so as well, but decoders then
/// set the time of the frame to that of the seek.
/// Thread-safety: construction and begin() from one thread, while the stream does not run.
class FrameAtTime {
public:
  /// `pad`: a sink pad that receives decoded frames, and outlives the object. All frames pass until
  /// begin().
  explicit FrameAtTime(GstPad* pad);
  /// Call when the pad is stopped.
  ~FrameAtTime();
  FrameAtTime(const FrameAtTime&) = delete;
  FrameAtTime& operator=(const FrameAtTime&) = delete;

  /// Call before the seek that flushes the stream. `time`: ns of stream time.
  void begin(int64_t time);

private:
  struct Unref {
    void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
  };
  static GstPadProbeReturn probe(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  GstPadProbeReturn take_frame(GstPadProbeInfo* info);
  void end_stream();
  bool begins_later(GstBuffer* frame) const;
  bool is_over(GstBuffer* frame) const;

  GstPad* const pad_;
  gulong probe_;
  std::atomic<bool> begun_{false};
  guint64 time_ = 0;
  std::unique_ptr<GstBuffer, Unref>
      held_;            ///< the last frame that begins at the time or before; null: none
  bool passed_ = false; ///< the frame has passed; those that follow do, too
};

} // namespace videohistogram::tools
