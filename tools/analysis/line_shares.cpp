// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/line_shares.h"

#include "core/format.h"
#include "tools/analysis/levels.h"
#include "tools/read/gst_pointers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace videohistogram::tools {

namespace {

/// A projection keeps its histogram alive.
using ProjectionPtr =
    std::unique_ptr<GstVideoHistogramProjection, Releaser<gst_video_histogram_projection_unref>>;

/// Lines from `first` up to `end`.
struct Range {
  size_t first, end;

  size_t size() const { return end - first; }
};

/// Both sides of a part of `size` lines, which begins at `start`, in a frame of `all` lines.
std::array<Range, 2> around(size_t start, size_t size, size_t all) {
  return {{{0, start}, {start + size, all}}};
}

double share_of(guint64 others, guint64 samples) {
  return static_cast<double>(others) / static_cast<double>(samples);
}

/// The lines of one projection. Positions are from the last line to the first one if `backwards`.
bool read_projection(GstVideoHistogram* histogram, guint index, double bar_range,
                     const std::array<Range, 2>& ranges, bool backwards,
                     std::vector<double>& shares, GError** error) {
  const ProjectionPtr owned(gst_video_histogram_get_projection(histogram, index));
  GstVideoHistogramProjection* const projection = owned.get();
  if (!gst_video_histogram_projection_wait(projection, GST_VIDEO_HISTOGRAM_ACCESS_TIMEOUT, error))
    return false;
  const guint depth = gst_video_histogram_projection_get_depth(projection);
  const guint black = black_value(histogram, depth, bar_range);
  for (const Range& range : ranges) {
    for (size_t line = range.first; line < range.end; line++) {
      const size_t position = backwards ? shares.size() - 1 - line : line;
      gsize bins = 0;
      const guint32* const counts = gst_video_histogram_projection_get_position_counts(
          projection, static_cast<guint>(position), &bins);
      guint64 others = 0, samples = 0;
      for (gsize bin = 0; bin < bins; bin++) {
        samples += counts[bin];
        others += bin > black ? counts[bin] : 0;
      }
      shares[line] = share_of(others, samples);
    }
  }
  return true;
}

/// One plane of samples of Y with other samples between them. `Sample` is a byte or two.
template <class Sample, size_t step>
class Samples {
public:
  Samples(const guint8* first, gssize stride, const Component& component, guint black)
      : first_(first), stride_(stride), shift_(component.shift),
        mask_(static_cast<Sample>((1u << component.bits) - 1)), black_(static_cast<Sample>(black)) {
  }

  void read(const std::array<Range, 2>& columns, const std::array<Range, 2>& rows,
            LineShares& lines) const {
    for (const Range& range : rows)
      read_rows(range, lines);
    for (const Range& range : columns)
      read_columns(range, lines);
  }

private:
  static constexpr size_t lanes = 16 / sizeof(Sample);
  typedef Sample Vector __attribute__((vector_size(16)));
  static constexpr size_t most_terms = 255; ///< of a sum in a lane, which may have 8 bits

  const guint8* row(size_t y) const { return first_ + static_cast<gssize>(y) * stride_; }

  Sample load(const guint8* row, size_t x) const {
    const guint8* const place = row + x * step * sizeof(Sample);
    if constexpr (sizeof(Sample) == 1)
      return *place;
    else
      return GST_READ_UINT16_LE(place);
  }

  Vector load_vector(const guint8* row, size_t x) const {
    Vector samples;
    if constexpr (step == 1 && (sizeof(Sample) == 1 || G_BYTE_ORDER == G_LITTLE_ENDIAN)) {
      std::memcpy(&samples, row + x * sizeof(Sample), sizeof samples);
    } else {
      for (size_t i = 0; i < lanes; i++)
        samples[i] = load(row, x + i);
    }
    return samples;
  }

  /// 1 if the sample is not black, else 0.
  Sample is_other(const guint8* row, size_t x) const {
    return static_cast<Sample>((load(row, x) >> shift_) & mask_) > black_;
  }
  /// The same of as many samples as a vector has lanes.
  Vector are_other(const guint8* row, size_t x) const {
    Vector samples = load_vector(row, x);
    if constexpr (sizeof(Sample) > 1)
      samples = (samples >> static_cast<Sample>(shift_)) & mask_;
    return reinterpret_cast<Vector>(samples > black_) & Sample{1};
  }

  void read_rows(const Range& range, LineShares& lines) const {
    const size_t width = lines.columns.size(), whole = width - width % lanes;
    for (size_t y = range.first; y < range.end; y++) {
      const guint8* const samples = row(y);
      guint64 others = 0;
      size_t x = 0;
      while (x < whole) {
        Vector sums{};
        for (const size_t end = std::min(x + most_terms * lanes, whole); x < end; x += lanes)
          sums += are_other(samples, x);
        for (size_t i = 0; i < lanes; i++)
          others += sums[i];
      }
      for (; x < width; x++)
        others += is_other(samples, x);
      lines.rows[y] = share_of(others, width);
    }
  }

  void read_columns(const Range& range, LineShares& lines) const {
    const size_t height = lines.rows.size();
    std::vector<guint64> others(range.size());
    std::vector<Sample> sums(range.size());
    for (size_t y = 0; y < height;) {
      std::fill(sums.begin(), sums.end(), Sample{0});
      for (const size_t end = std::min(y + most_terms, height); y < end; y++)
        add_row(row(y) + range.first * step * sizeof(Sample), sums);
      for (size_t x = 0; x < sums.size(); x++)
        others[x] += sums[x];
    }
    for (size_t x = 0; x < others.size(); x++)
      lines.columns[range.first + x] = share_of(others[x], height);
  }

  void add_row(const guint8* samples, std::vector<Sample>& sums) const {
    size_t x = 0;
    for (; x + lanes <= sums.size(); x += lanes) {
      Vector present;
      std::memcpy(&present, sums.data() + x, sizeof present);
      present += are_other(samples, x);
      std::memcpy(sums.data() + x, &present, sizeof present);
    }
    for (; x < sums.size(); x++)
      sums[x] = static_cast<Sample>(sums[x] + is_other(samples, x));
  }

  const guint8* const first_;
  const gssize stride_;
  const unsigned shift_;
  const Sample mask_, black_;
};

/// Where a format has its samples of Y.
struct Luma {
  const SamplePlane* plane;
  const Component* component;
};

Luma find_luma(const FormatInfo& format) {
  for (const SamplePlane& plane : format.sample_planes) {
    for (size_t i = 0; i < plane.n_components; i++) {
      const Quantity channel = plane.components[i].channel;
      if (channel == Quantity::y || channel == Quantity::gray)
        return {&plane, &plane.components[i]};
    }
  }
  return {};
}

/// Calls `read` with a number that is a constant: samples from one of Y to the next one.
template <class Read>
void with_step(size_t step, Read read) {
  switch (step) {
  case 1:
    return read(std::integral_constant<size_t, 1>());
  case 2:
    return read(std::integral_constant<size_t, 2>());
  case 3:
    return read(std::integral_constant<size_t, 3>());
  default:
    return read(std::integral_constant<size_t, 4>());
  }
}

bool read_samples(GstBuffer* buffer, const GstVideoInfo& info, GstVideoHistogram* histogram,
                  double bar_range, const std::array<Range, 2>& columns,
                  const std::array<Range, 2>& rows, LineShares& lines, GError** error) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) {
    g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
                        "the frame cannot be mapped");
    return false;
  }
  const FormatInfo& format = *find_format(GST_VIDEO_INFO_NAME(&info));
  const Luma luma = find_luma(format); // frames have been converted to formats with Y
  const guint black = black_value(histogram, format.depth, bar_range);
  const auto* const first =
      static_cast<const guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, luma.plane->plane)) +
      luma.component->byte;
  const gssize stride = GST_VIDEO_FRAME_PLANE_STRIDE(&frame, luma.plane->plane);
  with_step(luma.plane->pixel_bytes / format.sample_bytes, [&](auto step) {
    if (format.sample_bytes == 1)
      Samples<guint8, step>(first, stride, *luma.component, black).read(columns, rows, lines);
    else
      Samples<guint16, step>(first, stride, *luma.component, black).read(columns, rows, lines);
  });
  gst_video_frame_unmap(&frame);
  return true;
}

/// Whether the histogram shows that no line of the frame has content.
bool is_all_black(GstVideoHistogram* histogram, double bar_range) {
  gint found = gst_video_histogram_find_channel(histogram, "Y");
  if (found < 0)
    found = gst_video_histogram_find_channel(histogram, "GRAY");
  if (found < 0)
    return false;
  const auto channel = static_cast<guint>(found);
  const guint depth = gst_video_histogram_get_depth(histogram, channel);
  return gst_video_histogram_get_fraction_above(histogram, channel,
                                                black_value(histogram, depth, bar_range)) <= 0;
}

} // namespace

bool read_lines(GstBuffer* buffer, const GstVideoInfo& info, double bar_range,
                const Rectangle& unread, LineShares& lines, GError** error) {
  // The histogram of the frame as it was counted, not a histogram that is made of several frames'.
  GstVideoHistogram* const histogram = gst_buffer_get_video_histogram_meta(buffer)->histogram;
  const auto width = static_cast<size_t>(GST_VIDEO_INFO_WIDTH(&info));
  const auto height = static_cast<size_t>(GST_VIDEO_INFO_HEIGHT(&info));
  lines.columns.assign(width, 0);
  lines.rows.assign(height, 0);
  if ((unread.width == width && unread.height == height) || is_all_black(histogram, bar_range))
    return true;
  const std::array<Range, 2> columns = around(unread.x, unread.width, width),
                             rows = around(unread.y, unread.height, height);
  // At 90 degrees, positions run from the bottom to the top.
  if (gst_video_histogram_get_n_projections(histogram) == 2)
    return read_projection(histogram, 0, bar_range, columns, false, lines.columns, error) &&
           read_projection(histogram, 1, bar_range, rows, true, lines.rows, error);
  return read_samples(buffer, info, histogram, bar_range, columns, rows, lines, error);
}

} // namespace videohistogram::tools
