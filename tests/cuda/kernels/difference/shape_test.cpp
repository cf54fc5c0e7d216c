// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How differences are shared out among blocks.
#include "cuda/kernels/difference/difference_shape.h"

#include "core/format.h"
#include "tests/cuda/kernels/devices.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace videohistogram::cuda {

namespace {

/// Planes of Y and of pairs of Cb and Cr.
constexpr DifferenceWork nv12[] = {{256, 7680 * 4320}, {512, 7680 * 2160}};

TEST(DifferenceShape, bytes_are_counted_in_an_array_per_histogram) {
  DifferenceShape shapes[max_sample_planes];
  EXPECT_TRUE(choose_difference_shapes(h200, nv12, 2, has_lane_tables(1, 256), shapes));
  EXPECT_EQ(shapes[0].shared_bytes, lane_array_bytes);
  EXPECT_EQ(shapes[1].shared_bytes, 2 * lane_array_bytes);
  EXPECT_EQ(shapes[0].portions, 88u);
  EXPECT_EQ(shapes[1].portions, 44u);
  EXPECT_EQ(shapes[1].first_block, 88u);
  EXPECT_FALSE(has_lane_tables(1, 100) || has_lane_tables(2, 256));
}

TEST(DifferenceShape, arrays_fit_the_shared_memory_of_all_planes) {
  DifferenceShape shapes[max_sample_planes];
  const DifferenceWork rgba[] = {{1024, 7680 * 4320 * 4}};
  EXPECT_TRUE(choose_difference_shapes(h200, rgba, 1, true, shapes));
  EXPECT_FALSE(choose_difference_shapes(turing, rgba, 1, true, shapes));
  EXPECT_LE(shapes[0].shared_bytes, turing.shared_bytes);
  EXPECT_TRUE(choose_difference_shapes(turing, nv12, 2, true, shapes));
}

TEST(DifferenceShape, so_many_blocks_merge_as_a_word_can_count) {
  DifferenceShape shapes[max_sample_planes];
  EXPECT_TRUE(choose_difference_shapes(large, nv12, 2, true, shapes));
  EXPECT_LE(std::max(shapes[0].portions, shapes[1].portions), max_rectangle_blocks);
}

TEST(DifferenceShape, scratch_suffices_for_the_words_of_all_planes) {
  for (uint64_t pixels : {uint64_t{1}, uint64_t{1} << 28})
    EXPECT_GE(difference_scratch_bytes(1024, true, pixels),
              max_sample_planes * lane_words * (fits_narrow(pixels) ? 8u : 16u));
  EXPECT_LT(difference_scratch_bytes(1024, false, 1), difference_scratch_bytes(1024, true, 1));
}

} // namespace

} // namespace videohistogram::cuda
