// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <optional>

namespace videohistogram {

/// MaxCLL and MaxFALL as the field `content-light-level` of caps gives them; empty: it does not.
using DeclaredLight = std::optional<GstVideoContentLightLevel>;

/// Measures MaxCLL and MaxFALL of a video in PQ, frame by frame.
/// Thread-safety: one thread at a time.
class ContentLight {
public:
  ContentLight() = default;
  ~ContentLight() { reset(); }
  ContentLight(const ContentLight&) = delete;
  ContentLight& operator=(const ContentLight&) = delete;

  /// Adds the complete histogram of one frame. Without effect if that has no content light level:
  /// no MAXRGB, or a frame that is not in PQ.
  void add(GstVideoHistogram* frame);
  /// The next frame is the first one.
  void reset();

  /// Borrowed; null: no frame was added.
  GstVideoHistogramLightMeter* meter() const { return meter_; }

private:
  GstVideoHistogramLightMeter* meter_ = nullptr; ///< owned; made for the first frame
};

/// Sets the field `light` of a message: the light of the frame's or the interval's histogram, and
/// what was measured and declared of the video. Without effect if the histogram has no light.
void set_light(GstStructure* message, GstVideoHistogram* histogram, const ContentLight& measured,
               const DeclaredLight& declared);

/// Sets the field `light` of a region or a field of a message, likewise.
void set_region_light(GstStructure* region, GstVideoHistogram* histogram);

} // namespace videohistogram
