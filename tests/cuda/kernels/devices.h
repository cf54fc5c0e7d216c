// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The devices for which tests plan launches.
#pragma once

#include "cuda/device/device_properties.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace videohistogram::cuda {

struct Device {
  const char* name;
  DeviceProperties properties; ///< generation, multiprocessors and shared memory per block

  /// What blocks may use, also of a device that does not tell.
  uint32_t shared_bytes() const {
    return std::max(properties.shared_bytes, shared_bytes_everywhere);
  }
};

/// A real device of each generation, and some that do not exist.
constexpr Device devices[] = {
    {"T4", {75, 40, 65536}},          {"A100", {80, 108, 166912}},  {"RTX 3090", {86, 82, 101376}},
    {"L4", {89, 58, 101376}},         {"H200", {90, 132, 232448}},  {"B200", {100, 148, 232448}},
    {"RTX 5090", {120, 170, 101376}}, {"unknown", {61, 20, 49152}}, {"one SM", {90, 1, 232448}},
    {"newer", {999, 300, 262144}},    {"tells nothing", {}},
};
constexpr DeviceProperties turing = devices[0].properties, h200 = devices[4].properties,
                           large{90, 1000, 232448};

/// The above and the one that has more multiprocessors than any.
inline std::vector<Device> devices_and_large() {
  std::vector<Device> all(std::begin(devices), std::end(devices));
  all.push_back({"1000 SMs", large});
  return all;
}

constexpr uint64_t pixels_8k = uint64_t{7680} * 4320;

} // namespace videohistogram::cuda
