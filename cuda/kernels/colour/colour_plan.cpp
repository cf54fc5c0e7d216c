// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/colour/colour_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/result_layout.h"

#include <algorithm>
#include <initializer_list>

namespace videohistogram::cuda {

namespace {

/// The histograms that one launch counts.
struct ColourPass {
  std::vector<uint32_t> histograms; ///< indices into Plan::histograms, in succession in the results
  bool of_chroma;
  bool packable; ///< see ColourWork
};

bool is_packable(const Plan& plan, uint32_t index) {
  const Histogram& histogram = plan.histograms[index];
  // Sums of deeper samples have the 8 high bits of a colour at no byte of a 32-bit word.
  return plan.format.is_ycbcr() && plan.format.depth <= 10 &&
         (is_colour(histogram.quantity) || histogram.quantity == Quantity::range) &&
         counted_bins(plan, histogram) == 256;
}

/// Histograms in succession of the same kind, as many as packed counters have room for.
std::vector<ColourPass> passes_of(const Plan& plan) {
  std::vector<ColourPass> passes;
  for (uint32_t histogram : plan.histograms_in(Domain::pixel)) {
    const bool packable = is_packable(plan, histogram);
    if (passes.empty() || passes.back().packable != packable ||
        (packable && passes.back().histograms.size() == max_packed_tables))
      passes.push_back({{}, false, packable});
    passes.back().histograms.push_back(histogram);
  }
  if (!plan.histograms_in(Domain::chroma).empty())
    passes.push_back({plan.histograms_in(Domain::chroma), true, false});
  return passes;
}

/// The samples of `channel`; null if the frame has none.
ColourSamples samples_of(const FrameView& frame, Quantity channel) {
  for (uint32_t g = 0; g < frame.format->n_sample_planes; g++) {
    const SamplePlaneView view = frame.sample_plane(g);
    if (const int offset = view.info->offset_of(channel); offset >= 0)
      return {view.data + offset, view.stride, view.info->pixel_bytes};
  }
  return {};
}

/// The chroma samples' plane of a Y'CbCr format.
const SamplePlane& chroma_plane(const FormatInfo& format) {
  return format.sample_planes[sample_plane_of(format, Quantity::cb)];
}

void add_table(const Plan& plan, const Histogram& histogram, ColourParameters& p) {
  ColourTable table{};
  table.quantity = histogram.quantity;
  table.first = p.n_tables > 0 ? p.counters() : 0;
  table.bins = counted_bins(plan, histogram);
  const bool one_bin_per_value = plan.format.values_of(histogram.quantity).fixed_bins;
  table.scale = one_bin_per_value ? 1 : table.bins;
  table.depth = static_cast<uint8_t>(one_bin_per_value ? 0 : histogram.depth);
  p.tables[p.n_tables++] = table;
}

/// The number of pixels or chroma samples that a thread of the kernel loads together.
uint32_t group_items(const ColourParameters& p, bool of_chroma) {
  if (p.rgb || p.is_wide())
    return 1;
  const uint32_t row = 16 / p.sample_bytes;
  return of_chroma ? row >> p.x_sub : row << p.y_sub;
}

/// The operation that counts exactly these histograms.
DirectOperation operation_of(const ColourParameters& p, const ColourPass& pass) {
  const auto are = [&](std::initializer_list<Quantity> quantities) {
    return std::equal(
        quantities.begin(), quantities.end(), p.tables, p.tables + p.n_tables,
        [](Quantity quantity, const ColourTable& table) { return quantity == table.quantity; });
  };
  if (pass.of_chroma) {
    if (p.depth > 10)
      return DirectOperation::none;
    if (are({Quantity::hue}))
      return DirectOperation::hue;
    if (!is_power_of_two(p.tables[0].scale))
      return DirectOperation::none;
    return p.n_tables == 1 ? DirectOperation::sat : DirectOperation::sat_and_hue;
  }
  if (!pass.packable)
    return DirectOperation::none;
  if (p.colours.rgb == p.colours.full &&
      are({Quantity::r, Quantity::g, Quantity::b, Quantity::maxrgb}))
    return DirectOperation::rgb_and_maximum;
  if (are({Quantity::r, Quantity::g, Quantity::b}))
    return DirectOperation::rgb;
  if (are({Quantity::maxrgb}))
    return DirectOperation::maximum;
  if (are({Quantity::range}))
    return DirectOperation::range;
  return DirectOperation::none;
}

/// Sets the rectangle and the shape.
void place(const DeviceProperties& device, const FormatInfo& format, const ColourPass& pass,
           const Rect& rect, ColourLaunch& launch) {
  ColourParameters& p = launch.parameters;
  set_rect(p, format, rect);
  launch.shape = {};
  if (!launch.empty())
    launch.shape = choose_colour_shape(
        device, {p.n_tables, p.counters(), pass.packable, uint64_t{p.rect.width} * p.rect.height,
                 group_items(p, pass.of_chroma), operation_of(p, pass)});
}

} // namespace

ColourSource colour_source(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  const FormatInfo& format = plan.format;
  ColourSource source{};
  source.rgb = format.is_rgb();
  for (uint32_t i = 0; i < 4; i++)
    source.samples[i] = samples_of(frame, stored_samples[source.rgb][i]);
  source.sample_bytes = format.sample_bytes;
  source.depth = format.depth;
  source.shift = format.shift;
  if (!source.rgb) {
    source.x_sub = chroma_plane(format).x_sub;
    source.y_sub = chroma_plane(format).y_sub;
  }
  source.interlaced = frame.interlaced;
  source.frame_height = frame.height;
  source.colours = plan.colours;
  source.colours.hue = memory.hue;
  source.colours.chromaticities.light = memory.chromaticity_light;
  source.luma = plan.luma;
  return source;
}

void set_rect(ColourSource& source, const FormatInfo& format, const Rect& rect) {
  source.rect = source.of_chroma ? sample_plane_rect(chroma_plane(format), rect) : rect;
}

void move_samples(ColourSource& source, ptrdiff_t bytes) {
  for (ColourSamples& samples : source.samples)
    if (samples.first)
      samples.first += bytes;
}

size_t colour_frame_scratch_bytes(const Plan& plan) {
  const ResultLayout layout(plan);
  const size_t counts = layout.counts_in(Domain::pixel) + layout.counts_in(Domain::chroma);
  return colour_scratch_bytes(static_cast<uint32_t>(counts), uint64_t{plan.width} * plan.height);
}

std::vector<ColourLaunch> plan_colour_launches(const FrameToCount& wanted) {
  const Plan& plan = wanted.plan;
  const std::vector<ColourPass> passes = passes_of(plan);
  const ResultLayout layout(plan, wanted.regions.size());
  ColourParameters shared{};
  static_cast<ColourSource&>(shared) = colour_source(wanted);
  shared.scratch = reinterpret_cast<uint64_t*>(wanted.memory.scratch);
  std::vector<ColourLaunch> launches;
  for (size_t r = 0; r <= wanted.regions.size(); r++)
    for (const ColourPass& pass : passes) {
      ColourLaunch launch{shared, {}};
      launch.parameters.of_chroma = pass.of_chroma;
      for (uint32_t histogram : pass.histograms)
        add_table(plan, plan.histograms[histogram], launch.parameters);
      launch.parameters.results = wanted.memory.results + layout.first(pass.histograms[0], r);
      place(wanted.device, plan.format, pass, wanted.rectangle(r), launch);
      launches.push_back(launch);
    }
  return launches;
}

} // namespace videohistogram::cuda
