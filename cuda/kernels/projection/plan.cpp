// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/projection/plan.h"

#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/values/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace videohistogram::cuda {

namespace {

/// The pixels that projections are counted from: those of a sample plane, or a value image.
struct Pixels {
  const uint8_t* data; ///< first pixel of the top row
  ptrdiff_t stride;
  uint32_t width, height;
  uint32_t pixel_bytes, sample_bytes;
  uint32_t shift;           ///< bits below the value in its sample
  const SamplePlane* plane; ///< null: a value image
  const ValueImage* image;  ///< null: a sample plane
};

Pixels pixels_of(const FrameView& frame, uint32_t sample_plane) {
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  return {view.data,
          view.stride,
          view.width,
          view.height,
          view.info->pixel_bytes,
          frame.format->sample_bytes,
          frame.format->shift,
          view.info,
          nullptr};
}

Pixels pixels_of(const ValueImage& image, const CountMemory& memory) {
  return {memory.values + image.first,
          static_cast<ptrdiff_t>(image.stride),
          image.width,
          image.height,
          image.pixel_bytes(),
          image.value_bytes,
          0,
          nullptr,
          &image};
}

/// Bytes from the start of a pixel to the sample of a quantity.
uint32_t offset_of(const Pixels& pixels, Quantity quantity) {
  if (pixels.plane)
    return static_cast<uint32_t>(pixels.plane->offset_of(quantity));
  const QuantityList& list = pixels.image->quantities;
  return static_cast<uint32_t>(std::find(list.begin(), list.end(), quantity) - list.begin()) *
         pixels.sample_bytes;
}

/// The selector that moves a sample's bytes into the upper half of a word.
uint32_t selector_of(const Pixels& pixels, Quantity quantity) {
  const uint32_t offset = offset_of(pixels, quantity);
  return (offset + 1) << 12 | offset << 8;
}

/// The weights of a pixel's bytes `first` and `first` + 1.
uint32_t weights_of_bytes(const SamplePlane& sample_plane, const LumaWeights& weights, int first) {
  const auto at = [&](Quantity channel, uint32_t weight) {
    const int byte = sample_plane.offset_of(channel) - first;
    return byte == 0 ? weight : byte == 1 ? weight << 16 : 0;
  };
  return at(Quantity::r, weights.r) | at(Quantity::g, weights.g) | at(Quantity::b, weights.b);
}

/// A projection, the index of its matrix, and what of its pixels is counted.
struct Counted {
  const Projection* projection;
  size_t matrix;
  Quantity quantity; ///< LUMA whose weights are those of one sample is that sample
};

Counted counted_of(const Plan& plan, size_t index) {
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  const Projection& projection = plan.projections[index];
  Counted counted{&projection, index, projection.quantity};
  const uint32_t weights[] = {plan.luma.r, plan.luma.g, plan.luma.b};
  for (int i = 0; i < 3; i++)
    if (projection.quantity == Quantity::luma && weights[i] >> 16) // the other weights are 0
      counted.quantity = rgb[i];
  return counted;
}

/// Whether the value is a sample of the pixel.
bool is_sample(const Counted& counted) {
  return !counted.projection->of_plane || is_stored(counted.quantity);
}

/// Plans how samples are taken from pixels and become bins.
void plan_samples(const Plan& plan, const Pixels& pixels, const std::vector<Counted>& pass,
                  ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  const Projection& first = *pass[0].projection;
  for (size_t i = 0; i < pass.size(); i++)
    p.selectors[i] = selector_of(pixels, pass[i].quantity);
  p.mask = ((1u << first.depth) - 1) << (16 + pixels.shift);
  p.scale = plan.format.values_of(first.quantity).fixed_bins
                ? 1u << (16 - pixels.shift)
                : first.bins << (16 - first.depth - pixels.shift);
}

/// Plans how values are computed from pixels and become bins.
void plan_computed(const Plan& plan, const Pixels& pixels, const Counted& counted,
                   ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  const uint32_t depth = plan.format.depth, values = (1u << depth) - 1;
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  launch.variant.computed = quantity_bit(counted.quantity);
  p.mask = values << 16;
  p.scale = p.bins << (16 - depth);
  for (int i = 0; i < 3; i++)
    p.rgb_selectors[i] = selector_of(pixels, rgb[i]);
  if (pixels.sample_bytes == 1) {
    for (int i = 0; i < 2; i++)
      p.byte_weights[i] = weights_of_bytes(*pixels.plane, plan.luma, 2 * i);
    return;
  }
  p.weights = plan.luma;
  p.rgb_mask = values << (16 + pixels.shift);
  p.rgb_shift = 16 + pixels.shift;
}

/// Bytes per vector that loads a group: the largest power of two, up to 16, that divides its bytes.
uint32_t vector_bytes(uint32_t pixel_bytes) {
  const uint32_t bytes = group_pixels(pixel_bytes) * pixel_bytes;
  return std::min(bytes & (0u - bytes), 16u);
}

/// Plans where the pixels lie.
void plan_pixels(const Pixels& pixels, ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  const auto row = [&](uint32_t y) {
    return pixels.data + static_cast<ptrdiff_t>(y) * pixels.stride;
  };
  const uint32_t last = pixels.height - 1;
  p.pixels = pixels.data;
  p.stride = pixels.stride;
  p.width = pixels.width;
  p.height = pixels.height;
  p.begin = row(pixels.stride < 0 ? last : 0);
  p.end = row(pixels.stride < 0 ? 0 : last) + size_t{pixels.width} * pixels.pixel_bytes;
  launch.of_values = pixels.image != nullptr;
  launch.variant.bytes = pixels.sample_bytes == 1;
  launch.variant.pixel_bytes = pixels.pixel_bytes;
  const uint32_t vector = vector_bytes(pixels.pixel_bytes);
  launch.variant.aligned = pixels.width % group_pixels(pixels.pixel_bytes) == 0 &&
                           reinterpret_cast<size_t>(pixels.data) % vector == 0 &&
                           pixels.stride % static_cast<ptrdiff_t>(vector) == 0;
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

ProjectionLaunch plan_launch(const DeviceProperties& device, const Plan& plan, const Pixels& pixels,
                             const std::vector<Counted>& pass) {
  const Projection& first = *pass[0].projection;
  ProjectionLaunch launch{};
  ProjectionParameters& p = launch.parameters;
  launch.variant.tables = static_cast<uint32_t>(pass.size());
  p.bins = first.bins;
  plan_pixels(pixels, launch);
  if (is_sample(pass[0]))
    plan_samples(plan, pixels, pass, launch);
  else
    plan_computed(plan, pixels, pass[0], launch);
  const ProjectionWork work{
      first.direction,      p.width, p.height, p.bins, pixels.pixel_bytes, launch.variant.bytes,
      launch.variant.tables};
  p.shape = choose_projection_shape(device, work);
  if (launch.of_values)
    p.shape.overlap = false; // the image is written by the launch before
  plan_positions(work, p);
  p.multiprocessors = std::max(device.multiprocessors, 1u);
  for (size_t i = 0; i < pass.size(); i++)
    for (size_t m = 0; m < pass[i].matrix; m++)
      launch.first[i] += matrix_step(plan.projections[m].counters());
  return launch;
}

/// Whether two projections of the same pixels can be counted together.
bool go_together(const Counted& a, const Counted& b) {
  const Projection &p = *a.projection, &q = *b.projection;
  return p.direction.c == q.direction.c && p.direction.s == q.direction.s &&
         p.direction.origin == q.direction.origin &&
         p.direction.positions == q.direction.positions && p.bins == q.bins && p.depth == q.depth;
}

/// Plans the launches of all projections of some pixels.
void append_launches(const DeviceProperties& device, const Plan& plan, const Pixels& pixels,
                     std::vector<Counted> left, std::vector<ProjectionLaunch>& launches) {
  while (!left.empty()) {
    std::vector<Counted> pass = {left[0]};
    for (size_t i = 1; i < left.size() && pass.size() < max_projection_tables; i++)
      if (pixels.pixel_bytes > 2 * pixels.sample_bytes && is_sample(left[0]) &&
          is_sample(left[i]) && go_together(left[0], left[i]))
        pass.push_back(left[i]);
    if (pass.size() < max_projection_tables)
      pass.resize(1);
    for (const Counted& counted : pass)
      left.erase(std::find_if(left.begin(), left.end(), [&](const Counted& candidate) {
        return candidate.matrix == counted.matrix;
      }));
    launches.push_back(plan_launch(device, plan, pixels, pass));
  }
}

} // namespace

std::vector<ProjectionLaunch> plan_projection_launches(const DeviceProperties& device,
                                                       const Plan& plan, const FrameView& frame,
                                                       const CountMemory& memory) {
  std::vector<ProjectionLaunch> launches;
  const auto append = [&](const Pixels& pixels, const auto& is_of) {
    std::vector<Counted> of_pixels;
    for (size_t i = 0; i < plan.projections.size(); i++)
      if (is_of(plan.projections[i]))
        of_pixels.push_back(counted_of(plan, i));
    append_launches(device, plan, pixels, std::move(of_pixels), launches);
  };
  if (plan.projections.empty())
    return launches;
  for (uint32_t g = 0; g < plan.format.n_sample_planes; g++)
    append(pixels_of(frame, g), [&](const Projection& projection) {
      return projection.of_plane && projection.sample_plane == g;
    });
  for (const ValueImage& image : value_images(plan))
    append(pixels_of(image, memory), [&](const Projection& projection) {
      return !projection.of_plane && (set_of(image.quantities) & quantity_bit(projection.quantity));
    });
  return launches;
}

} // namespace videohistogram::cuda
