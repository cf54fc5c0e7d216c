// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/figure_list.h"

#include "core/light_curves.h"
#include "plugin/settings/text.h"

#include <glib.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace videohistogram {

namespace {

/// In cd/m2, of a signal of 0 to 1.
double light_of(GstVideoTransferFunction transfer, double signal) {
  if (transfer == GST_VIDEO_TRANSFER_SMPTE2084)
    return pq_eotf(signal);
  if (transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67) // with the system gamma of 1000 cd/m2
    return 1000 * std::pow(hlg_scene_light(signal), 1.2);
  return 200 * std::pow(signal, 2.4);
}

} // namespace

Expected<SumSet> parse_figure_list(const std::string& text) {
  SumSet set = 0;
  if (trimmed(text).empty())
    return set;
  for (std::string_view name : split_list(text, "+,")) {
    const uint32_t sum = find_sum(name);
    if (sum == n_sums)
      return impossible("figures", text,
                        "there is no figure " + quoted(name) + "; give some of " +
                            describe_figures(all_sums) + ", joined by + or ,");
    set |= 1u << sum;
  }
  return set;
}

std::string describe_figures(SumSet set) {
  std::string list;
  for (uint32_t s = 0; s < n_sums; s++)
    if (set >> s & 1)
      list += (list.empty() ? "" : "+") + std::string(sum_table[s].name);
  for (char& letter : list)
    letter = g_ascii_tolower(letter);
  return list.empty() ? "none" : list;
}

LackOfSums lack_of_sums(const FormatInfo& format, SumSet missing, uint64_t pixels) {
  const std::string frames = std::string(format.name) + " frames";
  if (!format.is_ycbcr())
    return {frames, "; convert them to Y'CbCr"};
  if ((missing & countable_sums(format, true, pixels)) == 0)
    return {frames + " of more than " + std::to_string(most_iris_pixels) + " pixels", ""};
  return {frames + " with such a matrix", "; if the frames have another one, set colorimetry"};
}

SumsSpec plan_figures(const std::string& text, SumSet more, const FormatInfo& format,
                      const FrameColours& colours, uint64_t pixels,
                      std::optional<std::string>& warning) {
  SumsSpec spec;
  spec.sums = more;
  Expected<SumSet> asked = parse_figure_list(text);
  if (!asked.ok()) {
    warning = asked.error().message + ". No figure is counted";
  } else {
    const SumSet possible = *asked & countable_sums(format, colours.has_matrix(), pixels);
    spec.sums |= possible;
    if (const SumSet missing = *asked & ~possible) {
      const LackOfSums lack = lack_of_sums(format, missing, pixels);
      warning = "figures=" + quoted(text) + ": " + lack.frames + " have no " +
                describe_figures(missing) + lack.advice + ". Counted are " +
                describe_figures(possible);
    }
  }
  const bool full_range = colours.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
  if (spec.sums & sum_bit(Sum::light))
    spec.light = light_table(colours, format.depth, full_range);
  if (spec.sums & sum_bit(Sum::rgb))
    spec.light_of_colours = light_table(colours, colour_depth(format.depth), true);
  return spec;
}

LightTable light_table(const FrameColours& colours, uint32_t depth, bool full_range) {
  const double black = full_range ? 0 : std::ldexp(16, static_cast<int>(depth) - 8);
  const double range = full_range ? std::ldexp(1, static_cast<int>(depth)) - 1
                                  : std::ldexp(219, static_cast<int>(depth) - 8);
  std::vector<uint32_t> table(size_t{1} << depth);
  for (size_t code = 0; code < table.size(); code++) {
    const double signal = std::clamp((static_cast<double>(code) - black) / range, 0.0, 1.0);
    table[code] =
        static_cast<uint32_t>(std::lround(1000 * light_of(colours.colorimetry.transfer, signal)));
  }
  return std::make_shared<const std::vector<uint32_t>>(std::move(table));
}

} // namespace videohistogram
