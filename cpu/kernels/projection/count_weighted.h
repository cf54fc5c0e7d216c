// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "core/threads/workers.h"
#include "cpu/kernels/colour/values.h"
#include "cpu/matrix_pool.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::cpu {

/// How a weighted projection is counted. Made once per Plan, read by every thread.
struct WeightedPlan {
  WeightedProjection projection;
  ValuesPlan values; ///< of the quantity, then of each weight
  uint32_t shift;    ///< low bits that weights leave out
  const ProjectionFunctions* functions;

  uint32_t n_weights() const { return projection.weights.size; }
};

WeightedPlan make_weighted_plan(const Plan& plan, const WeightedProjection& projection,
                                const Target& target);

/// Counts the matrices of a weighted projection over one frame. Threads take strips of positions.
/// One thread alone counts a strip and writes its rows of the matrices, so sums of different
/// threads are never added.
class WeightedWork final : public ParallelTask {
public:
  /// Begins a frame. `plan` and `frame` must live until its end. `matrices`: one per weight, wide,
  /// all of whose counters are written; nullptr: none.
  void begin(const WeightedPlan& plan, const FrameView& frame, HostMatrix* const* matrices);
  /// Call before run_share() runs on up to `threads` threads.
  void prepare_for(size_t threads);
  /// Bytes of all samples of the frame.
  uint64_t bytes() const { return view_.frame->pixel_bytes(); }

  void run_share() override;

private:
  /// The counters of a strip have two weights each, the first one in the low 32 bits.
  static constexpr uint32_t max_pairs = (max_weights + 1) / 2;

  /// The state of one thread.
  struct Part {
    ValuesBuffers values;
    std::vector<uint64_t> pairs[max_pairs]; ///< [position][pitch_], all zero between strips
  };

  uint32_t n_pairs() const { return (plan_->n_weights() + 1) / 2; }
  void add_pixels(SegmentValues& values, Part& part, uint32_t first, uint32_t x, uint32_t y,
                  uint32_t n) const;
  void empty(Part& part, uint32_t first, uint32_t positions) const;

  const WeightedPlan* plan_ = nullptr;
  ValuesView view_{};
  uint32_t* matrices_[max_weights] = {};
  uint32_t strip_ = 0;            ///< positions per strip
  uint32_t pitch_ = 0;            ///< counters from one position of a strip to the next
  std::atomic<uint64_t> next_{0}; ///< first position of the next strip
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::vector<std::unique_ptr<Part>> parts_;
};

} // namespace videohistogram::cpu
