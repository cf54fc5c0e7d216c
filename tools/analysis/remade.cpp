// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/remade.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace videohistogram::tools {

namespace {

/// Whether the values of a channel are shifted with the samples. The others are degrees and masks.
bool is_shifted(const char* channel) {
  constexpr const char* others[] = {"HUE", "RANGE", "BRNG"};
  return std::none_of(std::begin(others), std::end(others),
                      [channel](const char* other) { return std::strcmp(channel, other) == 0; });
}

/// Collects channels of complete histograms, which must outlive it.
class Maker {
public:
  /// Bins of 2^shift values become one.
  void add(GstVideoHistogram* from, guint channel, guint shift = 0) {
    GstVideoHistogramChannelInfo info{};
    info.name = gst_video_histogram_get_channel_name(from, channel);
    info.depth = gst_video_histogram_get_depth(from, channel) - shift;
    info.n_values = std::max(gst_video_histogram_get_n_values(from, channel) >> shift, 1u);
    info.bins = info.n_values;
    gsize bins = 0;
    const guint64* const values = gst_video_histogram_get_counts(from, channel, &bins);
    const size_t first = counts_.size();
    counts_.resize(first + info.bins);
    for (gsize bin = 0; bin < bins; bin++)
      counts_[first + (bin >> shift)] += values[bin];
    channels_.push_back(info);
  }

  /// With the format and the colours of `like`.
  HistogramPtr make(GstVideoHistogram* like, GError** error) const {
    GstVideoColorimetry colours;
    gst_video_histogram_get_colorimetry(like, &colours);
    return HistogramPtr(gst_video_histogram_new(
        gst_video_histogram_get_format(like), gst_video_histogram_get_width(like),
        gst_video_histogram_get_height(like), &colours, channels_.data(),
        static_cast<guint>(channels_.size()), counts_.data(), counts_.size(), error));
  }

private:
  std::vector<GstVideoHistogramChannelInfo> channels_;
  std::vector<guint64> counts_;
};

bool wait(GstVideoHistogram* histogram, GError** error) {
  return gst_video_histogram_wait(histogram, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error);
}

} // namespace

HistogramPtr narrow(GstVideoHistogram* wide, guint depth, GError** error) {
  if (!wait(wide, error))
    return nullptr;
  Maker maker;
  for (guint c = 0; c < gst_video_histogram_get_n_channels(wide); c++) {
    const guint present = gst_video_histogram_get_depth(wide, c);
    const bool shifts =
        present > depth && is_shifted(gst_video_histogram_get_channel_name(wide, c));
    maker.add(wide, c, shifts ? present - depth : 0);
  }
  return maker.make(wide, error);
}

HistogramPtr merge(GstVideoHistogram* whole, GstVideoHistogram* part, GError** error) {
  if (!wait(whole, error) || !wait(part, error))
    return nullptr;
  constexpr const char *of_luma[] = {"Y", "DIFF-Y"}, *of_all[] = {"RANGE", "MAXRGB"};
  const auto is_of = [](const auto& names, const char* name) {
    return std::any_of(std::begin(names), std::end(names),
                       [name](const char* other) { return std::strcmp(name, other) == 0; });
  };
  Maker maker;
  for (guint c = 0; c < gst_video_histogram_get_n_channels(whole); c++) {
    const char* const name = gst_video_histogram_get_channel_name(whole, c);
    const bool is_of_part =
        gst_video_histogram_find_channel(part, name) >= 0 && !is_of(of_luma, name);
    if (!is_of_part && !is_of(of_all, name))
      maker.add(whole, c);
  }
  for (guint c = 0; c < gst_video_histogram_get_n_channels(part); c++) {
    if (!is_of(of_luma, gst_video_histogram_get_channel_name(part, c)))
      maker.add(part, c);
  }
  return maker.make(whole, error);
}

} // namespace videohistogram::tools
