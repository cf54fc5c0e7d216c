// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/backend/colours_test.h"

#include "tests/reference/computed_counts.h"
#include "tests/reference/joint.h"
#include "tests/reference/projection.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace videohistogram::test {

namespace {

/// `read`: the samples of the frame, read when the first computed quantity needs them.
std::vector<uint32_t> expected_histogram(const FrameView& frame,
                                         std::optional<reference::ReadFrame>& read,
                                         const ColourRequest& request, const ValueAxis& axis,
                                         const Rect& rect) {
  if (const auto computed = reference::computed_of(*frame.format, axis.quantity, request.legal)) {
    if (!read)
      read.emplace(frame);
    return reference::count_computed(*read, *computed, request.colours, axis.bins, rect);
  }
  PlanSpec spec;
  spec.tables = {{axis, {}}};
  const std::vector<uint32_t> counts = reference::count(frame, spec, {rect}).histograms;
  return {counts.begin() + axis.bins, counts.end()}; // without those of the whole frame
}

bool is_histogram(const Table& table) {
  return !table.positions && !table.second;
}

std::vector<uint32_t> expected_counts(const FrameView& frame, const ColourRequest& request) {
  std::vector<Rect> rects = {{0, 0, frame.width, frame.height}};
  rects.insert(rects.end(), request.regions.begin(), request.regions.end());
  const reference::Meaning meaning{request.spec().luma, request.colours, request.legal};
  std::optional<reference::ReadFrame> read;
  std::vector<uint32_t> counts;
  const auto append = [&](const std::vector<uint32_t>& more) {
    counts.insert(counts.end(), more.begin(), more.end());
  };
  for (const Rect& rect : rects)
    for (const Table& table : request.tables)
      if (is_histogram(table) && (request.whole_frame || &rect != rects.data()))
        append(expected_histogram(frame, read, request, table.values, rect));
  for (const Table& table : request.tables)
    if (table.positions && table.weights.size == 0)
      append(reference::count_projection(frame, table.values.quantity, table.values.bins, meaning,
                                         Positions::of(*table.positions),
                                         table.filter != Filter::none));
  for (const Table& table : request.tables)
    for (Quantity weight : table.weights)
      append(reference::sum_weights(frame, table.values.quantity, table.values.bins, weight,
                                    meaning, Positions::of(*table.positions),
                                    table.filter != Filter::none));
  for (const Rect& rect : rects)
    for (const Table& table : request.tables)
      if (table.second && (request.whole_frame || &rect != rects.data()))
        append(reference::count_joint(frame, {table.values.quantity, table.values.bins},
                                      {table.second->quantity, table.second->bins}, meaning, rect));
  return counts;
}

/// Kr and Kb as GStreamer has them.
void set_matrix(videohistogram::ColourSpec& spec, reference::Matrix matrix) {
  const reference::LumaShares shares = reference::luma_shares(matrix);
  spec.kr = static_cast<double>(shares.kr) / 10000;
  spec.kb = static_cast<double>(shares.kb) / 10000;
}

} // namespace

ColourRequest::ColourRequest(const FormatInfo& format, QuantitySet wanted, uint32_t bins) {
  for (Quantity quantity : select_quantities(format, wanted))
    tables.push_back({{quantity, format.values_of(quantity).bins_for(bins)}, {}});
}

void ColourRequest::add_joint(const FormatInfo& format, Quantity x, Quantity y, uint32_t x_bins,
                              uint32_t y_bins) {
  const auto axis = [&](Quantity quantity, uint32_t bins) {
    return ValueAxis{quantity, format.values_of(quantity).bins_for(bins)};
  };
  tables.push_back({axis(x, x_bins), {}, axis(y, y_bins)});
}

void ColourRequest::add_projection(const FrameView& frame, const FormatInfo& format,
                                   Quantity quantity, uint32_t bins, double angle) {
  const reference::PictureSize size = reference::size_of_values(frame, quantity);
  const uint32_t possible = format.values_of(quantity).bins_for(bins);
  Expected<Direction> direction = direction_of_angle(angle, size.width, size.height, possible);
  if (direction.ok())
    tables.push_back({{quantity, possible}, *direction});
  else
    ADD_FAILURE() << direction.error().message;
}

void ColourRequest::add_weighted(const FormatInfo& format, uint32_t width, uint32_t height,
                                 QuantitySet weights, uint32_t bins, double angle) {
  const Quantity quantity = format.is_rgb() ? Quantity::luma : Quantity::y;
  const uint32_t possible = format.values_of(quantity).bins_for(bins);
  Expected<Direction> direction = direction_of_angle(angle, width, height, possible);
  if (!direction.ok()) {
    ADD_FAILURE() << direction.error().message;
    return;
  }
  tables.push_back({{quantity, possible}, *direction});
  tables.back().weights = select_quantities(format, weights);
}

void ColourRequest::set_colours(const reference::ColourSpec& spec, bool legal_limits) {
  colours = spec;
  legal = legal_limits;
}

PlanSpec ColourRequest::spec() const {
  PlanSpec spec;
  spec.tables = tables;
  spec.whole_frame = whole_frame;
  set_matrix(spec.colours, colours.matrix);
  spec.colours.full_range = !colours.limited;
  spec.colours.narrow_rgb = colours.narrow;
  spec.colours.limits = legal ? RangeLimits::legal : RangeLimits::r103;
  reference::set_light(colours, spec.colours);
  return spec;
}

void ColourRequest::add_to(Key& key) const {
  for (const Table& table : tables) {
    key.add(table.values.quantity).add(table.values.bins).add(table.positions.has_value());
    if (table.positions)
      key.add(Positions::of(*table.positions).hash());
    if (table.second)
      key.add(table.second->quantity).add(table.second->bins);
    key.add(set_of(table.weights)).add(table.filter);
  }
  key.add(colours.matrix)
      .add(colours.limited)
      .add(colours.narrow)
      .add(colours.curve)
      .add(colours.gamut);
  key.add(legal).add(whole_frame);
}

std::string describe(const Frame& frame, const ColourRequest& request) {
  const Layout& layout = frame.layout();
  std::string text =
      layout.format + " " + std::to_string(layout.width) + "x" + std::to_string(layout.height) +
      " matrix " + std::to_string(static_cast<int>(request.colours.matrix)) +
      (request.colours.limited ? " limited" : " full") + (request.colours.narrow ? " narrow" : "") +
      (request.legal ? " legal" : " r103") + " regions " + std::to_string(request.regions.size());
  for (const Table& table : request.tables)
    text += std::string(" ") + quantity_name(table.values.quantity) + ":" +
            std::to_string(table.values.bins) + (table.positions ? "@" : "") +
            (table.second ? std::string("*") + quantity_name(table.second->quantity) + ":" +
                                std::to_string(table.second->bins)
                          : "") +
            (table.weights.size > 0 ? " weighted" : "") +
            (table.filter != Filter::none ? " filtered" : "");
  return text;
}

Expected<std::vector<uint32_t>> ColoursTest::count(Job& job, const FrameView& frame,
                                                   const ColourRequest& request, uint32_t height) {
  Expected<SharedPlan> compiled = compile_plan(*frame.format, frame.width, height, request.spec());
  if (!compiled.ok())
    return compiled.error();
  const Plan& plan = **compiled;
  if (Status status = backend_->submit(job, frame, *compiled, request.regions); !status.ok())
    return status.error();
  std::vector<uint32_t> counts = unwritten(plan.total_counts(request.regions.size()));
  if (Status status = job.wait(counts.data()); !status.ok())
    return status.error();
  if (!request.whole_frame)
    counts.erase(counts.begin(), counts.begin() + static_cast<ptrdiff_t>(plan.rectangle_counts()));
  for (size_t i = 0; i < plan.n_matrices(request.regions.size()); i++) {
    if (!request.whole_frame && i >= plan.first_joint() && i < plan.n_matrices(0))
      continue; // a joint histogram of the frame
    const std::shared_ptr<videohistogram::Matrix> matrix = job.matrix(i);
    if (!matrix)
      return refusal("there is no matrix " + std::to_string(i));
    std::vector<uint32_t> more = unwritten(plan.matrix_counters(i));
    if (Status status = matrix->read(more.data()); !status.ok())
      return status.error();
    counts.insert(counts.end(), more.begin(), more.end());
    recycle(std::move(more));
  }
  return counts;
}

std::vector<uint32_t> ColoursTest::count(const FrameView& frame, const ColourRequest& request) {
  Expected<std::vector<uint32_t>> counts = count(shared_job(), frame, request, frame.height);
  if (!counts.ok()) {
    ADD_FAILURE() << counts.error().message;
    return {};
  }
  return *counts;
}

testing::AssertionResult ColoursTest::are_counts_of(Expected<std::vector<uint32_t>> counts,
                                                    const FrameView& frame,
                                                    const ColourRequest& request) {
  if (!counts.ok())
    return testing::AssertionFailure()
           << counts.error().message << " (" << counts.error().detail << ")";
  Request known;
  known.regions = request.regions;
  Key key(frame, known);
  key.add(frame.interlaced);
  request.add_to(key);
  const auto expect = [&] { return expected_counts(frame, request); };
  if (is_expected(key, *counts, expect)) {
    recycle(std::move(*counts));
    return testing::AssertionSuccess();
  }
  const std::vector<uint32_t> expected = expect();
  if (expected.size() != counts->size())
    return testing::AssertionFailure()
           << counts->size() << " counts instead of " << expected.size();
  const auto at = static_cast<size_t>(
      std::mismatch(expected.begin(), expected.end(), counts->begin()).first - expected.begin());
  size_t rectangle = request.whole_frame ? 0 : 1, left = at;
  for (; rectangle <= request.regions.size(); rectangle++)
    for (const Table& table : request.tables) {
      if (!is_histogram(table))
        continue;
      if (left < table.values.bins)
        return testing::AssertionFailure()
               << "rectangle " << rectangle << ", " << quantity_name(table.values.quantity)
               << ", bin " << left << ": " << (*counts)[at] << " instead of " << expected[at];
      left -= table.values.bins;
    }
  return testing::AssertionFailure() << "count " << left << " of the matrices: " << (*counts)[at]
                                     << " instead of " << expected[at];
}

testing::AssertionResult ColoursTest::counts_equal(const FrameView& frame, const FrameView& meant,
                                                   const ColourRequest& request) {
  return are_counts_of(count(shared_job(), frame, request, frame.height), meant, request);
}

testing::AssertionResult ColoursTest::counts_right(Job& job, const FrameView& frame,
                                                   const ColourRequest& request, uint32_t height) {
  return are_counts_of(count(job, frame, request, height), frame, request);
}

testing::AssertionResult ColoursTest::counts_right(const FrameView& frame,
                                                   const ColourRequest& request, uint32_t height) {
  return counts_right(shared_job(), frame, request, height);
}

} // namespace videohistogram::test
