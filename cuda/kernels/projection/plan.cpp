// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/projection/plan.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::cuda {

namespace {

/// The selector that moves a sample's bytes into the upper half of a word.
uint32_t selector_of(const SamplePlane& sample_plane, Quantity channel) {
  const int offset = sample_plane.offset_of(channel);
  return static_cast<uint32_t>((offset + 1) << 12 | offset << 8);
}

/// The weights of a pixel's bytes `first` and `first` + 1.
uint32_t weights_of_bytes(const SamplePlane& sample_plane, const LumaWeights& weights, int first) {
  const auto at = [&](Quantity channel, uint32_t weight) {
    const int byte = sample_plane.offset_of(channel) - first;
    return byte == 0 ? weight : byte == 1 ? weight << 16 : 0;
  };
  return at(Quantity::r, weights.r) | at(Quantity::g, weights.g) | at(Quantity::b, weights.b);
}

/// Plans how values are taken from pixels and become bins.
void plan_samples(const Plan& plan, const Projection& projection, ProjectionLaunch& launch) {
  const FormatInfo& format = plan.format;
  const SamplePlane& sample_plane = format.sample_planes[projection.sample_plane];
  ProjectionParameters& p = launch.parameters;
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  Quantity channel = projection.quantity;
  const uint32_t weights[] = {plan.luma.r, plan.luma.g, plan.luma.b};
  for (int i = 0; i < 3; i++)
    if (channel == Quantity::luma && weights[i] >> 16) // the other weights are 0
      channel = rgb[i];
  launch.variant.computed = is_stored(channel) ? 0 : quantity_bit(channel);
  const uint32_t values = (1u << format.depth) - 1;
  if (is_stored(channel)) {
    p.selector = selector_of(sample_plane, channel);
    p.mask = values << (16 + format.shift);
    p.scale = projection.bins << (16 - format.depth - format.shift);
    return;
  }
  p.mask = values << 16;
  p.scale = projection.bins << (16 - format.depth);
  for (int i = 0; i < 3; i++)
    p.rgb_selectors[i] = selector_of(sample_plane, rgb[i]);
  if (format.sample_bytes == 1) {
    for (int i = 0; i < 2; i++)
      p.byte_weights[i] = weights_of_bytes(sample_plane, plan.luma, 2 * i);
    return;
  }
  p.weights = plan.luma;
  p.rgb_mask = values << (16 + format.shift);
  p.rgb_shift = 16 + format.shift;
}

/// Bytes per vector that loads a group: the largest power of two, up to 16, that divides its bytes.
uint32_t vector_bytes(uint32_t pixel_bytes) {
  const uint32_t bytes = group_pixels(pixel_bytes) * pixel_bytes;
  return std::min(bytes & (0u - bytes), 16u);
}

/// Plans where the pixels lie.
void plan_pixels(const SamplePlaneView& view, ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  p.pixels = view.data;
  p.stride = view.stride;
  p.width = view.width;
  p.height = view.height;
  p.begin = view.row(view.stride < 0 ? view.height - 1 : 0);
  p.end = view.row(view.stride < 0 ? 0 : view.height - 1) + view.row_bytes();
  launch.variant.pixel_bytes = view.info->pixel_bytes;
  const uint32_t vector = vector_bytes(view.info->pixel_bytes);
  launch.variant.aligned = view.width % group_pixels(view.info->pixel_bytes) == 0 &&
                           reinterpret_cast<size_t>(view.data) % vector == 0 &&
                           view.stride % static_cast<ptrdiff_t>(vector) == 0;
}

/// Plans the positions of pixels.
void plan_positions(const ProjectionWork& work, ProjectionParameters& p) {
  const Direction& direction = work.direction;
  const uint32_t group = group_pixels(work.pixel_bytes);
  p.c = static_cast<int32_t>(direction.c);
  p.s = static_cast<int32_t>(direction.s);
  p.origin = direction.origin >> 1;
  p.positions = direction.positions;
  p.inverse_c = p.c ? 1.0 / p.c : 0;
  p.inverse_s = p.s ? 1.0 / p.s : 0;
  p.groups = (p.width - 1) / group + 1;
  p.fraction_more = p.c < 0 ? 3u << 30 : 0;
  p.before = p.c < 0 ? 3 : group - 1;
  p.place_more = p.c < 0 ? 0 : p.before * whole_position;
  if (!p.shape.whole_rows) {
    p.start_slope = std::llround(std::ldexp(static_cast<double>(p.s) / p.c / group, 32));
    p.slack = strip_slack(work);
  }
  const auto rows = static_cast<int64_t>(p.shape.tile_rows);
  // The product may wrap: a start that does not fit 64 bits is in no strip.
  p.start_step = static_cast<int64_t>(static_cast<uint64_t>(p.start_slope) * p.shape.tile_rows);
  p.place_step = -rows * p.s;
  p.byte_step = rows * p.stride;
}

} // namespace

ProjectionLaunch plan_projection_launch(const DeviceProperties& device, const Plan& plan,
                                        const Projection& projection, const FrameView& frame,
                                        uint32_t* matrix) {
  const SamplePlaneView view = frame.sample_plane(projection.sample_plane);
  ProjectionLaunch launch{};
  ProjectionParameters& p = launch.parameters;
  plan_pixels(view, launch);
  plan_samples(plan, projection, launch);
  p.bins = projection.bins;
  launch.variant.bytes = frame.format->sample_bytes == 1;
  const ProjectionWork work{projection.direction, p.width, p.height, p.bins, view.info->pixel_bytes,
                            launch.variant.bytes};
  p.shape = choose_projection_shape(device, work);
  plan_positions(work, p);
  p.multiprocessors = std::max(device.multiprocessors, 1u);
  p.matrix = matrix;
  return launch;
}

} // namespace videohistogram::cuda
