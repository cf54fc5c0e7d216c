// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <gst/video/video.h>

#include <array>
#include <memory>
#include <utility>

namespace videohistogram {

struct UnrefBuffer {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};
/// A reference to a buffer, or none.
using BufferReference = std::unique_ptr<GstBuffer, UnrefBuffer>;

/// A video buffer's pixels, mapped for reading, or on a device for writing, until reset() or
/// destruction. Maps only the memories that contain the frame, and never merges memories in the
/// buffer. Thread-safety: one thread at a time.
class MappedFrame {
public:
  MappedFrame() = default;
  ~MappedFrame() { reset(); }
  MappedFrame(const MappedFrame&) = delete;
  MappedFrame& operator=(const MappedFrame&) = delete;

  enum class Access { read, write, read_and_write };

  /// Maps the frame in `buffer`, which has the size and format of `info` and the layout of the
  /// buffer's GstVideoMeta if there is one. Reads no pixel. On invalid_argument nothing is mapped;
  /// the message says what is wrong with the buffer. Backend::submit() checks that all of the frame
  /// is mapped.
  ///
  /// `memory`: where the frame is mapped, in the kind of its source_of(), or on the host, to which
  /// GStreamer copies frames of other kinds. A GstVideoMeta with its own map function maps the
  /// planes itself, on the host only.
  ///
  /// `access` other than read is only for frames on a device, in a buffer that is writable with all
  /// of its memory.
  Status map(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format,
             MemoryKind memory, Access access = Access::read);

  /// Takes a reference to the buffer, if one is mapped, until reset(), so that its pool does not
  /// reuse it. Without this call the caller keeps the buffer alive while it is mapped.
  void hold_buffer();

  /// The held buffer, or nullptr.
  GstBuffer* held_buffer() const { return holds_buffer_ ? buffer_ : nullptr; }

  /// Unmaps the frame and releases a held buffer.
  void reset();

  const FrameView& view() const { return view_; }
  /// Sets FrameView::painting, until reset() or the next map().
  void set_painting(std::shared_ptr<const Painting> painting) {
    view_.painting = std::move(painting);
  }
  /// Sets FrameView::before, until reset() or the next map().
  void set_before(std::shared_ptr<const FrameView> before) { view_.before = std::move(before); }

private:
  Status map_planes(MemoryKind memory);
  Status map_by_meta(GstVideoMeta* meta, MemoryKind memory);
  Status map_memories(guint first, guint count, MemoryKind memory);

  GstBuffer* buffer_ = nullptr;
  bool holds_buffer_ = false;
  GstVideoMeta* meta_ = nullptr; ///< the buffer's meta if its functions made maps_, else null
  std::array<GstMapInfo, max_planes> maps_{};
  guint mapped_ = 0; ///< number of entries of maps_ in use
  Access access_ = Access::read;
  FrameView view_;
};

} // namespace videohistogram
