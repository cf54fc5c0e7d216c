// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/settings.h"

#include "tools/text/json.h"

#include <type_traits>

namespace videohistogram::tools {

std::vector<std::pair<std::string, std::string>> list_settings(const AnalysisSettings& settings) {
  AnalysisSettings listed = settings;
  if (settings.live) // recordings of any length share a place
    listed.selection.duration = 0;
  std::vector<std::pair<std::string, std::string>> list{{"definitions", "4"}};
  AnalysisSettings::list_result_settings(listed, [&](const char* name, auto value) {
    if constexpr (std::is_same_v<decltype(value), bool>)
      list.emplace_back(name, value ? "yes" : "no");
    else if constexpr (std::is_same_v<decltype(value), std::string>)
      list.emplace_back(name, value);
    else if constexpr (std::is_same_v<decltype(value), int>)
      list.emplace_back(name, std::to_string(value));
    else
      list.emplace_back(name, print_exact(value));
  });
  return list;
}

} // namespace videohistogram::tools
