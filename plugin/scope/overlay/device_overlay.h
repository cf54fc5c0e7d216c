// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/counting/mapped_frame.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/scope/frame_painter.h"
#include "plugin/scope/overlay/placement.h"
#include "plugin/scope/scope.h"

#include <gst/video/video.h>

#include <memory>

namespace videohistogram::scope {

/// Has a GPU draw pictures over frames in its memory: over the frame itself if nobody else may read
/// its buffer, else over a copy in a buffer of a pool.
/// Thread-safety: the streaming thread.
class DeviceOverlay final : public FramePainter {
public:
  explicit DeviceOverlay(const Scope& scope) : scope_(scope) {}

  void set_frames(const GstVideoInfo& frames);
  /// Begins a frame in any memory: where and how opaque its picture is. `blend`: it is blended at
  /// all.
  void place(const Rect& rect, double opacity, bool blend);
  /// Releases all buffers.
  void stop();

  Way begin(GstBuffer* frame) override;
  std::shared_ptr<const Painting> painting(std::shared_ptr<const Drawing> picture,
                                           const HoldRequest& hold) override;
  void end(End end) override;

  /// Whether the picture lies over the last frame, or its copy.
  bool painted() const { return painted_; }
  /// The copy of the last frame if it was painted, with the frame's metas, for the caller; null if
  /// there is none.
  GstBuffer* take_copy(GstBuffer* frame);

private:
  const Scope& scope_;
  GstVideoInfo frames_{};
  const FormatInfo* format_ = nullptr; ///< null: the frames cannot be counted
  Rect rect_;
  double opacity_ = 1;
  bool blend_ = false;
  std::shared_ptr<const PictureColours> colours_; ///< null: made for the next frame
  CudaBufferPool pool_;

  // Of the last frame:
  GstBuffer* frame_ = nullptr; ///< borrowed until end()
  bool painted_ = false;
  BufferReference copy_;
  MappedFrame mapped_copy_;
};

} // namespace videohistogram::scope
