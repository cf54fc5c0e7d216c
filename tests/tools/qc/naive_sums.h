// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The sums that keys of FFmpeg's filters follow from, sample by sample.
#pragma once

#include "tools/qc/fields.h"
#include "tools/qc/idet.h"

#include <cstdint>
#include <vector>

namespace videohistogram::tools {

struct Plane {
  size_t width, height;
  std::vector<int64_t> samples;

  int64_t at(size_t y, size_t x) const { return samples[y * width + x]; }
  uint64_t sum() const;
  std::vector<uint64_t> rows() const, columns() const, counts(unsigned depth) const;
};

/// Y, Cb and Cr.
using Frame = std::vector<Plane>;

FieldPlane sum_fields(const Plane& plane, unsigned depth);
/// `before` may be null, of a first frame.
FieldSums sum_idet(const Frame* before, const Frame& frame);

} // namespace videohistogram::tools
