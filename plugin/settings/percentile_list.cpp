// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/percentile_list.h"

#include "plugin/settings/text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace videohistogram {

namespace {

constexpr size_t most = 100;

} // namespace

Expected<std::vector<double>> parse_percentile_list(const std::string& text, const char* property) {
  std::vector<double> percents;
  if (trimmed(text).empty())
    return percents;
  for (std::string_view item : split_list(text, ",")) {
    const std::optional<double> percent = parse_decimal(item, ".");
    if (!percent || *percent > 100 || percents.size() == most)
      return refusal(std::string(property) + "=" + quoted(text) + " is impossible: give at most " +
                     std::to_string(most) + " numbers from 0 to 100, such as 1,50,99.9");
    percents.push_back(*percent);
  }
  return Expected<std::vector<double>>(std::move(percents));
}

} // namespace videohistogram
