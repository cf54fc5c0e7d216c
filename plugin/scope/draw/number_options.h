// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

namespace videohistogram::scope {

/// The numbers below the scopes of a picture.
struct NumberOptions {
  bool frame = false;       ///< the number of the frame
  bool timecode = false;    ///< its time code, else its time
  bool light = false;       ///< MaxCLL and MaxFALL
  bool r103 = false;        ///< share of pixels outside of EBU R 103
  bool percentiles = false; ///< of Y, LUMA or GRAY
};

} // namespace videohistogram::scope
