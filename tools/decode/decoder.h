// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The decoder of a pipeline that reads one stream of a network or of a device.
#pragma once

#include <gst/gst.h>

#include <string>

namespace videohistogram::tools {

/// The name of the message with which a decoder says that it did not take an element, because that
/// does not end where its data ends. Its field "name" is a text: the element.
constexpr const char* refusal_message = "videohistogram-refused-element";

/// The code of the error, in GST_STREAM_ERROR, of a decoder whose file has fewer video streams.
constexpr int no_such_stream = GST_STREAM_ERROR_TYPE_NOT_FOUND;

/// Makes `decoder`, a decodebin, decode video alone and link the video stream of this number, from
/// 1, to `next`, which must live as long as the decoder. Demuxers that read what a playlist or a
/// project names are skipped, so that a stream cannot make this process open another one.
void decode_video(GstElement* decoder, GstElement* next, int stream = 1);

/// A description of the codec of what reaches a linked sink pad downstream of a decoder, such as
/// "H.264 (High Profile)": by the caps at the decoder, so that each decoder gives the same text.
/// Empty if no decoder is found, or not its caps.
std::string describe_codec(GstPad* sink);

} // namespace videohistogram::tools
