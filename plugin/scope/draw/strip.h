// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/pixel_order.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/painter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// A text of a strip: what it is, and its value.
struct StripText {
  std::string label, value;
};

/// A strip of texts below the scopes of a picture, which change with each frame. Each text has its
/// place, so that it stays there while it changes.
class TextStrip {
public:
  TextStrip() = default;
  /// Arranges texts at the lower edge of a picture. `widest`: each text as wide as it becomes.
  /// Texts for which the strip would be higher than 40 % of the picture, or that are wider than it,
  /// have no place. `measuring`: measures texts; without fonts there is no strip.
  TextStrip(Canvas& measuring, const std::vector<StripText>& widest, uint32_t width,
            uint32_t height, const PixelOrder& order);

  /// Rows of the strip; 0: there is none.
  uint32_t height() const { return height_; }
  /// Writes the rows of the strip. `texts`: in the order of the constructor. `fonts`: see Canvas.
  /// Errors: transient if there is no memory.
  Status draw(const std::vector<StripText>& texts, const PixelRows& picture,
              const Fonts* fonts) const;

private:
  struct Place {
    double x, y; ///< of the left end and the middle of the text, in the strip
  };
  std::vector<std::optional<Place>> places_; ///< of the first texts; none: it has no place
  uint32_t width_ = 0, height_ = 0, top_ = 0;
  double font_ = 0;
  PixelOrder order_;
};

} // namespace videohistogram::scope
