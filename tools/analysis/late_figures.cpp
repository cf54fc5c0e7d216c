// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/late_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace videohistogram::tools {

void LateFigures::add(Frame frame, const Sums& sums) {
  if (!sums.fields || !sums.has_before)
    end_fields();
  if (sums.samples == 0)
    end_flicker();
  frames_.push_back(std::move(frame));
  if (sums.fields)
    take(types_.add(*sums.fields));
  else
    typed_ = frames_.size();
  if (sums.samples > 0)
    take(flicker_.add(sums.sum, sums.samples));
  else
    flickered_ = frames_.size();
  emit_complete();
}

void LateFigures::finish() {
  end_fields();
  end_flicker();
  emit_complete();
}

void LateFigures::take(const std::optional<FieldVerdict>& verdict) {
  if (!verdict)
    return;
  Frame& frame = frames_[typed_++];
  frame.features.fields = verdict;
  auto& figures = frame.record.figures;
  figures[figure::IDETTYPE] = static_cast<double>(verdict->single);
  figures[figure::IDETMULTI] = static_cast<double>(verdict->multiple);
  figures[figure::IDETREP] = static_cast<double>(verdict->repeated);
}

void LateFigures::take(std::optional<double> change) {
  if (change)
    frames_[flickered_++].record.figures[figure::FLICKER] = std::isfinite(*change) ? *change : NAN;
}

void LateFigures::end_fields() {
  take(types_.finish());
}

void LateFigures::end_flicker() {
  while (const std::optional<double> change = flicker_.finish())
    take(change);
  flicker_ = {};
}

void LateFigures::emit_complete() {
  for (; std::min(typed_, flickered_) > 0; typed_--, flickered_--) {
    emit_(frames_.front());
    frames_.pop_front();
  }
}

} // namespace videohistogram::tools
