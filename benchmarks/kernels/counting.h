// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "counter.h"
#include "measurement.h"
#include "timing.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measurements that benchmarks of frames in device memory share.

namespace videohistogram::benchmark {

/// Times the read-only kernel, each mode in its fastest shape.
Measurement measure_read(const Cell& cell, const Frames& frames, Reader& reader, Timer& timer);

/// Returns what is wrong with the counts; empty: nothing.
std::string compare(const std::vector<uint32_t>& counts, const std::vector<uint32_t>& expected);

/// Times `enqueue`, which counts a frame, if `what_is_wrong` with its counts is nothing, neither
/// before nor after. The device is idle when the counts are compared.
Measurement measure_counts(const std::string& counter, const Enqueue& enqueue,
                           const std::function<std::string()>& what_is_wrong, const Frames& frames,
                           Timer& timer);

} // namespace videohistogram::benchmark
