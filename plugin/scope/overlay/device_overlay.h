// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/scope/draw/axis.h"
#include "plugin/scope/overlay/current_marks.h"
#include "plugin/scope/overlay/placement.h"

#include <gst/video/video.h>

#include <memory>

namespace videohistogram::scope {

/// Has a GPU draw marks and pictures over frames in its memory while it counts them: over the frame
/// itself if nobody else may read its buffer, else over a copy in a buffer of a pool.
/// Thread-safety: the streaming thread.
class DeviceOverlay {
public:
  /// `marks`: those of the frames; outlive this object.
  explicit DeviceOverlay(CurrentMarks& marks) : marks_(marks) {}

  /// What happens to a frame.
  enum class Way {
    on_host,  ///< the GPU does not draw over the frame
    in_place, ///< the GPU draws over the frame itself, which is mapped for writing
    copied,   ///< the GPU draws over a copy that it makes
  };

  /// How a frame ended.
  enum class End {
    painted,     ///< marks and picture are drawn
    not_painted, ///< the GPU is done with the frame; whether they are drawn is not known
    unknown,     ///< the GPU is lost, and may still write
  };

  void set_frames(const GstVideoInfo& frames);
  /// Begins a frame in any memory. `rect`: of its picture. `blend`: false if downstream blends the
  /// picture.
  void place(const Rect& rect, const Opacity& opacity, bool blend);
  /// Releases all buffers.
  void stop();

  /// Begins a frame, which lies in a GPU's memory. `has_scopes`: whether there is a picture.
  Way begin(GstBuffer* frame, bool has_scopes);
  /// Whether the GPU draws the picture of the last frame, and not marks alone.
  bool draws_picture() const { return draws_picture_; }
  /// The painting of the frame, unless begin() returned on_host. `picture`: its drawing. `source`:
  /// describes the frames. Errors: transient if there is no memory.
  Expected<std::shared_ptr<const Painting>> painting(std::shared_ptr<const Drawing> picture,
                                                     const Source& source, const Fonts* fonts,
                                                     const HoldRequest& hold);
  /// Ends a frame, unless begin() returned on_host. At End::unknown no buffer that the GPU may
  /// write is ever released.
  void end(End end);

  /// Whether the last frame, or its copy, is drawn over.
  bool painted() const { return painted_; }
  /// The copy of the last frame if it was painted, with the frame's metas, for the caller; null if
  /// there is none.
  GstBuffer* take_copy(GstBuffer* frame);

private:
  CurrentMarks& marks_;
  GstVideoInfo frames_{};
  const FormatInfo* format_ = nullptr; ///< null: the frames cannot be counted
  Rect rect_;
  Opacity opacity_;
  bool blend_ = false;
  Source source_;                                 ///< of the last frame
  std::shared_ptr<const PictureColours> colours_; ///< null: made for the next frame
  CudaBufferPool pool_;

  // Of the last frame:
  GstBuffer* frame_ = nullptr; ///< borrowed until end()
  bool draws_picture_ = false;
  bool painted_ = false;
  BufferReference copy_;
  MappedFrame mapped_copy_;
};

} // namespace videohistogram::scope
