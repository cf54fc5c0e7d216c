// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/packet_buffer.h"

#include <algorithm>
#include <iterator>

namespace videohistogram::tools {

namespace {

/// How GStreamer names a codec, and its streams with and without a header in the container.
struct ExactCodec {
  AVCodecID id;
  const char *name, *with_header, *without_header;
};
constexpr ExactCodec exact_codecs[] = {
    {AV_CODEC_ID_H264, "video/x-h264", "avc", "byte-stream"},
    {AV_CODEC_ID_HEVC, "video/x-h265", "hvc1", "byte-stream"},
    {AV_CODEC_ID_AV1, "video/x-av1", "obu-stream", "obu-stream"},
    {AV_CODEC_ID_VP8, "video/x-vp8", nullptr, nullptr},
    {AV_CODEC_ID_VP9, "video/x-vp9", nullptr, nullptr},
};

/// Whether parameter sets are those of a container, and not of a byte stream with start codes.
bool has_header(const AVCodecParameters& parameters) {
  return parameters.extradata_size > 6 && parameters.extradata[0] != 0;
}

} // namespace

CapsPtr caps_of_packets(const AVCodecParameters& parameters) {
  const auto* const codec =
      std::find_if(std::begin(exact_codecs), std::end(exact_codecs),
                   [&](const ExactCodec& codec) { return codec.id == parameters.codec_id; });
  if (codec == std::end(exact_codecs))
    return nullptr;
  CapsPtr caps(gst_caps_new_simple(codec->name, "width", G_TYPE_INT, parameters.width, "height",
                                   G_TYPE_INT, parameters.height, nullptr));
  if (!codec->with_header)
    return caps;
  const bool has = has_header(parameters);
  const bool is_av1 = codec->id == AV_CODEC_ID_AV1;
  gst_caps_set_simple(caps.get(), "stream-format", G_TYPE_STRING,
                      has ? codec->with_header : codec->without_header, nullptr);
  // GStreamer's parsers pass a byte stream of whole frames on unread, and do not tell its profile
  // then, which decoders ask for.
  if (has || is_av1)
    gst_caps_set_simple(caps.get(), "alignment", G_TYPE_STRING, is_av1 ? "tu" : "au", nullptr);
  if (has) {
    const BufferPtr header(
        gst_buffer_new_memdup(parameters.extradata, static_cast<gsize>(parameters.extradata_size)));
    gst_caps_set_simple(caps.get(), "codec_data", GST_TYPE_BUFFER, header.get(), nullptr);
  }
  return caps;
}

BufferPtr make_buffer(PacketPtr packet) {
  AVPacket* const owned = packet.release();
  return BufferPtr(gst_buffer_new_wrapped_full(
      GST_MEMORY_FLAG_READONLY, owned->data, static_cast<gsize>(owned->size), 0,
      static_cast<gsize>(owned->size), owned, [](gpointer data) {
        auto* released = static_cast<AVPacket*>(data);
        av_packet_free(&released);
      }));
}

} // namespace videohistogram::tools
