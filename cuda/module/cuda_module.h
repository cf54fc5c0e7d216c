// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The GPU backend as a module: a shared object that the plugin opens at run time. The plugin then
// needs neither nvcc nor code for GPUs, and packages can ship the two apart. Module and plugin come
// from one release, since C++ objects pass between them.
#pragma once

#include "core/backend.h"
#include "core/drawing/drawing.h"
#include "core/drawing/frame_marks.h"
#include "core/drawing/painting.h"
#include "cuda/cuda_backend.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace videohistogram {

/// The functions of cuda_backend.h that need a GPU, as the module provides them.
/// Thread-safety: any thread.
struct CudaModule {
  Expected<std::vector<CudaDeviceInfo>> (*list_devices)();
  bool (*is_lost)();
  Error (*lost_error)();
  Expected<std::unique_ptr<Backend>> (*create_backend)(const CudaConfig& config);
};

/// Differs between builds of one release that give shared types other sizes, such as builds of
/// unreleased sources or with another C++ library.
constexpr size_t cuda_module_layout = [] {
  size_t layout = 0;
  for (const size_t size :
       {sizeof(CudaModule), sizeof(Backend), sizeof(Job), sizeof(CudaConfig), sizeof(FrameView),
        sizeof(Plan), sizeof(FormatInfo), sizeof(Error), sizeof(Sums), sizeof(Matrix),
        sizeof(TransferStats), sizeof(DeviceStats), sizeof(FramesAhead), sizeof(Drawing),
        sizeof(PanelDrawing), sizeof(Painting), sizeof(FrameMarks), sizeof(MarkedFrame)})
    layout = layout * 4099 + size;
  return layout;
}();

/// The module's only symbol. Returns null to a caller of another release or layout; else what the
/// module provides, which is never freed.
using CudaModuleEntry = const CudaModule*(const char* release, size_t layout);
constexpr const char* cuda_module_entry = "videohistogram_cuda_module";

} // namespace videohistogram
