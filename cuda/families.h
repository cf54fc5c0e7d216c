// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The families of kernels that count frames, as rows of one table. A further family is a folder of
// cuda/kernels, a member of FrameLaunches, and a row.
#pragma once

#include "cuda/kernels/byte/byte_plan.h"
#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/deep/deep_plan.h"
#include "cuda/kernels/difference/difference_plan.h"
#include "cuda/kernels/joint/joint_plan.h"
#include "cuda/kernels/projection/projection_plan.h"
#include "cuda/kernels/values/values_plan.h"

#include <cuda_runtime_api.h>

#include <bitset>
#include <cstddef>
#include <optional>
#include <vector>

namespace videohistogram::cuda {

/// A frame for which launches are planned. It has passed check_plan(), and its planes lie in device
/// memory. All members are borrowed.
struct FrameToCount {
  const DeviceProperties& device;
  const Plan& plan;
  const FrameView& frame;
  const std::vector<Rect>& regions;
  const CountMemory& memory;
};

constexpr size_t n_families = 8;
/// One bit per family.
using FamilySet = std::bitset<n_families>;

/// All kernel launches for one frame.
struct FrameLaunches {
  std::optional<ByteLaunch> bytes;   ///< histograms of 8-bit samples
  std::vector<DeepLaunch> deep;      ///< those of deeper samples: the frame, then each region
  std::vector<ColourLaunch> colours; ///< computed histograms: the frame, then each region
  std::vector<ValuesLaunch> values;  ///< images that projections are counted from
  std::vector<ProjectionLaunch> projections; ///< their matrices are set when they are launched
  std::vector<JointLaunch> joints; ///< the frame, then each region; their matrices as above
  std::optional<DifferenceLaunch> differences;
  FamilySet families;   ///< those that the plan needs
  bool overlap = false; ///< launches may begin while the one before them ends
};

/// A family of kernels. Its functions call no CUDA but `prepare` and `launch`, and read no pixel.
struct Family {
  /// Whether frames of a plan need the family.
  bool (*is_needed)(const Plan& plan);
  /// Whether the kernels are loaded with the context, and not before the first frame that needs
  /// them.
  bool is_loaded_first;
  /// Loads the kernels into the current context: see prepare_kernels() in kernel_table.h.
  cudaError_t (*prepare)(DeviceProperties& device);
  /// Bytes of scratch per frame; null: the scratch of every frame suffices.
  size_t (*scratch_bytes)(const Plan& plan);
  /// Plans the family's launches for a frame.
  void (*plan)(const FrameToCount& wanted, FrameLaunches& launches);
  /// Moves the launches to a frame whose pixels lie `bytes` bytes further on. null: they are
  /// planned for each frame.
  void (*move)(FrameLaunches& launches, ptrdiff_t bytes);
  /// Launches the kernels and does not wait. `matrices`: the frame's first matrix.
  cudaError_t (*launch)(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream);
};

/// In the order of their launches. They are planned from the last to the first, since images are
/// planned for the projections that need them.
extern const Family families[n_families];
} // namespace videohistogram::cuda
