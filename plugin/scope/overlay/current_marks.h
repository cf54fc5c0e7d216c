// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"
#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/fonts.h"
#include "plugin/scope/draw/marks/frame_marker.h"
#include "plugin/scope/settings/mark_settings.h"

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <string>

namespace videohistogram::scope {

/// The marks on frames of the present caps, made anew when settings or caps change.
/// Thread-safety: the streaming thread.
class CurrentMarks {
public:
  void set_frames(const GstVideoInfo& frames);
  /// `legend_at_right`: the legend lies at the right edge, clear of scopes at the left one.
  void set(const MarkSettings& settings, bool legend_at_right);
  /// Whether the settings ask for any marks.
  bool any() const { return options_.any(); }

  /// The marks of the next frame of `source`; null if there are none. Call for each frame. Errors:
  /// transient if there is no memory.
  Expected<std::shared_ptr<const FrameMarks>> of(const Source& source, const Fonts* fonts);
  /// How far the zebra's stripes have moved at the time of a frame: once around per second.
  static uint32_t phase_of(const FrameMarks& marks, GstBuffer* frame);
  /// Marks a frame on the host. Errors as of of(), and those of WritableFrame::map().
  Status mark_on_host(GstBuffer* frame, const Source& source, const Fonts* fonts);

  /// The text of a WARNING about marks that frames of the last `source` cannot have. Returned once.
  std::optional<std::string> take_warning();

private:
  GstVideoInfo frames_{};
  MarkSettings settings_;
  MarkOptions options_;
  bool legend_at_right_ = false;
  Source source_;                           ///< of which `marks_` were made
  std::shared_ptr<const FrameMarks> marks_; ///< null: made for the next frame
  FrameMarker marker_;
  std::optional<std::string> warning_;
  std::string last_warning_; ///< for the present caps
};

} // namespace videohistogram::scope
