// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "core/threads/workers.h"
#include "cpu/kernels/colour/values.h"
#include "cpu/kernels/plane/count.h"
#include "cpu/kernels/projection/projection_functions.h"
#include "cpu/matrix_pool.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace videohistogram::cpu {

/// Maximum number of projections that are counted in a pass.
constexpr uint32_t max_pass_tables = 4;

/// Maximum of ProjectionTable::fold, and of the bins that are counted where it is not 1: with more
/// bins, counting them takes longer than counting a histogram by itself.
constexpr uint32_t max_fold = 8, max_folded_bins = 1024;

/// A projection that is counted in a pass.
struct ProjectionTable {
  size_t projection; ///< index among those of the Plan
  Quantity quantity;
  uint32_t byte;        ///< byte offset of the sample in a pixel; unused for computed quantities
  uint32_t bins;        ///< that are counted: `fold` of them are a bin of the matrix
  uint32_t fold;        ///< a power of two, at most max_fold
  uint32_t depth;       ///< bits of a value
  bool bins_are_values; ///< there is a bin per value
  bool bins_are_bits;   ///< bin = sample or computed value >> bin_shift & (bins - 1)
  uint32_t bin_shift;
  bool bins_are_high_bits; ///< bin = value >> bin_shift; only for ProjectionPlan::values
  uint32_t value;          ///< index of the quantity among the values of the pass
  uint32_t first;          ///< index of the first counter of the strip's first position
  uint32_t pitch;          ///< counters from one position to the next
};

/// How projections of one sample plane in one direction are counted, in one pass over its pixels.
/// Made once per Plan, except what belongs to the current frame; read by every thread.
///
/// Values that are filtered or not of Domain::plane are computed for a group of runs at a time.
/// They are then counted like samples of 16 bits.
///
/// A strip is a range of positions whose counters, those of all tables, stay in the caches. Each
/// pixel belongs to exactly one strip. One thread alone counts a strip and writes its rows of the
/// matrices, so counts of different threads are never added.
struct ProjectionPlan {
  const ProjectionFunctions* functions = nullptr;
  Direction direction;
  bool is_upright = false;        ///< positions are columns, and count_upright() counts
  bool in_place = false;          ///< the stored samples of all tables are counted where they lie
  SamplePlaneView sample_plane{}; ///< sample plane of the current frame
  uint32_t pixel_bytes = 0;       ///< of a pixel of `sample_plane`, or of a value of `values`
  RgbPlan rgb;                    ///< for quantities computed from that plane
  uint32_t sample_bytes = 0;      ///< of a stored sample
  uint32_t shift = 0;             ///< of FormatInfo, or 0 for values of `values`
  std::vector<ProjectionTable> tables;
  /// How values that are filtered or not of one sample plane are computed; nullopt: they are stored
  /// in `sample_plane` or computed from it alone.
  std::optional<ValuesPlan> values;
  ValuesView values_view{}; ///< sample planes of the current frame, if there are `values`
  /// Bits of each of the `values` if these are filtered; empty: they are not.
  std::vector<uint32_t> filtered_depths;

  uint32_t strip = 0;    ///< positions per strip; the last strip may have fewer
  uint32_t counters = 0; ///< counters of a strip, and of pixels outside of it
  // Only if is_upright:
  uint32_t area_rows = 0;  ///< rows that are counted together, table by table
  uint32_t rows_ahead = 0; ///< how far below a row the row is that is prefetched; 0: none is
  // The rest only if not is_upright.
  uint32_t pitch = 0;   ///< counters from one position to the next
  uint32_t outside = 0; ///< index of the counters of pixels outside the strip, after the strip's
  // The distance from a pixel to the i-th one to its right: whole positions times `pitch`, modulo
  // 2^32, and the rest in 2^-31 positions.
  alignas(64) uint32_t offsets[max_run] = {};
  alignas(64) uint32_t fractions[max_run] = {};
};

/// The buffers of a thread, beside the counters of a strip.
struct StripBuffers {
  std::unique_ptr<ValuesBuffers> values; ///< once a pass has had ProjectionPlan::values
  std::vector<uint16_t> bins;            ///< of an upright pass: [table][row][upright_run]
};

/// Counters from one position of a table to the next: an odd multiple of 32 bytes, so that equal
/// counters of neighbours are not 4 KiB apart: see Table in count.h.
constexpr uint32_t table_pitch(uint32_t bins) {
  return (bins + 31) / 32 * 32 + 16;
}

/// The width of a projection's matrix in this direction: narrow if no position can have 2^16
/// pixels.
CounterWidth matrix_width(const Direction& direction, const SamplePlaneView& sample_plane);

/// Whether a histogram can be summed from a projection with a matrix of this width. If the
/// projection has fewer bins than the histogram, the matrix must be narrow.
bool can_sum(uint32_t histogram_bins, uint32_t projection_bins, CounterWidth width);

/// The passes that count all projections of a plan. `bins` has the number of bins that are counted
/// of each projection: its own, or those of a histogram that can be summed from it.
std::vector<ProjectionPlan>
make_projection_plans(const Plan& plan, const std::vector<uint32_t>& bins, const Target& target);

/// Counts the matrices of a pass over one frame. Threads take strip by strip.
class ProjectionWork final : public ParallelTask {
public:
  /// Where the counts of a table of the pass are written.
  struct Output {
    /// The matrix, of the width matrix_width(), all of whose counts are written; nullptr: none.
    HostMatrix* matrix;
    /// The sums over all positions, one per counted bin, to which counts are added; nullptr: none.
    uint32_t* sums;
  };

  /// Begins a frame. `plan` must live until its end; `outputs` has an entry per table.
  void begin(const ProjectionPlan& plan, const Output* outputs);
  /// Call before run_share() runs on up to `threads` threads.
  void prepare_for(size_t threads);
  /// Bytes of all pixels of the sample plane, per table.
  uint64_t bytes() const {
    return uint64_t{plan_->sample_plane.row_bytes()} * plan_->sample_plane.height *
           plan_->tables.size();
  }

  void run_share() override;

private:
  /// The state of one thread.
  struct Part {
    std::vector<uint16_t> counters;              ///< all zero between frames
    std::vector<uint32_t> sums[max_pass_tables]; ///< of each table
    StripBuffers buffers;
  };

  void count_strip(uint32_t first, Part& part);
  void empty(uint32_t first, uint32_t positions, bool add, Part& part);

  const ProjectionPlan* plan_ = nullptr;
  Output outputs_[max_pass_tables] = {}; ///< sums: written with mutex_ held
  std::mutex mutex_;
  std::atomic<uint32_t> next_{0}; ///< next strip
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::vector<Part> parts_;
};

} // namespace videohistogram::cpu
