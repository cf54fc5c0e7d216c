// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "core/error.h"
#include "cuda/device/device_properties.h"
#include "cuda/device/resources.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <memory>

namespace videohistogram::cuda {

/// The device's painter of marks. The host's is scope::FrameMarker.
/// Thread-safety: one thread at a time, with the context current.
class FrameMarker {
public:
  /// Uploads the tables of the marks unless they are there. Call when the device is done with
  /// earlier frames. Waits for the upload, at most `time_limit`. invalid_argument if the marks are
  /// not for such frames.
  Status load(const FrameView& frame, const std::shared_ptr<const FrameMarks>& marks,
              DeviceProperties& device, std::chrono::milliseconds time_limit);

  /// Enqueues the marks of the last load() on a frame like that of load(). `phase`: of stripes.
  Status mark(const FrameView& frame, uint32_t phase, cudaStream_t stream);

private:
  bool kernels_loaded_ = false;
  std::shared_ptr<const FrameMarks> marks_; ///< null: none are loaded
  DeviceBlock tables_, peaks_;
};

} // namespace videohistogram::cuda
