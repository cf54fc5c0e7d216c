// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "core/error.h"
#include "core/plan.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/resources.h"
#include "cuda/kernels/paint/kernel.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace videohistogram::cuda {

/// Draws pictures of scopes over frames in a context's memory. Keeps the present drawing there,
/// and the traces that are held.
/// Thread-safety: one thread at a time, with the context current.
class Painter {
public:
  /// Uploads the painting's drawing unless it is there, and allocates its memory. The device is
  /// done with earlier paintings. Waits for the upload, at most `time_limit`. After an error the
  /// next call tries again.
  Status load(const Painting& painting, const SharedPlan& plan, DeviceProperties& device,
              std::chrono::milliseconds time_limit);

  /// Enqueues the painting of `frame`, which passed check_frame(), after the kernels that count it.
  /// `matrices` and `results` are where these leave the counts. Call after load() of this painting.
  /// After an error the frame is as it was, and a separate target is undefined.
  Status paint(const FrameView& frame, const uint32_t* matrices, const uint32_t* results,
               cudaStream_t stream);

private:
  Status upload(const uint8_t* bytes, size_t n, std::chrono::milliseconds time_limit);
  Status copy_to_target(const FrameView& frame, const FrameView& target, cudaStream_t stream);
  HoldStep next_hold(const Painting& painting);

  bool kernels_loaded_ = false;
  std::shared_ptr<const Drawing> drawing_; ///< null: none is loaded
  std::shared_ptr<const PictureColours> colours_;
  SharedPlan plan_;
  DeviceBlock fixed_, scratch_;
  PaintShape shape_;
  Event target_free_; ///< in the stream of the last target that had one

  // Of the drawing:
  bool painted_ = false; ///< the scratch has the traces of a frame
  bool held_ = false;    ///< the scratch has held traces
  uint32_t hold_request_ = 0;
};

} // namespace videohistogram::cuda
