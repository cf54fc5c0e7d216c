// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a histogram of a field has to count: sample by sample, from the definition that each row of
// each plane belongs to one field.
#pragma once

#include "tests/plugin/support/element_test.h"
#include "tests/reference/colours.h"

namespace videohistogram::test {

/// All rows of a frame, or those of a field.
enum class Rows { all, top, bottom };
constexpr Rows all_rows[] = {Rows::all, Rows::top, Rows::bottom};
GstVideoHistogramField field_of(Rows rows);

/// Fails unless the histogram has these rows of a rectangle of the frame, in each of its channels.
/// Channels that are computed from Y'CbCr have the colours `spec`.
void expect_rows(GstVideoHistogram* histogram, const FrameView& frame, const Rect& rect, Rows rows,
                 const reference::ColourSpec& spec, const std::string& what);

/// The histogram with that id and of that field on a buffer. Fails if there is none.
GstVideoHistogram* histogram_of(GstBuffer* buffer, gint id, GstVideoHistogramField field);

} // namespace videohistogram::test
