// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <gst/gst.h>

#include <optional>
#include <vector>

namespace videohistogram {

/// An object that an element upstream has detected in a frame.
struct Detection {
  GQuark label = 0;                ///< such as that of "face"; 0: none
  gint id = 0;                     ///< of the detection in the buffer's meta
  std::optional<gint> tracking_id; ///< of an object that is tracked: the same in each frame
  /// The smallest rectangle of pixels that contains the object. It may leave the frame at the right
  /// and at the bottom; what lies to the left of the frame or above it is cut off.
  Rect rect;
};

/// The detections of the buffer's GstAnalyticsRelationMeta, which is untrusted input, in the order
/// of the meta. Empty without such a meta. Thread-safety: any thread.
std::vector<Detection> read_detections(GstBuffer* buffer);

} // namespace videohistogram
