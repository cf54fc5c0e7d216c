// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for the element of GStreamer's plugin nvcodec that decodes H.264 with NVIDIA's parser.
#pragma once

#include <cstdint>

/// What the elements of this process have done.
struct FakeNvdec {
  int made = 0;           ///< elements
  int alive = 0;          ///< elements
  int decoders = 0;       ///< that were made: one per element, and one more at each change of caps
  bool fails = false;     ///< at the next buffer
  bool disorders = false; ///< gives frames out as they are decoded
};
extern FakeNvdec fake_nvdec;

/// Registers the element. It gives out a frame, in the order of times, when four more have come, or
/// at the end. Its frames of 16x16 samples have the sum of the bytes that they come from in their
/// first samples.
void register_fake_nvdec();
