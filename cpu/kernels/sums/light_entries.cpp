// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/sums/light_entries.h"

#include <algorithm>
#include <array>

namespace videohistogram::cpu {

namespace {

LightEntries entries_of(const uint32_t* entries, size_t codes, std::vector<uint8_t>& bytes) {
  LightEntries light{entries, nullptr, 0};
  if (codes != 256)
    return light;
  bytes.resize(4 * codes);
  for (size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<uint8_t>(entries[i % codes] >> (8 * (i / codes)));
  light.bytes = bytes.data();
  light.n_bytes = *std::max_element(entries, entries + codes) >> 24 != 0 ? 4 : 3;
  return light;
}

} // namespace

LightEntries entries_of(const LightTable& table, std::vector<uint8_t>& bytes) {
  return table ? entries_of(table->data(), table->size(), bytes) : LightEntries{};
}

IrisLight light_of_iris(std::vector<uint8_t>& bytes) {
  const std::array<uint32_t, 256>& entries = iris_light();
  IrisLight light{entries_of(entries.data(), entries.size(), bytes), {}};
  for (uint32_t code = 0, quarter = 0; code < entries.size(); code++) {
    while (quarter + 1 < entries.size() && 4 * uint64_t{entries[quarter + 1]} <= entries[code])
      quarter++;
    light.quarter[code] = static_cast<uint8_t>(quarter);
  }
  return light;
}

} // namespace videohistogram::cpu
