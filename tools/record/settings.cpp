// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/settings.h"

#include "tools/text/json.h"

namespace videohistogram::tools {

namespace {

std::string print(double value) {
  return print_exact(value);
}

std::string print(int value) {
  return std::to_string(value);
}

std::string print(bool value) {
  return value ? "yes" : "no";
}

} // namespace

std::vector<std::pair<std::string, std::string>> list_settings(const AnalysisSettings& settings) {
  AnalysisSettings listed = settings;
  if (settings.live) // recordings of any length share a place
    listed.selection.duration = 0;
  std::vector<std::pair<std::string, std::string>> list{{"figures", "2"}};
  AnalysisSettings::list_result_settings(
      listed, [&](const char* name, auto value) { list.emplace_back(name, print(value)); });
  return list;
}

} // namespace videohistogram::tools
