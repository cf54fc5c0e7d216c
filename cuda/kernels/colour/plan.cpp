// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/colour/plan.h"

#include "cuda/result_layout.h"

namespace videohistogram::cuda {

namespace {

/// The histograms that one launch counts.
struct Pass {
  std::vector<uint32_t> histograms; ///< indices into Plan::histograms, in succession in the results
  bool of_chroma;
  bool packable; ///< see ColourWork
};

bool is_packable(const Plan& plan, uint32_t histogram) {
  // Sums of deeper samples have the 8 high bits of a colour at no byte of a 32-bit word.
  return plan.format.is_ycbcr() && plan.format.depth <= 10 &&
         counted_bins(plan, plan.histograms[histogram]) == 256;
}

/// Histograms in succession of the same kind, as many as packed counters have room for.
std::vector<Pass> passes_of(const Plan& plan) {
  std::vector<Pass> passes;
  for (uint32_t histogram : plan.pixel_histograms) {
    const bool packable = is_packable(plan, histogram);
    if (passes.empty() || passes.back().packable != packable ||
        (packable && passes.back().histograms.size() == max_packed_tables))
      passes.push_back({{}, false, packable});
    passes.back().histograms.push_back(histogram);
  }
  if (!plan.chroma_histograms.empty())
    passes.push_back({plan.chroma_histograms, true, false});
  return passes;
}

/// The samples of `channel`.
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

/// The parameters that all launches for a frame share.
ColourParameters frame_parameters(const Plan& plan, const FrameView& frame,
                                  const CountMemory& memory) {
  constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  const FormatInfo& format = plan.format;
  ColourParameters p{};
  p.rgb = format.is_rgb();
  for (uint32_t i = 0; i < 3; i++)
    p.samples[i] = samples_of(frame, p.rgb ? rgb[i] : ycbcr[i]);
  p.sample_bytes = format.sample_bytes;
  p.depth = format.depth;
  p.shift = format.shift;
  if (!p.rgb) {
    p.x_sub = chroma_plane(format).x_sub;
    p.y_sub = chroma_plane(format).y_sub;
  }
  p.interlaced = frame.interlaced;
  p.frame_height = frame.height;
  p.colours = plan.colours;
  p.colours.hue = memory.hue;
  p.scratch = reinterpret_cast<uint64_t*>(memory.scratch);
  return p;
}

void add_table(const Plan& plan, const Histogram& histogram, ColourParameters& p) {
  ColourTable table{};
  table.quantity = histogram.quantity;
  table.first = p.n_tables > 0 ? p.counters() : 0;
  table.bins = counted_bins(plan, histogram);
  const bool one_bin_per_value = plan.format.values_of(histogram.quantity).fixed_bins;
  table.scale = one_bin_per_value ? 1 : table.bins;
  table.depth = one_bin_per_value ? 0 : histogram.depth;
  p.tables[p.n_tables++] = table;
}

/// The number of pixels or chroma samples that a thread of the kernel loads together.
uint32_t group_items(const ColourParameters& p, bool of_chroma) {
  if (p.rgb)
    return 1;
  const uint32_t row = 16 / p.sample_bytes;
  return of_chroma ? row >> p.x_sub : row << p.y_sub;
}

/// Sets the rectangle and the shape.
void place(const DeviceProperties& device, const FormatInfo& format, const Pass& pass,
           const Rect& rect, ColourLaunch& launch) {
  ColourParameters& p = launch.parameters;
  p.rect = pass.of_chroma ? sample_plane_rect(chroma_plane(format), rect) : rect;
  launch.shape = {};
  if (!launch.empty())
    launch.shape = choose_colour_shape(device, {p.n_tables, p.counters(), pass.packable,
                                                uint64_t{p.rect.width} * p.rect.height,
                                                group_items(p, pass.of_chroma)});
}

} // namespace

size_t colour_frame_scratch_bytes(const Plan& plan) {
  const ResultLayout layout(plan);
  if (layout.colour_counts() == 0)
    return 0;
  return colour_scratch_bytes(static_cast<uint32_t>(layout.colour_counts()),
                              uint64_t{plan.width} * plan.height);
}

std::vector<ColourLaunch> plan_colour_launches(const DeviceProperties& device, const Plan& plan,
                                               const FrameView& frame,
                                               const std::vector<Rect>& regions,
                                               const CountMemory& memory) {
  std::vector<ColourLaunch> launches;
  const std::vector<Pass> passes = passes_of(plan);
  if (passes.empty())
    return launches;
  const ResultLayout layout(plan);
  const ColourParameters shared = frame_parameters(plan, frame, memory);
  for (size_t r = 0; r <= regions.size(); r++) {
    uint32_t* results = memory.results + layout.first_colour_count(1 + regions.size(), r);
    for (const Pass& pass : passes) {
      ColourLaunch launch{shared, {}};
      launch.parameters.of_chroma = pass.of_chroma;
      for (uint32_t histogram : pass.histograms)
        add_table(plan, plan.histograms[histogram], launch.parameters);
      launch.parameters.results = results;
      results += launch.parameters.counters();
      place(device, plan.format, pass,
            r == 0 ? Rect{0, 0, frame.width, frame.height} : regions[r - 1], launch);
      launches.push_back(launch);
    }
  }
  return launches;
}

} // namespace videohistogram::cuda
