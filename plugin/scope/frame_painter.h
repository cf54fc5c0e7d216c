// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"

#include <gst/gst.h>

#include <memory>

namespace videohistogram::scope {

/// Decides what a GPU draws over frames in its memory while it counts them. Thread-safety: the
/// streaming thread.
class FramePainter {
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

  virtual ~FramePainter() = default;

  /// Begins a frame, which lies in a GPU's memory.
  virtual Way begin(GstBuffer* frame) = 0;
  /// The painting of the frame, unless begin() returned on_host. `picture`: its drawing.
  virtual std::shared_ptr<const Painting> painting(std::shared_ptr<const Drawing> picture,
                                                   const HoldRequest& hold) = 0;
  /// Ends a frame, unless begin() returned on_host. At End::unknown no buffer that the GPU may
  /// write is ever released.
  virtual void end(End end) = 0;
};

} // namespace videohistogram::scope
