// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/frame_counts.h"

#include <zlib.h>

#include <new>

namespace videohistogram::tools {

namespace {

/// Levels above it take several times as long for a few percent.
constexpr int compression_level = 1;

std::string compress(const std::string& plain) {
  uLongf size = compressBound(plain.size());
  std::string compressed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(compressed.data()), &size,
                reinterpret_cast<const Bytef*>(plain.data()), plain.size(),
                compression_level) != Z_OK)
    throw std::bad_alloc(); // no other error is possible
  compressed.resize(size);
  return compressed;
}

} // namespace

FrameCounts read_counts(GstVideoHistogram* histogram, uint64_t number) {
  FrameCounts counts;
  counts.number = number;
  std::string plain;
  for (guint channel = 0; channel < gst_video_histogram_get_n_channels(histogram); channel++) {
    gsize bins = 0;
    const guint64* values = gst_video_histogram_get_counts(histogram, channel, &bins);
    counts.channels += (channel == 0 ? "" : " ") +
                       std::string(gst_video_histogram_get_channel_name(histogram, channel)) + ":" +
                       std::to_string(bins);
    for (gsize bin = 0; bin < bins; bin++) {
      for (int shift = 0; shift < 32; shift += 8)
        plain += static_cast<char>(values[bin] >> shift);
    }
  }
  counts.data.bytes = compress(plain);
  return counts;
}

} // namespace videohistogram::tools
