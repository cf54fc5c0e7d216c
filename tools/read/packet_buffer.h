// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Packets of a file for GStreamer's parsers and decoders.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

/// The caps of a stream of which every decoder makes the same frames: its standard defines every
/// bit of these. NULL for others, such as MPEG-2, whose decoders round in their own ways.
CapsPtr caps_of_packets(const AVCodecParameters& parameters);

/// A packet as a buffer without times, without a copy.
BufferPtr make_buffer(PacketPtr packet);

} // namespace videohistogram::tools
