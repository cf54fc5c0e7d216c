// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What the counts of a channel say about its limits and its depth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram::tools {

/// A limit of the legal range.
enum class Limit : uint8_t { y_high, cb_low, cb_high, cr_low, cr_high };
constexpr size_t n_limits = 5;

/// How a frame uses a limit.
struct LimitUse {
  bool is_passed = false;  ///< samples lie beyond
  bool is_crowded = false; ///< samples crowd at the limit, and others lie before it
};

/// `counts` has 2^`depth` counts. Crowded: at the limit, or of more than 8 bits within two codes of
/// 10 bits, are at least 0.5 % of the samples, and four times as many as of any of eight codes of 8
/// bits before it on average, each of which has 0.02 % of the samples.
LimitUse look_at_limit(const uint64_t* counts, unsigned depth, uint64_t samples, Limit limit);

/// Whether samples of more than 8 bits have no more than 8: their other bits never change, or
/// repeat the highest ones. `values` is the number of values that occur.
bool is_of_8_bits(const uint64_t* counts, unsigned depth, size_t& values);

} // namespace videohistogram::tools
