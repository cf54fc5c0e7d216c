// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"
#include "core/threads/workers.h"
#include "cpu/kernels/colour/values.h"
#include "cpu/kernels/sums/strip.h"
#include "cpu/kernels/sums/sums_functions.h"
#include "cpu/target.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace videohistogram::cpu {

/// The work of adding up the sums of a frame, cut into strips of rows. Threads take strips in
/// order, and add what is not of a row to their own numbers, which are added together at the end.
class SumsWork final : public ParallelTask {
public:
  SumsWork();
  ~SumsWork();

  /// Sets how the frames that follow are added up.
  void set_plan(const Plan& plan, const Target& target);
  bool empty() const { return sums_.empty(); }

  /// Begins a frame, whose sums are written to `to`.
  void begin(const FrameView& frame, Sums& to);
  uint64_t bytes() const { return bytes_; }
  void prepare_for(size_t threads);
  void run_share() override;

private:
  struct Thread;
  /// Rows of a component, or of all components if `component` is `pixels`.
  struct Piece {
    uint32_t component, first, end;
  };
  static constexpr uint32_t pixels = 3;

  bool has(Sum sum) const { return sums_.has(sum); }
  int64_t* values(Sum sum) const { return to_->values.data() + sums_.place(sum).first; }
  void add_strip(const Piece& piece, Thread& thread) const;
  void add_luma(const Piece& piece, const StripView& strip, Thread& thread) const;
  void add_bytes(const Piece& piece, const StripView& strip, Thread& thread) const;
  void add_neighbours(const Piece& piece, const StripView& bytes, Sum outliers, Sum repeats,
                      Thread& thread) const;
  void add_light(uint32_t y, const uint8_t* row, Thread& thread) const;
  void add_fields(const Piece& piece, const StripView& strip, Thread& thread) const;
  void add_windows(const Piece& piece, const StripView& strip, Thread& thread) const;
  void add_combs(const Piece& piece, const StripView& now, const StripView& before,
                 Thread& thread) const;
  void count_outside(const Piece& piece, Thread& thread) const;
  void add_colours(const Piece& piece, Thread& thread) const;
  void add_cells(const Rect& rect, const ValuesBuffers& colours, Thread& thread) const;

  // Of the plan:
  SumsPlan sums_;
  const Target* target_ = nullptr;
  std::array<ComponentPlan, 3> components_;
  uint32_t depth_ = 0;
  ValuesPlan grid_colours_, iris_colours_;
  /// LightEntries of the sums LIGHT, RGB and IRIS, and their bytes.
  LightEntries light_{}, light_of_colours_{};
  IrisLight iris_{};
  std::vector<uint8_t> light_bytes_, colour_bytes_, iris_bytes_;
  std::array<uint32_t, grid_columns + 1>
      cell_columns_{}; ///< first columns of cells, then the width
  uint32_t strip_rows_ = 0;

  // Of the frame:
  FrameView frame_;
  ValuesView grid_view_{}, iris_view_{}, iris_before_{};
  Sums* to_ = nullptr;
  std::vector<Piece> pieces_;
  uint64_t bytes_ = 0;
  std::atomic<size_t> next_{0};   ///< piece
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::vector<std::unique_ptr<Thread>> threads_;
  std::mutex mutex_; ///< for values that are no row's
};

} // namespace videohistogram::cpu
