// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <gst/video/video.h>

#include <array>

namespace videohistogram {

/// A video buffer's pixels, mapped for reading while this lives. Maps only the memories that the
/// frame lies in, and never merges the buffer's own ones.
/// Thread-safety: one thread at a time.
class MappedFrame {
public:
  MappedFrame() = default;
  ~MappedFrame() { reset(); }
  MappedFrame(const MappedFrame&) = delete;
  MappedFrame& operator=(const MappedFrame&) = delete;

  /// Maps the frame of `info`'s size and format in `buffer`, as its GstVideoMeta lays it out if it
  /// has one. Reads no pixel. invalid_argument says what is wrong with the buffer; nothing is
  /// mapped then. Backend::submit() checks that all of the frame is mapped.
  ///
  /// With `on_device`, which is for buffers of GstCudaMemory, the frame is mapped where it lies.
  /// Otherwise GStreamer copies such a frame to the host. A GstVideoMeta with a map function of its
  /// own is mapped by that, on the host only.
  Status map(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format, bool on_device);

  /// Keeps the buffer itself, so that its pool does not hand it out again. Before that, the buffer
  /// must outlive the mapping.
  void hold_buffer();

  /// The held buffer, or nullptr.
  GstBuffer* held_buffer() const { return holds_buffer_ ? buffer_ : nullptr; }

  /// Unmaps, and lets go of a held buffer.
  void reset();

  const FrameView& view() const { return view_; }

private:
  Status map_planes(bool on_device);
  Status map_by_meta(GstVideoMeta* meta);
  Status map_memories(guint first, guint count, bool on_device);

  GstBuffer* buffer_ = nullptr;
  bool holds_buffer_ = false;
  GstVideoMeta* meta_ = nullptr; ///< the buffer's, if maps_ are by its functions
  std::array<GstMapInfo, max_planes> maps_{};
  guint mapped_ = 0; ///< of maps_
  FrameView view_;
};

} // namespace videohistogram
