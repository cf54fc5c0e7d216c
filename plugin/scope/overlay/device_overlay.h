// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/scope/draw/axis.h"

#include <gst/video/video.h>

#include <memory>

namespace videohistogram::scope {

/// Has a GPU draw pictures over frames in its memory while it counts them: over the frame itself if
/// nobody else may read its buffer, else over a copy in a buffer of a pool.
/// Thread-safety: the streaming thread.
class DeviceOverlay {
public:
  /// What happens to a frame.
  enum class Way {
    on_host,  ///< the GPU does not draw over the frame
    in_place, ///< the GPU draws over the frame itself, which is mapped for writing
    copied,   ///< the GPU draws over a copy that it makes
  };

  /// How a frame ended.
  enum class End {
    painted,     ///< the picture is drawn
    not_painted, ///< the GPU is done with the frame; whether the picture is drawn is not known
    unknown,     ///< the GPU is lost, and may still write
  };

  void set_frames(const GstVideoInfo& frames);
  /// Begins a frame in any memory. `rect`, `opacity`: of its picture. `blend`: false if downstream
  /// blends the picture.
  void place(const Rect& rect, double opacity, bool blend);
  /// Releases all buffers.
  void stop();

  /// Begins a frame, which lies in a GPU's memory.
  Way begin(GstBuffer* frame);
  /// The painting of the frame, unless begin() returned on_host. `picture`: its drawing. `source`:
  /// describes the frames.
  std::shared_ptr<const Painting> painting(std::shared_ptr<const Drawing> picture,
                                           const Source& source, const HoldRequest& hold);
  /// Ends a frame, unless begin() returned on_host. At End::unknown no buffer that the GPU may
  /// write is ever released.
  void end(End end);

  /// Whether the picture lies over the last frame, or its copy.
  bool painted() const { return painted_; }
  /// The copy of the last frame if it was painted, with the frame's metas, for the caller; null if
  /// there is none.
  GstBuffer* take_copy(GstBuffer* frame);

private:
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
