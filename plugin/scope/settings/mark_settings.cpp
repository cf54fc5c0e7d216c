// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/mark_settings.h"

#include "plugin/scope/settings/flag_list.h"
#include "plugin/settings/text.h"

#include <utility>
#include <vector>

namespace videohistogram::scope {

Expected<MarkOptions> parse_mark_list(const std::string& text) {
  MarkOptions options;
  const Status status = parse_flag_list("marks", "mark", text,
                                        {{"false-color", &options.false_colour},
                                         {"zebra", &options.zebra},
                                         {"gamut", &options.gamut},
                                         {"peaking", &options.peaking},
                                         {"safe-area", &options.safe_areas}});
  return status.ok() ? Expected<MarkOptions>(options) : status.error();
}

Expected<std::optional<LevelRange>> parse_zebra_range(const std::string& text) {
  const std::string range(trimmed(text));
  if (g_ascii_strcasecmp(range.c_str(), "auto") == 0)
    return Expected<std::optional<LevelRange>>(std::nullopt);
  const std::vector<std::string_view> parts = split_list(range, "-");
  if (parts.size() == 2) {
    const std::optional<double> low = parse_decimal(parts[0], ".");
    const std::optional<double> high =
        parts[1].empty() ? std::optional<double>(INFINITY) : parse_decimal(parts[1], ".");
    if (low && high && *low < *high)
      return Expected<std::optional<LevelRange>>(LevelRange{*low, *high});
  }
  return impossible("zebra-range", text,
                    "give auto, or percent (in PQ and HLG nits) from and to, such as 70-77, or "
                    "95- without an end");
}

Expected<MarkOptions> mark_options(const MarkSettings& settings) {
  Expected<MarkOptions> named = parse_mark_list(settings.marks);
  if (!named.ok())
    return named;
  MarkOptions options = settings.options;
  options.false_colour = named->false_colour;
  options.zebra = named->zebra;
  options.gamut = named->gamut;
  options.peaking = named->peaking;
  options.safe_areas = named->safe_areas;
  if (Status status = parse_zebra_range(settings.zebra_range).move_to(options.zebra_range);
      !status.ok())
    return status.error();
  return Expected<MarkOptions>(options);
}

} // namespace videohistogram::scope
