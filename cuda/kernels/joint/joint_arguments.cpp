// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/joint/joint_arguments.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr QuantitySet rgba = rgb_set | quantity_bit(Quantity::a);

/// Whether packed pixels have kernels that read them in groups.
bool has_groups(uint32_t sample_bytes, uint32_t pixel_bytes) {
  return sample_bytes == 1 ? pixel_bytes <= 4 : pixel_bytes != 6;
}

/// Bytes of the pixels that are read in groups: of packed ones, or of planes.
uint32_t group_pixel_bytes(const JointParameters& p) {
  return p.pixel_bytes > 0 ? p.pixel_bytes : p.sample_bytes;
}

bool has_alpha(const JointParameters& p) {
  return p.x.quantity == Quantity::a || p.y.quantity == Quantity::a;
}

/// The items in a row of a group; 0 if all items are counted singly.
uint32_t group_width(const JointParameters& p) {
  switch (source_of(p)) {
  case JointSource::chroma:
    return p.is_wide() ? 0 : chroma_group_items(p.sample_bytes);
  case JointSource::ycbcr: // sums of samples of more than 12 bits have 64 bits
    return p.depth <= 12 && !p.is_wide() && !has_alpha(p) ? 16 / p.sample_bytes : 0;
  case JointSource::rgb:
    if (p.pixel_bytes == 0)
      return 0;
    [[fallthrough]];
  default: {
    const uint32_t pixel_bytes = group_pixel_bytes(p);
    return has_groups(p.sample_bytes, pixel_bytes)
               ? 16 * group_vectors(p.sample_bytes, pixel_bytes) / pixel_bytes
               : 0;
  }
  }
}

/// The index of a stored quantity in ColourSource::samples; the last one of others.
uint32_t component_of(const JointParameters& p, Quantity quantity) {
  const auto& stored = stored_samples[p.rgb];
  return static_cast<uint32_t>(std::find(stored, stored + 3, quantity) - stored);
}

/// Sets where pixels or planes lie, and their groups.
void set_pixels(const JointParameters& p, JointArguments& a) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < 2; i++) {
    a.components[i] = component_of(p, (i == 0 ? p.x : p.y).quantity);
    const ColourSamples& samples = p.samples[p.pixel_bytes > 0 ? 0 : a.components[i]];
    a.pixels[i] = p.pixel_bytes > 0 ? p.pixels : samples.first;
    a.strides[i] = p.pixel_bytes > 0 ? p.stride : samples.stride;
    bits |= address_of(a.pixels[i]) | static_cast<uint64_t>(a.strides[i]);
  }
  a.pixel_alignment = alignment_of(static_cast<uint32_t>(bits));
  a.area = {};
  if (const uint32_t width = group_width(p))
    a.area = group_area(p.rect, width, 1, 1);
}

/// Bytes from the start of a packed pixel to a sample.
uint32_t offset_of(const JointParameters& p, uint32_t component) {
  return static_cast<uint32_t>(p.samples[component].first - p.pixels);
}

void select_pairs(const JointParameters& p, JointArguments& a) {
  const uint32_t values = 1u << p.depth;
  a.whole = p.x.bins == values && p.y.bins == values;
  if (p.pixel_bytes == 0)
    return;
  const uint32_t x = offset_of(p, a.components[0]), y = offset_of(p, a.components[1]);
  a.pair_selector =
      p.sample_bytes == 1 ? 0x4400 | x << 4 | y : (x + 1) << 12 | x << 8 | (y + 1) << 4 | y;
}

void select_samples(const JointParameters& p, JointArguments& a) {
  for (uint32_t i = 0; i < 4; i++)
    if (p.samples[i].first) {
      const uint32_t offset = offset_of(p, i);
      a.selectors[i] = p.sample_bytes == 1 ? 0x4440 | offset : (offset + 1) << 4 | offset;
    }
}

/// The number of bits that counters of neighbouring bins of x differ by, less 3: the lowest bits of
/// x and the highest ones of y then change the bank.
uint32_t swizzle_of(uint32_t y_bins) {
  const auto bits = static_cast<uint32_t>(31 - __builtin_clz(y_bins));
  return std::max(bits, 8u) - 3;
}

} // namespace

JointSource source_of(const JointParameters& p) {
  const QuantitySet both = quantity_bit(p.x.quantity) | quantity_bit(p.y.quantity);
  const bool stored =
      p.rgb ? (both & ~rgba) == 0 : p.pixel_bytes > 0 || (p.of_chroma && (both & ~chroma_set) == 0);
  if (stored && has_groups(p.sample_bytes, group_pixel_bytes(p)))
    return JointSource::stored;
  return p.rgb ? JointSource::rgb : p.of_chroma ? JointSource::chroma : JointSource::ycbcr;
}

uint32_t group_items(const JointParameters& p) {
  const uint32_t width = std::max(group_width(p), 1u);
  return source_of(p) == JointSource::ycbcr ? width << p.compiled_y_sub() : width;
}

JointArguments joint_arguments(const JointLaunch& launch) {
  const JointParameters& p = launch.parameters;
  JointArguments a{};
  static_cast<SourceArguments&>(a) = source_arguments(p, group_width(p));
  a.axes[0] = p.x;
  a.axes[1] = p.y;
  a.shape = launch.shape;
  a.counters = p.counters();
  a.swizzle = swizzle_of(p.y.bins);
  a.matrix = p.matrix;
  const JointSource source = source_of(p);
  if (source == JointSource::stored || source == JointSource::rgb)
    set_pixels(p, a);
  if (source == JointSource::stored)
    select_pairs(p, a);
  else if (source == JointSource::rgb && p.pixel_bytes > 0)
    select_samples(p, a);
  return a;
}

} // namespace videohistogram::cuda
