// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a decoder does not tell of streams of H.264 (ISO/IEC 14496-10, 7.3).
#pragma once

#include "tools/read/av_pointers.h"

namespace videohistogram::tools {

/// Whether frames are of H.264 and have no chroma, by the first sequence parameter set in the
/// header of the container. false without one.
bool is_monochrome_h264(const AVCodecParameters& parameters);

/// Whether the first picture of a packet of H.264 is an IDR picture, before which a decoder forgets
/// all others.
bool begins_with_idr(const AVPacket& packet, const AVCodecParameters& parameters);

} // namespace videohistogram::tools
