// SPDX-License-Identifier: LGPL-2.1-or-later
// The decoder of a pipeline that reads one file.
#pragma once

#include <gst/gst.h>

namespace videohistogram::tools {

/// Makes `decoder`, a decodebin, decode video alone and link the first video stream to `next`,
/// which must live as long as the decoder. Demuxers that fetch what a playlist names are skipped,
/// so that a file cannot make this process open another address.
void decode_first_video(GstElement* decoder, GstElement* next);

} // namespace videohistogram::tools
