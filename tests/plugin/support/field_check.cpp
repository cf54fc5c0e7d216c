// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/field_check.h"

#include <optional>

namespace videohistogram::test {

namespace {

Quantity quantity_named(const std::string& name) {
  for (uint32_t q = 0; q < n_quantities; q++)
    if (name == quantity_name(static_cast<Quantity>(q)))
      return static_cast<Quantity>(q);
  fail("no quantity %s", name.c_str());
  return Quantity::y;
}

bool is_of(uint64_t row, Rows rows) {
  return rows == Rows::all || row % 2 == (rows == Rows::top ? 0u : 1u);
}

/// Of a stored channel: each of its rows that the rectangle touches, if it is of the field.
std::vector<uint64_t> count_stored(const FrameView& frame, Quantity channel, const Rect& rect,
                                   Rows rows, uint32_t bins) {
  std::vector<uint64_t> counts(bins);
  if (rect.width == 0 || rect.height == 0)
    return counts;
  const reference::StoredSamples stored = reference::stored_samples(frame, channel);
  const uint32_t depth = frame.format->values_of(channel).depth;
  for (uint32_t y = rect.y / stored.down; y <= (rect.y + rect.height - 1) / stored.down; y++)
    for (uint32_t x = rect.x / stored.across; x <= (rect.x + rect.width - 1) / stored.across; x++)
      if (is_of(y, rows))
        counts[uint64_t{stored.samples[y * stored.size.width + x]} * bins >> depth]++;
  return counts;
}

/// Of a computed channel: row by row. One with a value per chroma sample has chroma rows.
std::vector<uint64_t> count_computed(const FrameView& frame, reference::Computed quantity,
                                     const Rect& rect, Rows rows, uint32_t bins,
                                     const reference::ColourSpec& spec) {
  std::vector<uint64_t> counts(bins);
  if (rect.width == 0 || rect.height == 0)
    return counts;
  const bool is_chroma =
      quantity == reference::Computed::sat || quantity == reference::Computed::hue;
  const reference::ReadFrame read(frame);
  const uint32_t down = is_chroma ? read.samples[1].down : 1;
  for (uint32_t y = rect.y / down; y <= (rect.y + rect.height - 1) / down; y++) {
    if (!is_of(y, rows))
      continue;
    const std::vector<uint32_t> row =
        reference::count_computed(read, quantity, spec, bins, {rect.x, y * down, rect.width, 1});
    for (uint32_t bin = 0; bin < bins; bin++)
      counts[bin] += row[bin];
  }
  return counts;
}

} // namespace

GstVideoHistogramField field_of(Rows rows) {
  return rows == Rows::top      ? GST_VIDEO_HISTOGRAM_FIELD_TOP
         : rows == Rows::bottom ? GST_VIDEO_HISTOGRAM_FIELD_BOTTOM
                                : GST_VIDEO_HISTOGRAM_FIELD_NONE;
}

void expect_rows(GstVideoHistogram* histogram, const FrameView& frame, const Rect& rect, Rows rows,
                 const reference::ColourSpec& spec, const std::string& what) {
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, &error), "not counted: %s",
              error ? error->message : "?");
  fail_unless_equals_int(gst_video_histogram_get_field(histogram), field_of(rows));
  for (guint c = 0; c < gst_video_histogram_get_n_channels(histogram); c++) {
    const std::string name = gst_video_histogram_get_channel_name(histogram, c);
    const Quantity quantity = quantity_named(name);
    gsize bins = 0;
    const guint64* const counts = gst_video_histogram_get_counts(histogram, c, &bins);
    const std::optional<reference::Computed> computed =
        reference::computed_of(*frame.format, quantity, false);
    const auto n = static_cast<uint32_t>(bins);
    const std::vector<uint64_t> expected =
        computed ? count_computed(frame, *computed, rect, rows, n, spec)
                 : count_stored(frame, quantity, rect, rows, n);
    for (gsize i = 0; i < bins; i++)
      fail_unless(counts[i] == expected[i],
                  "%s, %ux%u, region %u,%u,%u,%u, field %d: %s bin %" G_GSIZE_FORMAT
                  ": %" G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT,
                  what.c_str(), frame.width, frame.height, rect.x, rect.y, rect.width, rect.height,
                  static_cast<int>(rows), name.c_str(), i, counts[i],
                  static_cast<guint64>(expected[i]));
  }
}

GstVideoHistogram* histogram_of(GstBuffer* buffer, gint id, GstVideoHistogramField field) {
  GstVideoHistogramMeta* const meta = gst_buffer_get_video_histogram_meta_field(buffer, id, field);
  fail_unless(meta != nullptr, "no histogram of field %d with id %d", static_cast<int>(field), id);
  fail_unless_equals_int(gst_video_histogram_meta_get_field(meta), field);
  return gst_video_histogram_meta_get_histogram(meta);
}

} // namespace videohistogram::test
