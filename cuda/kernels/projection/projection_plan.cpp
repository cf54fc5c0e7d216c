// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/projection/projection_plan.h"

#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/filter/filter_plan.h"
#include "cuda/kernels/values/values_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace videohistogram::cuda {

namespace {

/// The pixels that projections are counted from: those of a sample plane, a value image, or a
/// filtered image, whose pixels are values.
struct Pixels {
  const uint8_t* data; ///< first pixel of the top row
  ptrdiff_t stride;
  uint32_t width, height;
  uint32_t pixel_bytes, sample_bytes;
  uint32_t shift;           ///< bits below the value in its sample
  const SamplePlane* plane; ///< null: an image
  const ValueImage* image;  ///< null: a sample plane or a filtered image
};

Pixels pixels_of(const FrameView& frame, uint32_t sample_plane) {
  const SamplePlaneView view = frame.sample_plane(sample_plane);
  return {view.data,
          view.stride,
          view.width,
          view.height,
          view.info->pixel_bytes,
          frame.format->sample_bytes,
          view.info->shift(),
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

Pixels pixels_of(const FilteredImage& image, const CountMemory& memory) {
  constexpr uint32_t bytes = sizeof(uint16_t);
  return {memory.values + image.first,
          static_cast<ptrdiff_t>(image.stride),
          image.width,
          image.height,
          bytes,
          bytes,
          0,
          nullptr,
          nullptr};
}

/// Bytes from the start of a pixel to the sample of a quantity.
uint32_t offset_of(const Pixels& pixels, Quantity quantity) {
  if (pixels.plane)
    return static_cast<uint32_t>(pixels.plane->offset_of(quantity));
  if (!pixels.image)
    return 0;
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
  return counted.projection->domain != Domain::plane || counted.projection->is_filtered() ||
         is_stored(counted.quantity);
}

/// Plans how samples are taken from pixels and become bins.
void plan_samples(const Plan& plan, const Pixels& pixels, const std::vector<Counted>& pass,
                  ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  const Projection& first = *pass[0].projection;
  for (size_t i = 0; i < pass.size(); i++) {
    p.selectors[i] = selector_of(pixels, pass[i].quantity);
    if (pixels.sample_bytes == 1)
      p.multipliers[i] = 4u << 8 * offset_of(pixels, pass[i].quantity);
  }
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
  p.colours.step = rows / 2 * p.colours.stride;
}

/// Plans how R, G and B are computed; false if the kernel for that cannot read the frame.
bool plan_colours(const Plan& plan, const FrameView& frame, ProjectionLaunch& launch) {
  const FormatInfo& format = plan.format;
  const ColourTransform& transform = plan.colours.rgb;
  const SamplePlaneView cb = frame.sample_plane(sample_plane_of(format, Quantity::cb)),
                        cr = frame.sample_plane(sample_plane_of(format, Quantity::cr));
  const bool pairs = cb.info == cr.info, planar = cb.info->pixel_bytes == 1;
  if (!format.is_ycbcr() || format.sample_bytes != 1 || !launch.variant.aligned ||
      launch.variant.pixel_bytes != 1 || cb.info->x_sub != 1 ||
      (pairs ? cb.info->pixel_bytes != 2 : !planar || cb.stride != cr.stride))
    return false;
  const uint32_t vector = group_pixels(1) / (pairs ? 1 : 2);
  for (const SamplePlaneView* view : {&cb, &cr})
    if (reinterpret_cast<size_t>(view->data) % vector != 0 ||
        view->stride % static_cast<ptrdiff_t>(vector) != 0)
      return false;
  ProjectionColours& c = launch.parameters.colours;
  const bool swapped = pairs && cb.info->offset_of(Quantity::cb) > 0;
  c.chroma = cb.data;
  c.cr = pairs ? nullptr : cr.data;
  c.stride = cb.stride;
  c.y_sub = cb.info->y_sub;
  c.interlaced = frame.interlaced && cb.info->y_sub > 0;
  c.last_row = cb.height - 1;
  // The shifted sum has its value in byte 2.
  const int32_t factor = 1 << (16 - transform.shift);
  c.y = transform.rows[0].y * factor; // of all rows
  for (uint32_t i = 0; i < 3; i++) {
    const ColourTransform::Row& row = transform.rows[i];
    c.first[i] = (swapped ? row.cr : row.cb) * factor;
    c.second[i] = (swapped ? row.cb : row.cr) * factor;
    c.constants[i] = ((transform.offset << transform.shift) + (1 << (transform.shift - 1)) -
                      row.y * transform.y_zero - (row.cb + row.cr) * transform.c_zero) *
                     factor;
  }
  launch.variant.colours = true;
  return true;
}

using Pass = std::vector<Counted>;

/// A launch with what does not depend on how values are read.
ProjectionLaunch begin_launch(const Plan& plan, const Pixels& pixels, const Pass& pass) {
  ProjectionLaunch launch{};
  launch.variant.tables = static_cast<uint32_t>(pass.size());
  launch.parameters.bins = pass[0].projection->bins;
  plan_pixels(pixels, launch);
  for (size_t i = 0; i < pass.size(); i++)
    launch.first[i] = first_counter(plan, pass[i].matrix);
  return launch;
}

ProjectionWork work_of(const ProjectionLaunch& launch, const Direction& direction) {
  const ProjectionParameters& p = launch.parameters;
  const ProjectionVariant& variant = launch.variant;
  return {direction, p.width, p.height, p.bins, variant.pixel_bytes, variant.bytes, variant.tables};
}

/// The kernel that counts columns by lanes of their own, if there is one for these pixels.
ColumnPixels column_pixels(const ProjectionLaunch& launch) {
  const ProjectionVariant& variant = launch.variant;
  const ProjectionColours& colours = launch.parameters.colours;
  if (variant.tables < max_projection_tables || !variant.aligned)
    return ColumnPixels::none;
  if (!variant.colours)
    return variant.pixel_bytes == 4 ? ColumnPixels::words : ColumnPixels::none;
  if (colours.y_sub != 1 || colours.interlaced)
    return ColumnPixels::none;
  return colours.cr ? ColumnPixels::chroma_planes : ColumnPixels::chroma_pairs;
}

/// Plans the shape and the positions.
void finish_launch(const DeviceProperties& device, const Direction& direction,
                   ProjectionLaunch& launch) {
  ProjectionParameters& p = launch.parameters;
  const ProjectionWork work = work_of(launch, direction);
  const std::optional<ProjectionShape> columns = choose_column_shape(device, work);
  if (columns)
    launch.variant.columns = column_pixels(launch);
  p.shape = launch.variant.columns != ColumnPixels::none ? *columns
                                                         : choose_projection_shape(device, work);
  plan_positions(work, p);
  p.multiprocessors = std::max(device.multiprocessors, 1u);
}

ProjectionLaunch plan_launch(const FrameToCount& wanted, const Pixels& pixels, const Pass& pass) {
  ProjectionLaunch launch = begin_launch(wanted.plan, pixels, pass);
  if (is_sample(pass[0]))
    plan_samples(wanted.plan, pixels, pass, launch);
  else
    plan_computed(wanted.plan, pixels, pass[0], launch);
  finish_launch(wanted.device, pass[0].projection->direction, launch);
  return launch;
}

/// Whether two projections of the same pixels can be counted together.
bool go_together(const Counted& a, const Counted& b) {
  const Projection &p = *a.projection, &q = *b.projection;
  return p.direction.c == q.direction.c && p.direction.s == q.direction.s &&
         p.direction.origin == q.direction.origin &&
         p.direction.positions == q.direction.positions && p.bins == q.bins && p.depth == q.depth;
}

/// Removes the projections of a pass from a list.
void remove(const Pass& pass, std::vector<Counted>& list) {
  for (const Counted& counted : pass)
    list.erase(std::find_if(list.begin(), list.end(), [&](const Counted& candidate) {
      return candidate.matrix == counted.matrix;
    }));
}

/// Takes projections that are counted in one launch from a list that is not empty.
Pass take_pass(const Pixels& pixels, std::vector<Counted>& list) {
  Pass pass = {list[0]};
  const bool several = pixels.pixel_bytes > 2 * pixels.sample_bytes && is_sample(list[0]);
  for (size_t i = 1; several && i < list.size() && pass.size() < max_projection_tables; i++)
    if (is_sample(list[i]) && go_together(list[0], list[i]))
      pass.push_back(list[i]);
  if (pass.size() < max_projection_tables)
    pass.erase(pass.begin() + 1, pass.end());
  remove(pass, list);
  return pass;
}

/// Takes projections of R, G and B that go together from a list; empty if there are none.
Pass take_colours(std::vector<Counted>& list) {
  for (const Counted& red : list) {
    if (red.quantity != Quantity::r)
      continue;
    Pass pass = {red};
    for (Quantity quantity : {Quantity::g, Quantity::b})
      for (const Counted& counted : list)
        if (counted.quantity == quantity && go_together(red, counted)) {
          pass.push_back(counted);
          break;
        }
    if (pass.size() == max_projection_tables) {
      remove(pass, list);
      return pass;
    }
  }
  return {};
}

/// Plans launches that compute R, G and B themselves, as far as the frame allows them.
void append_colours(const FrameToCount& wanted, std::vector<Counted>& computed,
                    std::vector<ProjectionLaunch>& launches) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  for (;;) {
    std::vector<Counted> left = computed;
    const Pass pass = take_colours(left);
    if (pass.empty())
      return;
    ProjectionLaunch launch =
        begin_launch(plan, pixels_of(frame, pass[0].projection->sample_plane), pass);
    const Direction& direction = pass[0].projection->direction;
    if (!plan_colours(plan, frame, launch) || !has_room(device, work_of(launch, direction)))
      return;
    finish_launch(device, direction, launch);
    launches.push_back(launch);
    computed = std::move(left);
  }
}

} // namespace

std::vector<ProjectionLaunch> plan_projection_launches(const FrameToCount& wanted) {
  const Plan& plan = wanted.plan;
  std::vector<ProjectionLaunch> launches;
  const auto append = [&](const Pixels& pixels, std::vector<Counted>& list,
                          std::optional<size_t> image) {
    while (!list.empty()) {
      launches.push_back(plan_launch(wanted, pixels, take_pass(pixels, list)));
      launches.back().image = image;
      if (image) // the launch before it writes the image
        launches.back().parameters.shape.overlap = false;
    }
  };
  const std::vector<FilteredImage> filtered = filtered_images(plan);
  std::vector<Counted> of_plane[max_sample_planes], computed;
  std::vector<std::vector<Counted>> of_filtered(filtered.size());
  for (size_t i = 0; i < plan.projections.size(); i++) {
    const Projection& projection = plan.projections[i];
    (projection.is_filtered() ? of_filtered[find_filtered(filtered, projection.quantity)]
     : projection.domain == Domain::plane ? of_plane[projection.sample_plane]
                                          : computed)
        .push_back(counted_of(plan, i));
  }
  for (uint32_t g = 0; g < plan.format.n_sample_planes; g++)
    append(pixels_of(wanted.frame, g), of_plane[g], {});
  append_colours(wanted, computed, launches);
  const std::vector<ValueImage> images = value_images(plan);
  for (size_t i = 0; i < images.size(); i++) {
    std::vector<Counted> of_image;
    for (const Counted& counted : computed)
      if (set_of(images[i].quantities) & quantity_bit(counted.quantity))
        of_image.push_back(counted);
    append(pixels_of(images[i], wanted.memory), of_image, i);
  }
  for (size_t i = 0; i < filtered.size(); i++)
    append(pixels_of(filtered[i], wanted.memory), of_filtered[i], images.size() + i);
  return launches;
}

} // namespace videohistogram::cuda
