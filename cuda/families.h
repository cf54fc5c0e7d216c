// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The families of kernels that count frames, as rows of one table. A further family is a folder of
// cuda/kernels, a member of FrameLaunches, and a row.
#pragma once

#include "cuda/kernels/byte/byte_kernel.h"
#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/common/frame_to_count.h"
#include "cuda/kernels/deep/deep_kernel.h"
#include "cuda/kernels/difference/difference_kernel.h"
#include "cuda/kernels/filter/filter_kernel.h"
#include "cuda/kernels/joint/joint_kernel.h"
#include "cuda/kernels/packed/packed_kernel.h"
#include "cuda/kernels/projection/projection_kernel.h"
#include "cuda/kernels/sums/sums_kernel.h"
#include "cuda/kernels/values/values_kernel.h"
#include "cuda/kernels/weighted/weighted_kernel.h"

#include <cuda_runtime_api.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

constexpr size_t n_families = 12;
/// One bit per family.
using FamilySet = std::bitset<n_families>;

/// All kernel launches for one frame.
struct FrameLaunches {
  std::vector<ByteLaunch> bytes;     ///< histograms of 8-bit samples: one launch or none
  std::vector<DeepLaunch> deep;      ///< those of deeper samples: the frame, then each region
  std::vector<PackedLaunch> packed;  ///< those of packed samples: the frame, then each region
  std::vector<ColourLaunch> colours; ///< computed histograms: the frame, then each region
  std::vector<ValuesLaunch> values;  ///< images that projections are counted from
  std::vector<FilterLaunch> filters; ///< images of filtered values, from the frame or from these
  std::vector<ProjectionLaunch> projections; ///< their matrices are set when they are launched
  std::vector<WeightedLaunch> weighted;      ///< their matrices as above
  std::vector<JointLaunch> joints; ///< the frame, then each region; their matrices as above
  std::vector<DifferenceLaunch> differences; ///< one, or none without FrameView::before
  std::vector<SumsLaunch> sums;              ///< one, of the whole frame
  FamilySet families;                        ///< those that the plan needs
  bool overlap = false;                      ///< launches may begin while the one before them runs
};

/// By how many bytes the pixels of a frame, and of the frame before it, lie further on than those
/// for which launches were planned.
struct Moved {
  ptrdiff_t now, before;
};

/// A family of kernels. Its functions call no CUDA but `prepare` and `launch`, and read no pixel.
struct Family {
  /// The bins in which the family counts a histogram of a plan; 0: the family does not count it.
  /// Plans with histograms of the family need it. null: the family counts no histograms.
  uint32_t (*counted_bins)(const Plan& plan, const Histogram& histogram);
  /// Whether a plan needs the family for other tables; null: no plan does.
  bool (*has_other_tables)(const Plan& plan);
  /// Whether the kernels are loaded with the context, and not before the first frame that needs
  /// them.
  bool is_loaded_first;
  /// Loads the kernels into the current context: see prepare_kernels() in kernel_table.h.
  cudaError_t (*prepare)(DeviceProperties& device);
  /// Bytes of scratch per frame; null: the scratch of every frame suffices.
  size_t (*scratch_bytes)(const Plan& plan);
  /// Plans the family's launches for a frame.
  void (*plan)(const FrameToCount& wanted, FrameLaunches& launches);
  /// Moves the launches to a frame that lies elsewhere.
  void (*move)(FrameLaunches& launches, const Moved& moved);
  /// Launches the kernels and does not wait. `matrices`: the frame's first matrix.
  cudaError_t (*launch)(const FrameLaunches& launches, uint32_t* matrices, cudaStream_t stream);

  /// Whether frames of a plan need the family.
  bool is_needed(const Plan& plan) const;
};

/// In the order of their launches. They are planned from the last to the first: images for the
/// projections that need them, samples of a byte unless the launch for differences counts them.
extern const Family families[n_families];

} // namespace videohistogram::cuda
