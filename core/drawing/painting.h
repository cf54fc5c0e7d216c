// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "core/drawing/frame_marks.h"
#include "core/drawing/hold.h"
#include "core/frame.h"

#include <array>
#include <cstdint>
#include <memory>

namespace videohistogram {

/// How the colours of a picture, pixels in memory order A, R, G, B, become those of frames: A, Y,
/// Cb and Cr, or A, R, G and B of another range or transfer function. Thread-safety: immutable.
struct PictureColours {
  /// Bits of a part below the point: fewer would round some colours to the wrong code.
  static constexpr uint32_t shift = 21;
  /// The part of a picture's component in each component of the frame, in units of 2^-shift.
  using Parts = std::array<int32_t, 3>;

  bool converts = false; ///< the frame's colours differ from those of the picture
  /// parts[c][v]: the parts of value v of component c, R, G or B. Those of R include the rounding.
  std::array<std::array<Parts, 256>, 3> parts;
};

/// Which traces are held under those of later frames.
struct HoldRequest {
  Hold hold = Hold::none;
  uint32_t number = 0;   ///< changes when traces are to be held anew
  bool is_first = false; ///< no frame before this one counts: its traces were drawn elsewhere
};

/// The marks and the picture of scopes that a device draws over a frame in its memory, in this
/// order, after it has counted the frame. Thread-safety: immutable.
struct Painting {
  std::shared_ptr<const FrameMarks> marks; ///< null: none
  uint32_t stripe_phase = 0;               ///< of the zebra: below MarkRules::stripe
  std::shared_ptr<const Drawing> drawing;  ///< null: there is no picture
  std::shared_ptr<const PictureColours> colours;
  uint32_t x = 0, y = 0; ///< where the picture's corner lies in the frame: whole chroma samples
  /// Opacity, 0 to 255, of frames with more than 8 bits per sample 0 to 65535.
  uint32_t alpha = 0;
  uint32_t backing = 255; ///< opacity of the picture's backing, 0 to 255: see alpha_over()
  HoldRequest hold;
  /// Where the frame with the picture is written: a frame of the same size and format in the same
  /// context. null: the counted frame itself is writable.
  std::shared_ptr<const FrameView> target;
};

} // namespace videohistogram
