// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/sums.h"

#include "core/colour.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace videohistogram {

namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool is_table(const LightTable& table, uint32_t depth) {
  return table && table->size() == size_t{1} << depth &&
         *std::max_element(table->begin(), table->end()) <= most_light;
}

SumSet find_sums_of_two_frames() {
  SumSet set = 0;
  for (uint32_t s = 0; s < n_sums; s++)
    set |= sum_table[s].of_two_frames ? 1u << s : 0;
  return set;
}

/// The shape of a sum's values.
SumsPlan::Place shape_of(const SumInfo& info, uint32_t width, uint32_t height, uint32_t n_planes) {
  switch (info.extent) {
  case SumExtent::rows:
    return {0, 1, height, info.values};
  case SumExtent::columns:
    return {0, 1, info.values, width};
  case SumExtent::planes:
    return {0, n_planes, info.values, 1};
  case SumExtent::grid:
    return {0, info.values, grid_rows, grid_columns};
  default:
    return {0, 1, info.values, 1};
  }
}

} // namespace

uint32_t find_sum(std::string_view name) {
  for (uint32_t s = 0; s < n_sums; s++) {
    const std::string_view known = sum_table[s].name;
    bool same = known.size() == name.size();
    for (size_t i = 0; same && i < name.size(); i++)
      same = upper(name[i]) == known[i];
    if (same)
      return s;
  }
  return n_sums;
}

SumSet countable_sums(const FormatInfo& format, bool has_matrix, uint64_t pixels) {
  if (format.is_rgb())
    return 0;
  SumSet set = pixels > most_iris_pixels ? all_sums & ~sum_bit(Sum::iris) : all_sums;
  for (uint32_t s = 0; s < n_sums; s++)
    if (sum_table[s].of_colours && !(format.is_ycbcr() && has_matrix))
      set &= ~(1u << s);
  return set;
}

bool SumsPlan::of_two_frames() const {
  static const SumSet set = find_sums_of_two_frames();
  return (spec.sums & set) != 0;
}

Expected<SumsPlan> plan_sums(const FormatInfo& format, uint32_t width, uint32_t height,
                             bool has_matrix, const SumsSpec& spec) {
  const SumSet missing = spec.sums & ~countable_sums(format, has_matrix, uint64_t{width} * height);
  for (uint32_t s = 0; s < n_sums; s++)
    if (missing >> s & 1)
      return refusal(std::string(format.name) + " frames have no sum " + sum_table[s].name);
  SumsPlan plan;
  plan.spec = spec;
  plan.n_planes = format.is_ycbcr() ? 3 : 1;
  if ((plan.has(Sum::light) && !is_table(spec.light, format.depth)) ||
      (plan.has(Sum::rgb) && !is_table(spec.light_of_colours, colour_depth(format.depth))))
    return refusal("a table of light needs an entry per code, each at most 2^24");
  for (uint32_t s = 0; s < n_sums; s++) {
    if (!(spec.sums >> s & 1))
      continue;
    plan.places[s] = shape_of(sum_table[s], width, height, plan.n_planes);
    plan.places[s].first = plan.size;
    plan.size += plan.places[s].values();
  }
  return Expected<SumsPlan>(std::move(plan));
}

SsimConstants ssim_constants(uint32_t depth) {
  const double last = (1u << depth) - 1;
  return {static_cast<int64_t>(.01 * .01 * last * last * 64 + .5),
          static_cast<int64_t>(.03 * .03 * last * last * 64 * 63 + .5)};
}

int64_t ssim_window(const SsimSums& sums, const SsimConstants& constants) {
  const int64_t both = sums.t * sums.b, squares = sums.t * sums.t + sums.b * sums.b;
  const auto a = static_cast<double>(2 * both + constants.c1),
             b = static_cast<double>(squares + constants.c1),
             c = static_cast<double>(2 * (64 * sums.product - both) + constants.c2),
             d = static_cast<double>(64 * sums.squares - squares + constants.c2);
  const double numerator = a * c, denominator = b * d;
  return std::llrint(std::ldexp(numerator / denominator, 32));
}

const std::array<uint32_t, 256>& iris_light() {
  static const auto table = [] {
    std::array<uint32_t, 256> light{};
    for (uint32_t code = 0; code < light.size(); code++) {
      const double signal = code / 255.0;
      const double linear =
          signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4);
      light[code] = static_cast<uint32_t>(std::lround(std::ldexp(linear, 24)));
    }
    return light;
  }();
  return table;
}

} // namespace videohistogram
