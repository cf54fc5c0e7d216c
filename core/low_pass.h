// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_device.h"

#include <cstdint>

namespace videohistogram {

/// What is done to the values of a projection before they are counted.
enum class Filter : uint8_t {
  none,
  low_pass, ///< each value becomes a mean of its neighbours in the row: see low_pass()
};

/// Values at each side that the mean of a value takes in. Beyond the ends of a row, the value at
/// the end is repeated.
constexpr uint32_t low_pass_reach = 6;

/// The mean that takes the place of the value in the middle of 2 * low_pass_reach + 1 values of up
/// to 16 bits: rounded to the nearest whole number, in the same range. The weights are those of
/// twelve means of two neighbours in succession, so that the amplitude at frequency f, in cycles
/// per sample, is cos(pi f)^12: 42.9 dB less at 20 MHz of a sampling of 74.25 MHz.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t low_pass(const uint32_t* v) {
  const uint32_t sum = 924 * v[6] + 792 * (v[5] + v[7]) + 495 * (v[4] + v[8]) +
                       220 * (v[3] + v[9]) + 66 * (v[2] + v[10]) + 12 * (v[1] + v[11]) + v[0] +
                       v[12];
  return (sum + 2048) >> 12;
}

} // namespace videohistogram
