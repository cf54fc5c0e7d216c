// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/deflicker.h"

namespace videohistogram::tools {

std::optional<double> Flicker::add(uint64_t sum, uint64_t samples) {
  last_ = static_cast<float>(sum) / static_cast<float>(samples);
  means_.push_back(last_);
  if (means_.size() < frames)
    return {};
  is_short_ = false;
  const double result = change();
  means_.pop_front();
  return result;
}

std::optional<double> Flicker::finish() {
  if (means_.empty())
    return {};
  const size_t present = means_.size();
  if (!is_short_)
    means_.resize(frames, last_);
  else if (!is_first_)
    means_.push_back(last_);
  is_first_ = false;
  const double result = change();
  means_.resize(present);
  means_.pop_front();
  return result;
}

/// In single precision and in the order of the filter, so that the last digit is the same.
double Flicker::change() const {
  float mean = 0;
  for (const float frame : means_)
    mean += frame;
  mean /= static_cast<float>(frames);
  const float factor = mean / means_.front();
  return factor - 1.0f;
}

} // namespace videohistogram::tools
