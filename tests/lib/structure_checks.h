/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests of structures share. */
#pragma once

#include "make_histogram.h"

#include <string.h>

/* A structure as text that is right with "bins=(uint)2" between the two. */
#define HEAD                                                                                       \
  "GstVideoHistogram, version=(uint)1, format=(string)RGB, width=(uint)2, height=(uint)2, "
#define TAIL ", channels=(string)<R,G>, counts=<<(guint64)1,(guint64)3>,<(guint64)0,(guint64)4>>"

static inline void fail_unless_same(GstVideoHistogram* a, GstVideoHistogram* b) {
  GstVideoColorimetry of_a, of_b;
  guint c;

  fail_unless_equals_int(gst_video_histogram_get_format(a), gst_video_histogram_get_format(b));
  fail_unless_equals_int(gst_video_histogram_get_width(a), gst_video_histogram_get_width(b));
  fail_unless_equals_int(gst_video_histogram_get_height(a), gst_video_histogram_get_height(b));
  gst_video_histogram_get_colorimetry(a, &of_a);
  gst_video_histogram_get_colorimetry(b, &of_b);
  fail_unless(gst_video_colorimetry_is_equal(&of_a, &of_b));
  fail_unless_equals_int(gst_video_histogram_get_bins(a), gst_video_histogram_get_bins(b));
  fail_unless_equals_int(gst_video_histogram_get_n_channels(a),
                         gst_video_histogram_get_n_channels(b));
  for (c = 0; c < gst_video_histogram_get_n_channels(a); c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(a, c),
                              gst_video_histogram_get_channel_name(b, c));
    fail_unless(memcmp(gst_video_histogram_get_counts(a, c, NULL),
                       gst_video_histogram_get_counts(b, c, NULL),
                       gst_video_histogram_get_bins(a) * sizeof(guint64)) == 0);
  }
}

static inline void fail_unless_round_trip(GstVideoHistogram* histogram) {
  GstStructure* structure = gst_video_histogram_to_structure(histogram);
  GError* error = NULL;
  GstVideoHistogram* back = gst_video_histogram_new_from_structure(structure, &error);

  fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
  fail_unless_same(histogram, back);
  gst_video_histogram_unref(back);
  gst_structure_free(structure);
}
