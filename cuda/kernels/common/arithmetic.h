// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_device.h"

#include <cstdint>
#include <type_traits>

namespace videohistogram::cuda {

/// Number of values of a byte.
constexpr uint32_t byte_values = 256;

/// value / by, rounded up. Does not overflow.
template <class Value, class By>
VIDEOHISTOGRAM_HOST_DEVICE constexpr std::common_type_t<Value, By> divide_up(Value value, By by) {
  return value / by + (value % by > 0 ? 1 : 0);
}

/// The multiple of `to` that is not below a value.
template <class Value, class To>
constexpr std::common_type_t<Value, To> round_up(Value value, To to) {
  return divide_up(value, to) * to;
}

constexpr bool is_power_of_two(uint32_t value) {
  return (value & (value - 1)) == 0;
}

inline uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// The greatest alignment of load_words() that addresses with these low bits have together.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t alignment_of(uint32_t bits) {
  return bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 1;
}

} // namespace videohistogram::cuda
