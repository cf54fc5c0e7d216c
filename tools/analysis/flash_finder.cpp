// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/flash_finder.h"

#include "tools/analysis/levels.h"

namespace videohistogram::tools {

FlashFinder::FlashFinder(const AnalysisSettings& settings, VideoListener& listener)
    : profile_(settings.has_flashes() ? find_flash_profile(settings.flashes) : nullptr),
      every_(settings.selection.every), listener_(listener) {}

void FlashFinder::begin(const GridSums& grid, GstVideoHistogram* histogram,
                        const VideoFormat& format) {
  const FrameRate rate{format.rate_numerator, format.rate_denominator};
  GstVideoColorimetry colours;
  gst_video_histogram_get_colorimetry(histogram, &colours);
  const Primaries primaries =
      colours.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020 ? Primaries::bt2020 : Primaries::bt709;
  if (profile_->is_iris)
    iris_.emplace(FrameRate{rate.numerator, rate.denominator * every_},
                  uint64_t{grid.width} * grid.height);
  else
    cells_.emplace(*profile_, rate, is_hdr(histogram), primaries);
}

bool FlashFinder::goes_on(const FrameRecord& frame, const GridSums& grid) const {
  const bool is_earlier = frame.time != no_time && last_ != no_time && frame.time < last_;
  return !is_earlier && (!iris_ || (grid.width == width_ && grid.height == height_));
}

void FlashFinder::add(FrameRecord& frame, const FrameSums& sums, GstVideoHistogram* histogram,
                      const VideoFormat& format) {
  if (!profile_)
    return;
  const GridSums grid = sums.grid();
  if (!goes_on(frame, grid)) {
    finish();
    cells_.reset();
    iris_.reset();
  }
  if (!cells_ && !iris_)
    begin(grid, histogram, format);
  last_ = frame.time;
  width_ = grid.width;
  height_ = grid.height;
  FlashFigures figures;
  if (cells_)
    figures = cells_->add(frame, grid, listener_);
  else if (const std::optional<IrisSums> iris = sums.iris())
    figures = iris_->add(frame, *iris, listener_);
  frame.figures[figure::FLASHAREA] = figures.area;
  frame.figures[figure::FLASHCOUNT] = figures.count;
  frame.figures[figure::REDCOUNT] = figures.red_count;
}

void FlashFinder::finish() {
  if (cells_)
    cells_->finish(listener_);
  if (iris_)
    iris_->finish(listener_);
}

} // namespace videohistogram::tools
