// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/region_list.h"

#include "core/plan.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace videohistogram {

namespace {

Error impossible(const std::string& text, const std::string& why) {
  return refusal("regions=" + quoted(text) + " is impossible: " + why);
}

/// Parses `item`, "name:x,y,w,h", of the list `text`.
Expected<NamedRegion> parse_region(const std::string& text, std::string_view item) {
  const size_t colon = item.rfind(':');
  const std::string_view name = trimmed(item.substr(0, std::min(colon, item.size())));
  const std::optional<std::array<uint32_t, 4>> numbers =
      colon == item.npos ? std::nullopt : parse_numbers<4>(item.substr(colon + 1));
  if (name.empty() || !numbers)
    return impossible(text, quoted(item) +
                                " is no region; give name:x,y,w,h in whole pixels, none negative, "
                                "and several joined by ;");
  if (name.size() > max_region_name || !g_utf8_validate_len(name.data(), name.size(), nullptr))
    return impossible(text, "a region's name is UTF-8 text of at most " +
                                std::to_string(max_region_name) + " bytes");
  const auto [x, y, width, height] = *numbers;
  if (width == 0 || height == 0)
    return impossible(text, quoted(item) + " has no pixels; give a width and a height");
  return NamedRegion{g_quark_from_string(std::string(name).c_str()), {x, y, width, height}};
}

} // namespace

Expected<std::vector<NamedRegion>> parse_region_list(const std::string& text) {
  std::vector<NamedRegion> regions;
  for (std::string_view item : split_list(text, ";")) {
    if (item.empty()) // such as after a trailing ;
      continue;
    Expected<NamedRegion> region = parse_region(text, item);
    if (!region.ok())
      return region.error();
    if (regions.size() == max_regions)
      return impossible(text, "a frame has at most " + std::to_string(max_regions) + " regions");
    regions.push_back(*region);
  }
  return Expected<std::vector<NamedRegion>>(std::move(regions));
}

} // namespace videohistogram
