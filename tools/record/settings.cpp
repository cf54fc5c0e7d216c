// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/settings.h"

#include "tools/text/json.h"

namespace videohistogram::tools {

std::vector<std::pair<std::string, std::string>> list_settings(const DetectionSettings& settings) {
  return {
      {"figures", "2"},
      {"black-pixel", print_number(settings.black_pixel, "")},
      {"black-picture", print_number(settings.black_picture, "")},
      {"black-duration", print_number(settings.black_duration, "")},
      {"frozen-noise", print_number(settings.frozen_noise, "")},
      {"frozen-duration", print_number(settings.frozen_duration, "")},
  };
}

} // namespace videohistogram::tools
