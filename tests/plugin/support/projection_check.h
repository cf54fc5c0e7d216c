// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/support/report_check.h"

#include <string>
#include <vector>

namespace videohistogram::test {

/// Counts as the reference lays them out, [positions][bins].
using Matrix32 = std::vector<uint32_t>;

/// The size of the frames that most of these tests push.
constexpr guint width = 37, height = 23;

/// RGBA of that size, and different for each number.
reference::Frame numbered(guint number);

/// Sets a property of the element, as gst-launch does.
void set(Stream& stream, const char* name, const std::string& value);

/// Where the pixels of a channel of the frame are at an angle.
reference::Positions at_angle(const reference::Frame& frame, double angle,
                              Quantity channel = Quantity::luma);

Matrix32 matrix_of(const reference::Frame& frame, const reference::Positions& positions,
                   Quantity channel = Quantity::luma, guint bins = 256);

/// Owned by the buffer.
GstVideoHistogram* histogram_of(GstBuffer* buffer);

/// Borrowed; valid as long as the histogram.
GstVideoHistogramProjection* projection_of(GstVideoHistogram* histogram, guint index = 0);

/// Pushes the frame and returns what comes out, without waiting for its count.
GstBuffer* pass(Stream& stream, const reference::Frame& frame);

/// Fails unless the projection has exactly these counts.
void expect_matrix(GstVideoHistogramProjection* projection, const Matrix32& expected);

/// Checks the first projection of a histogram.
void expect_matrix(GstVideoHistogram* histogram, const Matrix32& expected);

/// Pushes the frame and fails unless its histogram has one projection, of that channel and with
/// those counts.
void expect_projection(Stream& stream, const reference::Frame& frame,
                       const reference::Positions& positions, Quantity channel = Quantity::luma,
                       guint bins = 256);

/// Pushes the frame and fails unless its histogram has no projection.
void expect_no_projection(Stream& stream, const reference::Frame& frame);

} // namespace videohistogram::test
