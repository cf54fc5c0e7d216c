// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/flash_finder.h"

namespace videohistogram::pse {

void FlashFinder::begin(const FlashFrame& frame) {
  const FrameRate& rate = frame.rate;
  if (profile_.is_iris)
    iris_.emplace(FrameRate{rate.numerator, rate.denominator * every_},
                  uint64_t{frame.grid.width} * frame.grid.height);
  else
    cells_.emplace(profile_, rate, frame.is_hdr, frame.primaries);
}

bool FlashFinder::goes_on(const FlashFrame& frame) const {
  const int64_t time = frame.place.time;
  const bool is_earlier = time != no_time && last_ != no_time && time < last_;
  return !is_earlier && (!iris_ || (frame.grid.width == width_ && frame.grid.height == height_));
}

FlashFigures FlashFinder::add(const FlashFrame& frame) {
  if (!goes_on(frame))
    finish();
  if (!cells_ && !iris_)
    begin(frame);
  if (frame.place.time != no_time)
    last_ = frame.place.time;
  width_ = frame.grid.width;
  height_ = frame.grid.height;
  if (cells_)
    return cells_->add(frame.place, frame.grid, listener_);
  return frame.iris ? iris_->add(frame.place, *frame.iris, listener_) : FlashFigures();
}

void FlashFinder::finish() {
  if (cells_)
    cells_->finish(listener_);
  if (iris_)
    iris_->finish(listener_);
  cells_.reset();
  iris_.reset();
  last_ = no_time;
}

} // namespace videohistogram::pse
