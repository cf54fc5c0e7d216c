// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/range_errors.h"
#include "plugin/scope/frame_numbers.h"

#include <gst/gst.h>

#include <optional>

namespace videohistogram::scope {

/// Posts each error of gamut as an element message `videoscope-gamut-error` when it has ended.
/// Thread-safety: the streaming thread; end() also while no buffer streams.
class GamutLog {
public:
  explicit GamutLog(GstElement* element) : element_(element) {}

  /// Takes each frame in order. `share`: none: it is not known.
  void add(const FramePlace& place, const std::optional<RangeShare>& share) {
    post(errors_.add(place, share));
  }
  /// Ends the error that the last frame belongs to.
  void end() { post(errors_.finish()); }

private:
  void post(const std::optional<RangeError<FramePlace>>& error) const;

  GstElement* element_;
  RangeErrors<FramePlace> errors_;
};

} // namespace videohistogram::scope
