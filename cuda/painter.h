// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "core/error.h"
#include "core/plan.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/resources.h"
#include "cuda/frame_marker.h"
#include "cuda/kernels/paint/paint_kernel.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace videohistogram::cuda {

/// The painter of a device: draws marks and pictures of scopes over frames in a context's memory.
/// Keeps the present drawing there, and the traces that are held. The host's is scope::Painter.
/// Thread-safety: one thread at a time, with the context current.
class Painter {
public:
  /// Uploads the drawing of the frame's painting unless it is there, and allocates its memory. Call
  /// when the device is done with earlier paintings. Waits for the upload, at most `time_limit`.
  /// After an error the next call tries again. invalid_argument if the picture does not lie in the
  /// frame, or the target is not like the frame.
  Status load(const FrameView& frame, const SharedPlan& plan, DeviceProperties& device,
              std::chrono::milliseconds time_limit);

  /// Enqueues the painting of `frame`, which passed check_frame(), after the kernels that count it,
  /// in a stream that waits for the target's.
  /// `matrices` and `results` are where these leave the counts. Call after load() of this painting.
  /// After an error the frame is as it was but for its marks, and a separate target is undefined.
  Status paint(const FrameView& frame, const uint32_t* matrices, const uint32_t* results,
               cudaStream_t stream);

private:
  Status load_drawing(const FrameView& frame, const SharedPlan& plan, DeviceProperties& device,
                      std::chrono::milliseconds time_limit);
  Status draw(const FrameView& target, const Painting& painting, const uint32_t* matrices,
              const uint32_t* results, cudaStream_t stream);

  FrameMarker marker_;
  bool kernels_loaded_ = false;
  std::shared_ptr<const Drawing> drawing_; ///< null: none is loaded
  std::shared_ptr<const PictureColours> colours_;
  SharedPlan plan_;
  DeviceBlock fixed_, scratch_;
  PaintShape shape_;
  HoldState hold_; ///< of the drawing
  uint32_t hold_request_ = 0;
};

} // namespace videohistogram::cuda
