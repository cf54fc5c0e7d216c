// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/values.h"

#include "core/hue.h"

#include <algorithm>
#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Whether all of `n` entries are equal.
template <class Entry>
bool all_equal(const Entry* entries, uint32_t n) {
  return std::memcmp(entries, entries + 1, (n - 1) * sizeof(Entry)) == 0;
}

} // namespace

SegmentValues::SegmentValues(const ValuesPlan& plan, const ValuesView& view, ValuesBuffers& buffers)
    : plan_(plan), view_(view), buffers_(buffers), functions_(*plan.functions) {
  const auto is_apart = [&](uint32_t i) { // in another plane than the component before
    return view.planes[i].info->plane != view.planes[i - 1].info->plane;
  };
  switch (plan.source) {
  case ValueSource::ycbcr:
    rows_ahead_[0] = 1u << view.planes[1].info->y_sub;
    rows_ahead_[1] = is_apart(1) ? 1 : 0;
    rows_ahead_[2] = is_apart(2) ? 1 : 0;
    break;
  case ValueSource::rgb:
  case ValueSource::stored:
    rows_ahead_[0] = 1;
    break;
  case ValueSource::chroma:
    rows_ahead_[1] = 1;
    rows_ahead_[2] = is_apart(2) ? 1 : 0;
    break;
  case ValueSource::frames:
    rows_ahead_[0] = rows_ahead_[1] = 1;
  }
}

bool SegmentValues::load(uint32_t x, uint32_t y, uint32_t n) {
  switch (plan_.source) {
  case ValueSource::ycbcr:
    return load_pixels(x, y, n);
  case ValueSource::rgb:
  case ValueSource::stored:
    return load_components(x, y, n);
  case ValueSource::chroma:
    return load_chroma(x, y, n);
  default:
    return load_frames(x, y, n);
  }
}

void SegmentValues::compute(uint32_t n, uint32_t at) {
  if (plan_.source == ValueSource::rgb && plan_.chromaticities.light)
    look_up_lights(buffers_.samples, n);
  for (uint32_t t = 0; t < plan_.transforms.size(); t++)
    compute_transform(t, n, at);
  for (size_t i = 0; i < plan_.values.size(); i++)
    compute_value(i, n, at);
}

/// Where values of a quantity are written.
ColourOutput SegmentValues::output(size_t index, uint32_t at) const {
  const ValueFormat& format = plan_.values[index].format;
  if (format.is_bytes)
    return {buffers_.bytes[index] + at, nullptr, format.drop};
  return {nullptr, buffers_.words[index] + at, format.drop};
}

/// Cores do not predict reads of rows that alternate, in stretches as short as segments. Inlined,
/// because GCC drops calls of a function that only prefetches.
[[gnu::always_inline]] inline void SegmentValues::prefetch(uint32_t component, uint32_t x,
                                                           uint32_t y, uint32_t n) const {
  const SamplePlaneView& plane = view_.planes[component];
  const uint32_t ahead = rows_ahead_[component];
  if (ahead == 0 || plane.height - y <= ahead)
    return;
  const size_t pixel_bytes = plan_.readers[component].pixel_bytes;
  const uint8_t* const begin = plane.row(y + ahead) + x * pixel_bytes;
  for (const uint8_t* p = begin; p < begin + n * pixel_bytes; p += 64)
    __builtin_prefetch(p);
}

void SegmentValues::read(uint32_t component, uint32_t x, uint32_t y, uint32_t n) {
  const SampleReader& reader = plan_.readers[component];
  prefetch(component, x, y, n);
  functions_.load(reader, view_.planes[component].row(y) + size_t{x} * reader.pixel_bytes, n,
                  buffers_.samples[component].of);
}

/// Reads `n` pairs of chroma samples, and repeats each for the 2^x_sub pixels that share it.
void SegmentValues::read_pairs(uint32_t x, uint32_t y, uint32_t n, uint32_t x_sub) {
  read(1, x, y, n);
  read(2, x, y, n);
  if (!plan_.pairs)
    return;
  const auto middle = static_cast<uint16_t>(1u << (plan_.depth - 1));
  functions_.pair(buffers_.samples[1], buffers_.samples[2], middle, n, x_sub > 0, buffers_.pairs);
  uint32_t* const pairs = buffers_.pairs.of;
  for (uint32_t sub = 1; sub < x_sub; sub++) // of rare formats
    for (uint32_t i = n << sub; i-- > 0;)
      pairs[2 * i] = pairs[2 * i + 1] = pairs[i];
}

bool SegmentValues::load_pixels(uint32_t x, uint32_t y, uint32_t n) {
  const SamplePlane& chroma = *view_.planes[1].info;
  pairs_ = buffers_.pairs.of + (x & ((1u << chroma.x_sub) - 1));
  // Two rows may share their chroma.
  const uint32_t chroma_row = view_.frame->chroma_row(y, chroma.y_sub);
  if (chroma_row != chroma_row_) {
    const uint32_t begin = x >> chroma.x_sub, end = ((x + n - 1) >> chroma.x_sub) + 1;
    read_pairs(begin, chroma_row, end - begin, chroma.x_sub);
    chroma_row_ = chroma_row;
    chroma_is_flat_ = all_equal(pairs_, n);
  }
  read(0, x, y, n);
  const bool has_alpha = plan_.components >> 3 & 1;
  if (has_alpha)
    read(3, x, y, n);
  return chroma_is_flat_ && all_equal(buffers_.samples[0].of, n) &&
         (!has_alpha || all_equal(buffers_.samples[3].of, n));
}

/// Reads the components that values need, each for itself.
bool SegmentValues::load_components(uint32_t x, uint32_t y, uint32_t n) {
  bool is_flat = true;
  for (uint32_t i = 0; i < ValuesPlan::max_components; i++)
    if (plan_.components >> i & 1) {
      read(i, x, y, n);
      is_flat = is_flat && all_equal(buffers_.samples[i].of, n);
    }
  return is_flat;
}

bool SegmentValues::load_chroma(uint32_t x, uint32_t y, uint32_t n) {
  pairs_ = buffers_.pairs.of;
  read_pairs(x, y, n, 0);
  return all_equal(buffers_.samples[1].of, n) && all_equal(buffers_.samples[2].of, n);
}

bool SegmentValues::load_frames(uint32_t x, uint32_t y, uint32_t n) {
  if (!plan_.differences_of_bytes) {
    read(0, x, y, n);
    read(1, x, y, n);
    return all_equal(buffers_.samples[0].of, n) && all_equal(buffers_.samples[1].of, n);
  }
  for (uint32_t i = 0; i < 2; i++) {
    prefetch(i, x, y, n);
    rows_[i] = view_.planes[i].row(y) + x;
  }
  return all_equal(rows_[0], n) && all_equal(rows_[1], n);
}

void SegmentValues::compute_transform(uint32_t transform, uint32_t n, uint32_t at) {
  ColourOutput outputs[n_colours];
  for (size_t i = 0; i < plan_.values.size(); i++) {
    const ValuesPlan::Value& value = plan_.values[i];
    if (value.transform != transform)
      continue;
    if (value.format.quantity == Quantity::range) // has a transform of its own
      return compute_range(plan_.transforms[transform], n, i, at);
    if (is_of_colours(value.format.quantity)) // likewise, all of them one
      return compute_of_colours(plan_.transforms[transform], n, at);
    outputs[value.colour] = output(i, at);
  }
  functions_.colours(plan_.transforms[transform], buffers_.samples[0], pairs_, n, outputs);
}

/// Computes RANGE of Y'CbCr.
void SegmentValues::compute_range(const ColourSums& sums, uint32_t n, size_t index, uint32_t at) {
  if (!sums.wide) {
    functions_.range_of_sums(
        sums, buffers_.samples[0], pairs_, static_cast<uint16_t>(plan_.limits.low),
        static_cast<uint16_t>(plan_.limits.high), n, buffers_.bytes[index] + at);
    return put_masks(n, index, at);
  }
  ColourOutput outputs[n_colours];
  constexpr uint32_t colours[] = {0, 1, 2, gray_colour};
  for (uint32_t c = 0; c < 4; c++)
    outputs[colours[c]].words = buffers_.codes[c].of;
  functions_.colours(sums, buffers_.samples[0], pairs_, n, outputs);
  mark(buffers_.codes, 4, n, index, at);
}

/// Computes R-G, G-B and chromaticities of Y'CbCr.
void SegmentValues::compute_of_colours(const ColourSums& sums, uint32_t n, uint32_t at) {
  ColourOutput outputs[n_colours];
  for (uint32_t c = 0; c < 3; c++)
    outputs[c].words = buffers_.codes[c].of;
  functions_.colours(sums, buffers_.samples[0], pairs_, n, outputs);
  if (plan_.chromaticities.light)
    look_up_lights(buffers_.codes, n);
  for (size_t i = 0; i < plan_.values.size(); i++)
    if (is_colour_difference(plan_.values[i].format.quantity))
      subtract(buffers_.codes, colour_depth(plan_.depth), n, i, at);
    else if (is_chromaticity(plan_.values[i].format.quantity))
      compute_chromaticity(n, i, at);
}

void SegmentValues::look_up_lights(const Words* rgb, uint32_t n) const {
  const float* const light = plan_.chromaticities.light;
  for (uint32_t c = 0; c < 3; c++)
    for (uint32_t i = 0; i < n; i++)
      buffers_.lights.of[c][i] = light[rgb[c].of[i]];
}

/// Computes CIE-X, CIE-Y, CIE-U or CIE-V of the lights.
void SegmentValues::compute_chromaticity(uint32_t n, size_t index, uint32_t at) const {
  const ChromaticityPlan& plan = plan_.chromaticities;
  functions_.chromaticity(plan.ratios[chromaticity_index(plan_.values[index].format.quantity)],
                          plan.least, buffers_.lights, n, buffers_.words[index] + at);
}

/// R-G or G-B of R, G and B of `depth` bits.
void SegmentValues::subtract(const Words* rgb, uint32_t depth, uint32_t n, size_t index,
                             uint32_t at) const {
  const uint32_t first = plan_.values[index].format.quantity == Quantity::r_minus_g ? 0 : 1;
  functions_.colour_differences(rgb[first], rgb[first + 1], depth, n, output(index, at));
}

/// Computes the values of a quantity that no transform gives.
void SegmentValues::compute_value(size_t index, uint32_t n, uint32_t at) {
  const ValuesPlan::Value& value = plan_.values[index];
  const Quantity quantity = value.format.quantity;
  const ColourOutput to = output(index, at);
  if (value.transform < plan_.transforms.size())
    return;
  if (plan_.source == ValueSource::frames && plan_.differences_of_bytes)
    functions_.differences_of_bytes(rows_[0], rows_[1], n, to.bytes);
  else if (plan_.source == ValueSource::frames)
    functions_.differences(buffers_.samples[0], buffers_.samples[1], n, to);
  else if (quantity == Quantity::sat)
    functions_.saturation(pairs_, plan_.depth, n, to);
  else if (quantity == Quantity::hue)
    look_up_hue(n, to.words);
  else if (quantity == Quantity::brng)
    compute_brng(n, to.words);
  else if (quantity == Quantity::chroma)
    compute_subcarrier(n, to);
  else if (is_chromaticity(quantity))
    compute_chromaticity(n, index, at);
  else if (is_colour_difference(quantity))
    subtract(buffers_.samples, plan_.depth, n, index, at);
  else if (quantity == Quantity::range)
    mark(buffers_.samples, 3, n, index, at);
  else if (value.component == ValuesPlan::max_components)
    compute_of_rgb(quantity, n, to);
  else if (plan_.source == ValueSource::ycbcr && value.component % 3 != 0) // Cb or Cr
    functions_.chroma(pairs_, value.component - 1, static_cast<uint16_t>(1u << (plan_.depth - 1)),
                      n, to.words);
  else if (to.drop > 0)
    std::transform(buffers_.samples[value.component].of, buffers_.samples[value.component].of + n,
                   to.words, [=](uint16_t sample) { return sample >> to.drop; });
  else
    std::memcpy(to.words, buffers_.samples[value.component].of, n * sizeof(uint16_t));
}

/// Calls use(i, cb, cr) with the chroma samples of the first `n` pixels.
template <class Use>
void SegmentValues::for_each_chroma(uint32_t n, const Use& use) const {
  const uint32_t* const pairs = pairs_;
  const auto middle = static_cast<uint16_t>(1u << (plan_.depth - 1));
  for (uint32_t i = 0; i < n; i++)
    use(i, static_cast<uint16_t>(pairs[i] + middle),
        static_cast<uint16_t>((pairs[i] >> 16) + middle));
}

void SegmentValues::compute_brng(uint32_t n, uint16_t* words) const {
  const uint16_t* const y = buffers_.samples[0].of;
  for_each_chroma(n, [=, depth = plan_.depth](uint32_t i, uint16_t cb, uint16_t cr) {
    words[i] = static_cast<uint16_t>(is_outside_broadcast_range(y[i], cb, cr, depth));
  });
}

void SegmentValues::compute_subcarrier(uint32_t n, const ColourOutput& to) const {
  for_each_chroma(n, [=, subcarrier = plan_.subcarrier](uint32_t i, uint16_t cb, uint16_t cr) {
    const uint32_t value = subcarrier.amplitude(cb, cr) >> to.drop;
    if (to.bytes)
      to.bytes[i] = static_cast<uint8_t>(value);
    else
      to.words[i] = static_cast<uint16_t>(value);
  });
}

/// LUMA or MAXRGB.
void SegmentValues::compute_of_rgb(Quantity quantity, uint32_t n, const ColourOutput& to) const {
  const Words(&rgb)[ValuesPlan::max_components] = buffers_.samples;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t value =
        videohistogram::compute(quantity, plan_.luma, rgb[0].of[i], rgb[1].of[i], rgb[2].of[i]);
    if (to.bytes)
      to.bytes[i] = static_cast<uint8_t>(value >> to.drop);
    else
      to.words[i] = static_cast<uint16_t>(value);
  }
}

/// Computes RANGE.
void SegmentValues::mark(const Words* codes, uint32_t n_codes, uint32_t n, size_t index,
                         uint32_t at) const {
  // The limits of full-range RGB, which mark nothing, are beyond all codes.
  const auto high = static_cast<uint16_t>(std::min(plan_.limits.high, uint32_t{UINT16_MAX}));
  functions_.range(codes, n_codes, static_cast<uint16_t>(plan_.limits.low), high, n,
                   buffers_.bytes[index] + at);
  put_masks(n, index, at);
}

/// Writes masks, which are bytes, as words where these are counted.
void SegmentValues::put_masks(uint32_t n, size_t index, uint32_t at) const {
  if (!plan_.values[index].format.is_bytes)
    std::copy_n(buffers_.bytes[index] + at, n, buffers_.words[index] + at);
}

void SegmentValues::look_up_hue(uint32_t n, uint16_t* degrees) const {
  const uint16_t* const table = plan_.hue;
  const uint32_t depth = plan_.depth;
  if (depth <= 10) // the table stays in the cache
    return for_each_chroma(n, [=](uint32_t i, uint16_t cb, uint16_t cr) {
      degrees[i] = table[uint32_t{cb} << depth | cr];
    });
  functions_.hue(pairs_, n, degrees);
  for_each_chroma(n, [=](uint32_t i, uint16_t cb, uint16_t cr) {
    if (degrees[i] == uncertain_hue)
      degrees[i] = static_cast<uint16_t>(hue_at(table, depth, cb, cr));
  });
}

bool share_chroma(const ValuesPlan& plan, const ValuesView& view, uint32_t y) {
  if (plan.source != ValueSource::ycbcr)
    return false;
  const uint32_t y_sub = view.planes[1].info->y_sub;
  return view.frame->chroma_row(y, y_sub) == view.frame->chroma_row(y + 1, y_sub);
}

ValuesView view_of(const ValuesPlan& plan, const FrameView& frame) {
  ValuesView view{&frame, {}};
  for (uint32_t i = 0; i < ValuesPlan::max_components; i++)
    view.planes[i] = frame.sample_plane(plan.sample_planes[i]);
  if (plan.source == ValueSource::frames && frame.before)
    view.planes[1] = frame.before->sample_plane(plan.sample_planes[0]);
  return view;
}

Rect rect_in(const ValuesPlan& plan, const ValuesView& view, const Rect& frame_rect) {
  if (plan.source == ValueSource::frames)
    return view.frame->before ? Rect{0, 0, view.planes[0].width, view.planes[0].height} : Rect{};
  return plan.source == ValueSource::chroma ? sample_plane_rect(*view.planes[1].info, frame_rect)
                                            : frame_rect;
}

} // namespace videohistogram::cpu
