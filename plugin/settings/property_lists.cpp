// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/property_lists.h"

#include "core/plan.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <climits>
#include <string_view>
#include <utility>

namespace videohistogram {

namespace {

constexpr size_t max_percentiles = 100;

/// Parses "name:x,y,w,h" and appends the region to `list`.
Status parse_region(std::string_view item, std::vector<NamedRegion>& list) {
  const size_t colon = item.rfind(':');
  const std::string_view name = trimmed(item.substr(0, std::min(colon, item.size())));
  const std::optional<std::array<uint32_t, 4>> numbers =
      colon == item.npos ? std::nullopt : parse_numbers<4>(item.substr(colon + 1));
  if (name.empty() || !numbers)
    return refusal(quoted(item) +
                   " is no region; give name:x,y,w,h in whole pixels, none negative, "
                   "and several joined by ;");
  if (name.size() > max_region_name || !g_utf8_validate_len(name.data(), name.size(), nullptr))
    return refusal("a region's name is UTF-8 text of at most " + std::to_string(max_region_name) +
                   " bytes");
  const auto [x, y, width, height] = *numbers;
  if (width == 0 || height == 0)
    return refusal(quoted(item) + " has no pixels; give a width and a height");
  if (list.size() == max_regions)
    return refusal("a frame has at most " + std::to_string(max_regions) + " regions");
  list.push_back({g_quark_from_string(std::string(name).c_str()), {x, y, width, height}});
  return {};
}

} // namespace

Expected<DeviceList> parse_device_list(const std::string& text) {
  DeviceList list;
  if (trimmed(text) == "all") {
    list.all = true;
    return list;
  }
  for (std::string_view item : split_list(text, ",")) {
    const std::optional<uint32_t> number = parse_number(item);
    if (!number || *number > INT_MAX)
      return refusal("devices=" + quoted(text) +
                     " does not name GPUs; give an index such as 0, several such as 0,2, or "
                     "all");
    const int index = static_cast<int>(*number);
    if (std::find(list.indexes.begin(), list.indexes.end(), index) != list.indexes.end())
      return refusal("devices=" + quoted(text) + " names GPU " + std::to_string(index) +
                     " twice; name each one once");
    list.indexes.push_back(index);
  }
  return list;
}

Expected<std::vector<double>> parse_percentile_list(const std::string& text, const char* property) {
  std::vector<double> percents;
  if (trimmed(text).empty())
    return percents;
  for (std::string_view item : split_list(text, ",")) {
    const std::optional<double> percent = parse_decimal(item, ".");
    if (!percent || *percent > 100 || percents.size() == max_percentiles)
      return impossible(property, text,
                        "give at most " + std::to_string(max_percentiles) +
                            " numbers from 0 to 100, such as 1,50,99.9");
    percents.push_back(*percent);
  }
  return Expected<std::vector<double>>(std::move(percents));
}

Expected<std::vector<NamedRegion>> parse_region_list(const std::string& text) {
  return parse_items<NamedRegion>("regions", text, parse_region);
}

} // namespace videohistogram
