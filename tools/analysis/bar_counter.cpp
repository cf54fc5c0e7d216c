// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/bar_counter.h"

#include <cmath>
#include <string>
#include <vector>

namespace videohistogram::tools {

namespace {

/// Samples of a channel that are not from `first` to `last`; nothing if there is no such channel.
std::optional<guint64> count_outside(GstVideoHistogram* histogram, const char* name, guint first,
                                     guint last) {
  const gint channel = gst_video_histogram_find_channel(histogram, name);
  gsize bins = 0;
  const guint64* const counts =
      channel < 0 ? nullptr
                  : gst_video_histogram_get_counts(histogram, static_cast<guint>(channel), &bins);
  if (!counts)
    return {};
  guint64 outside = 0;
  for (gsize bin = 0; bin < bins; bin++)
    outside += bin < first || bin > last ? counts[bin] : 0;
  return outside;
}

/// Pixels outside of the limits of EBU R 103.
std::optional<guint64> outside_range(GstVideoHistogram* histogram) {
  return count_outside(histogram, "RANGE", 0, 0);
}

/// Pixels outside of broadcast range, of which gray frames have Y alone.
std::optional<guint64> outside_broadcast(GstVideoHistogram* histogram) {
  if (const std::optional<guint64> outside = count_outside(histogram, "BRNG", 0, 0))
    return outside;
  const gint gray = gst_video_histogram_find_channel(histogram, "GRAY");
  if (gray < 0)
    return {};
  const guint scale = gst_video_histogram_get_depth(histogram, static_cast<guint>(gray)) - 8;
  return count_outside(histogram, "GRAY", 16u << scale, 235u << scale);
}

/// The sum BRNG of a frame.
std::optional<guint64> total_broadcast(GstVideoHistogram* histogram) {
  const gint place = gst_video_histogram_find_sum(histogram, "BRNG");
  if (place < 0)
    return {};
  g_autoptr(GstVideoHistogramSum) sum =
      gst_video_histogram_get_sum(histogram, static_cast<guint>(place));
  return static_cast<guint64>(gst_video_histogram_sum_get_total(sum));
}

/// The bars around the active picture, as the property `regions` names them.
std::string list_bars(const Rectangle& active, guint width, guint height) {
  std::string list;
  const auto add = [&](guint x, guint y, guint w, guint h) {
    if (w > 0 && h > 0)
      list += std::string(list.empty() ? "" : ";") + side_region + ":" + std::to_string(x) + "," +
              std::to_string(y) + "," + std::to_string(w) + "," + std::to_string(h);
  };
  const guint right = active.x + active.width, below = active.y + active.height;
  add(0, 0, width, active.y);
  add(0, below, width, height - below);
  add(0, active.y, active.x, active.height);
  add(right, active.y, width - right, active.height);
  return list;
}

/// The pixels that `outside` counts in all bars; none if bars cannot be counted.
std::optional<guint64> count(SideCounter& counter, GstBuffer* buffer, const GstCaps* caps,
                             const std::string& bars,
                             std::optional<guint64> (*outside)(GstVideoHistogram*)) {
  std::optional<guint64> total;
  for (const HistogramPtr& bar :
       counter.count_regions(BufferPtr(gst_buffer_copy(buffer)), caps, bars)) {
    const std::optional<guint64> found = outside(bar.get());
    if (!found)
      return {};
    total = total.value_or(0) + *found;
  }
  return total;
}

} // namespace

void BarCounter::read(GstVideoHistogram* histogram, GstBuffer* buffer, const GstCaps* caps,
                      FrameRecord& frame) {
  auto& f = frame.figures;
  if (std::isnan(f[figure::ACTIVEW]))
    return;
  const auto whole = [&](figure::Place place) { return static_cast<uint32_t>(f[place]); };
  const Rectangle active{whole(figure::ACTIVEX), whole(figure::ACTIVEY), whole(figure::ACTIVEW),
                         whole(figure::ACTIVEH)};
  const guint width = gst_video_histogram_get_width(histogram),
              height = gst_video_histogram_get_height(histogram);
  const bool has_bars = active.width < width || active.height < height;
  const std::string bars = has_bars ? list_bars(active, width, height) : "";
  const double pixels = static_cast<double>(active.width) * active.height;
  if (has_bars)
    note_caps(caps);
  const auto share = [&](const std::optional<guint64>& all, const auto& count_bars) {
    const std::optional<guint64> outer = !all       ? std::nullopt
                                         : has_bars ? count_bars()
                                                    : std::optional<guint64>(0);
    return outer ? static_cast<double>(*all - *outer) / pixels : NAN;
  };
  f[figure::ACTIVEBRNG] = share(total_broadcast(histogram), [&] {
    return count(*broadcast_, buffer, progressive_.get(), bars, outside_broadcast);
  });
  f[figure::ACTIVER103] = share(outside_range(histogram), [&] {
    return count(*range_, buffer, caps_.get(), bars, outside_range);
  });
}

void BarCounter::note_caps(const GstCaps* caps) {
  if (caps_ && gst_caps_is_equal(caps_.get(), caps))
    return;
  caps_.reset(gst_caps_copy(caps));
  progressive_.reset(gst_caps_copy(caps));
  gst_caps_set_simple(progressive_.get(), "interlace-mode", G_TYPE_STRING, "progressive", nullptr);
  gst_structure_remove_field(gst_caps_get_structure(progressive_.get(), 0), "field-order");
  if (range_)
    return;
  // Frames in a GPU's memory are counted there.
  const char* const backend =
      gst_caps_features_contains(gst_caps_get_features(caps, 0), "memory:CUDAMemory") ? "auto"
                                                                                      : "cpu";
  range_.emplace("range", false, backend);
  broadcast_.emplace("brng+gray", false, backend);
}

} // namespace videohistogram::tools
