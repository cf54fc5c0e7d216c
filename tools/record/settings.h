// SPDX-License-Identifier: LGPL-2.1-or-later
// Settings on which results depend.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// The processor that decodes a video and counts its frames. Results do not depend on it.
enum class Processor { cpu, gpu };

/// Thresholds of the detectors. Shares and differences are from 0 to 1, durations in seconds.
struct DetectionSettings {
  /// Black as FFmpeg's blackdetect finds it: pixel_black_th, picture_black_ratio_th, d.
  double black_pixel = 0.10, black_picture = 0.98, black_duration = 2;
  /// Frozen as FFmpeg's freezedetect finds it: noise, d.
  double frozen_noise = 0.001, frozen_duration = 2;
};

/// Names and values of all settings, as databases and files store them. Results with different ones
/// never share a place. The first is the version of the definitions of all columns.
std::vector<std::pair<std::string, std::string>> list_settings(const DetectionSettings& settings);

} // namespace videohistogram::tools
