// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/sums/strip.h"

#include "core/low_byte_first.h"
#include "core/plan.h"
#include "cpu/kernels/colour/values.h"
#include "cpu/kernels/sums/sums_functions.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// Grows memory, whose content is not kept.
uint8_t* reserve(std::vector<uint8_t>& memory, size_t bytes) {
  if (memory.size() < bytes) {
    memory.clear();
    memory.resize(bytes);
  }
  return memory.data();
}

} // namespace

ComponentPlan plan_component(const FormatInfo& format, Quantity component) {
  ComponentPlan plan;
  plan.sample_plane = sample_plane_of(format, component);
  plan.depth = format.depth;
  plan.reader =
      make_reader(format.sample_planes[plan.sample_plane], component, format.depth, format.shift);
  const bool all_bits = plan.depth == 8 || (plan.depth == 16 && low_byte_first);
  plan.in_place = all_bits && plan.reader.pixel_bytes == plan.sample_bytes();
  return plan;
}

StripView Strip::read(const ComponentPlan& plan, const FrameView& frame, const Target& target,
                      uint32_t first, uint32_t end) {
  const SamplePlaneView view = frame.sample_plane(plan.sample_plane);
  if (plan.in_place)
    return {view.row(first), view.stride, first};
  const size_t stride = size_t{view.width} * plan.sample_bytes() + strip_room * sizeof(uint16_t);
  uint8_t* const memory = reserve(memory_, stride * (end - first));
  words_.resize(std::max<size_t>(words_.size(), size_t{segment_pixels} + strip_room));
  for (uint32_t y = first; y < end; y++) {
    uint8_t* to = memory + stride * (y - first);
    const uint8_t* from = view.row(y);
    for (uint32_t left = view.width, n; left > 0; left -= n) {
      n = std::min(left, segment_pixels);
      target.colours.load(plan.reader, from, n, words_.data());
      if (plan.depth == 8)
        target.sums.split(reinterpret_cast<const uint8_t*>(words_.data()), n, 0, to, nullptr);
      else
        std::copy_n(reinterpret_cast<const uint8_t*>(words_.data()), 2 * size_t{n}, to);
      from += size_t{n} * plan.reader.pixel_bytes;
      to += size_t{n} * plan.sample_bytes();
    }
  }
  return {memory, static_cast<ptrdiff_t>(stride), first};
}

StripView ByteStrip::read(const StripView& words, const Target& target, uint32_t width,
                          uint32_t end, uint32_t shift, bool low) {
  const size_t stride = width + strip_room;
  uint8_t* const memory = reserve(memory_, stride * (end - words.first));
  for (uint32_t y = words.first; y < end; y++) {
    uint8_t* const to = memory + stride * (y - words.first);
    target.sums.split(words.row(y), width, shift, low ? to : nullptr, low ? nullptr : to);
  }
  return {memory, static_cast<ptrdiff_t>(stride), words.first};
}

} // namespace videohistogram::cpu
