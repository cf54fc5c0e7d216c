// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/settings.h"

#include "tools/text/json.h"

namespace videohistogram::tools {

std::vector<std::pair<std::string, std::string>> list_settings(const AnalysisSettings& settings) {
  const DetectionSettings& detection = settings.detection;
  const Selection& selection = settings.selection;
  const auto answer = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  return {
      {"figures", "2"},
      {"black-pixel", print_exact(detection.black_pixel)},
      {"black-picture", print_exact(detection.black_picture)},
      {"black-duration", print_exact(detection.black_duration)},
      {"frozen-noise", print_exact(detection.frozen_noise)},
      {"frozen-duration", print_exact(detection.frozen_duration)},
      {"start", print_exact(selection.start)},
      // Recordings of any length share a place.
      {"duration", print_exact(settings.live ? 0 : selection.duration)},
      {"every", std::to_string(selection.every)},
      {"stream", std::to_string(selection.stream)},
      {"counts", answer(settings.counts)},
      {"per-frame", answer(settings.per_frame)},
  };
}

} // namespace videohistogram::tools
