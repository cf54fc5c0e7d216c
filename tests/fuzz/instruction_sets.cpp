// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Any plan of any frame: all sets of instructions that this CPU has count what the reference does.
#include "cpu/cpu_backend.h"
#include "tests/fuzz/fuzz.h"
#include "tests/reference/computed_counts.h"
#include "tests/reference/frames.h"
#include "tests/reference/joint.h"
#include "tests/reference/projection.h"

#include <algorithm>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::reference;

namespace {

using Counts = std::vector<uint32_t>;

/// A backend per target, which stays from input to input.
struct Tested {
  std::unique_ptr<Backend> backend;
  std::unique_ptr<Job> job;
};
const std::vector<Tested>& all_tested() {
  static const std::vector<Tested> all = [] {
    std::vector<Tested> made;
    for (const cpu::Target* const* target = cpu::targets(); *target; target++)
      if ((*target)->supported()) {
        Tested tested{create_cpu_backend(1, *target), nullptr};
        tested.job = tested.backend->make_job();
        made.push_back(std::move(tested));
      }
    return made;
  }();
  return all;
}

/// The input's bytes, over and over.
void fill(Frame& frame, std::string_view bytes) {
  size_t next = 0;
  const FrameView view = frame.view();
  for (uint32_t plane = 0; plane < view.format->n_planes && !bytes.empty(); plane++)
    for (uint32_t y = 0; y < view.rows(plane); y++) {
      uint8_t* const row = frame.pixel(0, y, plane);
      for (size_t i = 0; i < view.row_bytes(plane); i++)
        row[i] = static_cast<uint8_t>(bytes[next++ % bytes.size()]);
    }
}

/// What the tables of a rectangle have to be. A joint histogram with a second axis of one bin is a
/// histogram.
Counts expected(const FrameView& frame, const Table& table, const Meaning& meaning,
                const Rect& rect) {
  const Quantity quantity = table.values.quantity;
  const uint32_t bins = table.values.bins;
  if (table.positions)
    return count_projection(frame, quantity, bins, meaning, Positions::of(*table.positions),
                            table.filter != Filter::none);
  const JointAxis y =
      table.second ? JointAxis{table.second->quantity, table.second->bins} : JointAxis{quantity, 1};
  return count_joint(frame, {quantity, bins}, y, meaning, rect);
}

/// A frame, its plan and its regions as the first bytes of an input say.
struct Case {
  explicit Case(fuzz::Input& input);

  Frame frame;
  FrameView view;
  PlanSpec spec;
  Meaning meaning;
  std::vector<Rect> regions;
};

Case::Case(fuzz::Input& input) {
  uint32_t n_formats = 0;
  while (reference::plain_formats()[n_formats])
    n_formats++;
  const FormatInfo& format = *reference::plain_formats()[input.below(n_formats)];
  Layout layout;
  layout.format = format.name;
  layout.width = 1 + input.below(512);
  layout.height = 1 + input.below(8);
  layout.padding = input.below(8);
  layout.bottom_up = input.flag();
  frame = Frame(layout);

  meaning.colours = {all_matrices[input.below(5)], input.flag(), input.flag(),
                     static_cast<Curve>(input.below(3)), static_cast<Gamut>(input.below(5))};
  meaning.legal = input.flag();
  spec.colours = core_spec(meaning.colours, meaning.legal ? RangeLimits::legal : RangeLimits::r103);
  const uint32_t red = input.below(65536);
  meaning.luma = spec.luma = {red, (65536 - red) / 2, 65536 - red - (65536 - red) / 2};

  const uint32_t bins = 1 + input.below(300);
  const auto axis = [&](Quantity quantity) {
    return ValueAxis{quantity, format.values_of(quantity).bins_for(bins)};
  };
  const QuantityList all = select_quantities(format, all_quantities & ~all_differences);
  QuantitySet counted = 0;
  for (uint32_t more = input.below(4); more < 4; more++) // the reference is slow
    counted |= quantity_bit(all[input.below(all.size)]);
  for (Quantity quantity : select_quantities(format, counted))
    spec.tables.push_back({axis(quantity), {}});
  for (uint32_t more = input.below(3); more > 0; more--) {
    const Quantity quantity = all[input.below(all.size)];
    if (is_chromaticity(quantity))
      continue; // has no projections
    const PictureSize size = size_of_values(frame.view(), quantity);
    Expected<Direction> direction =
        direction_of_angle(input.below(3600) / 10.0, size.width, size.height, bins);
    REQUIRE(direction.ok());
    spec.tables.push_back({axis(quantity), *direction});
    if (!format.values_of(quantity).fixed_bins && input.flag())
      spec.tables.back().filter = Filter::low_pass;
  }
  if (all.size > 1 && input.flag()) {
    const uint32_t first = input.below(all.size);
    const uint32_t second = (first + 1 + input.below(all.size - 1)) % all.size;
    spec.tables.push_back({axis(all[first]), {}, axis(all[second])});
  }
  for (uint32_t more = input.below(3); more > 0; more--)
    regions.push_back(clip(input.below(512), input.below(8), input.below(512), input.below(9),
                           layout.width, layout.height));
  const bool interlaced = input.flag();
  fill(frame, input.rest());
  view = frame.view();
  view.interlaced = interlaced;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const Case tried(input);
  Expected<SharedPlan> plan =
      compile_plan(*tried.view.format, tried.view.width, tried.view.height, tried.spec);
  REQUIRE(plan.ok());
  std::vector<Rect> rects{{0, 0, tried.view.width, tried.view.height}};
  rects.insert(rects.end(), tried.regions.begin(), tried.regions.end());
  // In the order in which a job has them.
  Counts histograms;
  std::vector<Counts> matrices;
  for (const Rect& rect : rects)
    for (const Table& table : tried.spec.tables)
      if (!table.positions && !table.second) {
        const Counts counts = expected(tried.view, table, tried.meaning, rect);
        histograms.insert(histograms.end(), counts.begin(), counts.end());
      }
  for (const Table& table : tried.spec.tables)
    if (table.positions)
      matrices.push_back(expected(tried.view, table, tried.meaning, rects[0]));
  for (const Rect& rect : rects)
    for (const Table& table : tried.spec.tables)
      if (table.second)
        matrices.push_back(expected(tried.view, table, tried.meaning, rect));

  for (const Tested& tested : all_tested()) {
    REQUIRE(tested.backend->submit(*tested.job, tried.view, *plan, tried.regions).ok());
    Counts counts((*plan)->total_counts(tried.regions.size()), 0xDEADBEEF);
    REQUIRE(tested.job->wait(counts.data()).ok());
    REQUIRE(counts == histograms);
    REQUIRE((*plan)->n_matrices(tried.regions.size()) == matrices.size());
    for (size_t i = 0; i < matrices.size(); i++) {
      const auto matrix = tested.job->matrix(i);
      Counts read(matrices[i].size());
      REQUIRE(matrix && matrix->read(read.data()).ok());
      REQUIRE(read == matrices[i]);
    }
    tested.job->release();
  }
  return 0;
}
