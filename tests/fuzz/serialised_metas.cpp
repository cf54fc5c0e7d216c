// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Metas as another process may have sent them. What is accepted is serialised to bytes that are
// read as the same meta.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/gstreamer.h"

#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <vector>

namespace {

struct Unref {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};
using Buffer = std::unique_ptr<GstBuffer, Unref>;

GstVideoHistogramMeta* deserialise(GstBuffer* buffer, std::string_view bytes, uint8_t version) {
  const GstMetaInfo* const info = GST_VIDEO_HISTOGRAM_META_INFO;
  // Of exactly that size, so that a sanitizer sees any read beyond it.
  const std::vector<guint8> block(bytes.begin(), bytes.end());
  return reinterpret_cast<GstVideoHistogramMeta*>(
      info->deserialize_func(info, buffer, block.data(), block.size(), version));
}

/// The bytes of a meta without GStreamer's part, which ends with our version.
std::string serialise(const GstVideoHistogramMeta* meta, uint8_t& version) {
  constexpr size_t head = 4 + 4 + sizeof "GstVideoHistogramMeta" + 1;
  GByteArray* const bytes = g_byte_array_new();
  REQUIRE(gst_meta_serialize_simple(&meta->meta, bytes));
  REQUIRE(bytes->len >= head);
  version = bytes->data[head - 1];
  std::string ours(reinterpret_cast<const char*>(bytes->data) + head, bytes->len - head);
  g_byte_array_unref(bytes);
  return ours;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  videohistogram::fuzz::initialise_gstreamer();
  videohistogram::fuzz::Input input(data, size);
  uint8_t version = input.number<uint8_t>();
  const Buffer first(gst_buffer_new()), second(gst_buffer_new());
  GstVideoHistogramMeta* const meta = deserialise(first.get(), input.rest(), version);
  if (!meta)
    return 0;
  REQUIRE(gst_video_histogram_is_ready(meta->histogram));
  for (guint c = 0; c < gst_video_histogram_get_n_channels(meta->histogram); c++) {
    gsize bins = 0;
    const guint64* const counts = gst_video_histogram_get_counts(meta->histogram, c, &bins);
    guint64 sum = 0;
    for (gsize i = 0; i < bins; i++)
      sum += counts[i];
    REQUIRE(sum == gst_video_histogram_get_samples(meta->histogram, c));
  }
  const std::string bytes = serialise(meta, version);
  const GstVideoHistogramMeta* const again = deserialise(second.get(), bytes, version);
  REQUIRE(again != nullptr);
  REQUIRE(serialise(again, version) == bytes);
  return 0;
}
