// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/matrix.h"
#include "core/plan.h"
#include "plugin/scope/draw/axis.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace videohistogram::scope {

/// A table with two axes, from which a trace is drawn: counts [position][bin], or [bin of x][bin of
/// y] of a joint histogram.
struct TableShape {
  size_t index = 0; ///< among the projections or the joint histograms
  uint32_t positions = 0;
  uint32_t bins = 0;
  uint64_t samples = 0; ///< the sum of all counts
  bool is_joint = false;
};

/// The number of codes of a sample: that of the codes of an Axis.
inline uint32_t codes_of(const FormatInfo& format) {
  return 1u << format.depth;
}

/// Collects the tables that the scopes of a picture need, each once.
class TableList {
public:
  /// `bins`: the most bins per axis of a table with two axes, a power of two.
  TableList(const Source& source, uint32_t bins) : source_(source), bins_(bins) {}

  const Source& source() const { return source_; }
  bool has(Quantity quantity) const;
  /// Requests a projection on the columns, or at 90 degrees on the rows.
  TableShape project(Quantity quantity, bool on_rows, Filter filter);
  /// Requests the sums of Cb and Cr, or of R, G and B, for the cells of such a projection of Y or
  /// LUMA. Returns the index of the weighted projection.
  size_t weigh(Quantity quantity, bool on_rows, Filter filter);
  /// Requests a joint histogram. `magnification`: the factor by which the plot enlarges bins; the
  /// table has that many times more bins, up to `most`.
  TableShape join(Quantity x, Quantity y, double magnification = 1, uint32_t most = most_bins);
  /// Requests the histogram of a quantity, with a bin per code of its axis, or of MAXRGB and RANGE
  /// per value.
  void count(Quantity quantity) { counted_ |= quantity_bit(quantity); }

  /// The most bins per axis of a table with two axes.
  static constexpr uint32_t most_bins = 1024;

  /// Errors: invalid_argument if the tables have too many counters.
  Expected<SharedPlan> compile() const;

private:
  struct Projected {
    Quantity quantity;
    bool on_rows;
    Filter filter;

    bool operator==(const Projected& other) const {
      return quantity == other.quantity && on_rows == other.on_rows && filter == other.filter;
    }
  };
  /// The index of a projection in a list, to which it is added if need be.
  static size_t find_or_add(const Projected& projected, std::vector<Projected>& list);
  struct Joined {
    Quantity x, y;
    uint32_t bins; ///< per axis
  };
  Expected<Table> table_of(const Projected& projected) const;
  uint32_t bins_of(Quantity quantity) const;
  const SamplePlane& plane_of(Quantity quantity) const;

  Source source_;
  uint32_t bins_;
  std::vector<Projected> projected_, weighted_;
  std::vector<Joined> joined_;
  QuantitySet counted_ = 0;
};

/// The counts of one frame. Thread-safety: one thread at a time.
class CountedTables {
public:
  /// Takes the counts of a job, after its wait() has written those of the histograms. Tables in
  /// host memory are not copied.
  Status read(const SharedPlan& plan, Job& job);
  /// Gives the tables back, so that the backend counts the next frame in the same memory. Call
  /// before the next frame is submitted.
  void release();
  /// Makes room for tables that do not come from a job: the caller writes all counts, of the
  /// histograms to histograms_of() and of a matrix to matrix_of().
  void prepare(const SharedPlan& plan);
  uint32_t* matrix_of(size_t index) { return matrices_[index].copy.data(); }
  /// Where Job::wait() writes the counts of the histograms of a plan.
  uint32_t* histograms_of(const SharedPlan& plan);

  HostCounts matrix(size_t index) const { return matrices_[index].data; }
  /// A histogram of the plan, a count per code. Valid until the counts of another frame are read.
  struct CodeCounts {
    const uint32_t* counts;
    uint32_t n;
  };
  CodeCounts histogram(size_t index) const {
    const Histogram& histogram = plan_->histograms[index];
    return {histograms_.data() + histogram.first, histogram.bins};
  }

private:
  struct Counts {
    std::shared_ptr<Matrix> matrix; ///< owner of `data`, if this is host memory
    std::vector<uint32_t> copy;     ///< else
    HostCounts data;
  };
  SharedPlan plan_;
  std::vector<uint32_t> histograms_;
  std::vector<Counts> matrices_;
};

} // namespace videohistogram::scope
