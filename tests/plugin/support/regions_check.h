// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/support/element_test.h"

namespace videohistogram::test {

/// A histogram of a region, or of the whole frame.
struct ExpectedRegion {
  const char* type; ///< nullptr: the whole frame, or a region without a type
  gint id, parent_id;
  Rect rect;
};

/// Fails unless the buffer has a histogram for each of `expected` and no other, in any order, all
/// with the counts of `frame`.
void expect_regions_of(GstBuffer* buffer, const reference::Frame& frame,
                       const std::vector<ExpectedRegion>& expected);

} // namespace videohistogram::test
