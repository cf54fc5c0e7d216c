// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/flash_reader.h"

#include "tools/analysis/levels.h"
#include "tools/text/format.h"

#include <string>

namespace videohistogram::tools {

Finding finding_of(const pse::Passage& passage) {
  const pse::Place &first = passage.first, &last = passage.last;
  Finding finding{passage.kind, first.number, last.number, first.time, last.time, ""};
  finding.detail = format_share(passage.area) + " of the picture, " +
                   std::to_string(passage.changes) + " changes of " + passage.what + " in a second";
  if (!first.timecode.empty())
    finding.detail += ", " + first.timecode + " to " + last.timecode;
  return finding;
}

FlashReader::FlashReader(const AnalysisSettings& settings, VideoListener& listener)
    : listener_(listener) {
  const pse::FlashProfile* const profile =
      settings.has_flashes() ? pse::find_flash_profile(settings.flashes) : nullptr;
  if (profile)
    finder_.emplace(*profile, settings.selection.every, *this);
}

void FlashReader::add(FrameRecord& frame, const FrameSums& sums, GstVideoHistogram* histogram,
                      const VideoFormat& format) {
  if (!finder_)
    return;
  GstVideoColorimetry colours;
  gst_video_histogram_get_colorimetry(histogram, &colours);
  pse::FlashFrame found{{frame.number, frame.time, frame.timecode}, sums.grid(), sums.iris()};
  found.rate = {format.rate_numerator, format.rate_denominator};
  found.is_hdr = is_hdr(histogram);
  if (colours.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020)
    found.primaries = pse::Primaries::bt2020;
  const pse::FlashFigures figures = finder_->add(found);
  frame.figures[figure::FLASHAREA] = figures.area;
  frame.figures[figure::FLASHCOUNT] = figures.count;
  frame.figures[figure::REDCOUNT] = figures.red_count;
}

void FlashReader::finish() {
  if (finder_)
    finder_->finish();
}

} // namespace videohistogram::tools
