/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shared by the tests of structures. */
#pragma once

#include "make_histogram.h"

/* A structure as text that is right with BINS between the two. */
#define HEAD                                                                                       \
  "GstVideoHistogram, version=(uint)4, format=(string)RGB, width=(uint)2, height=(uint)2, "
#define BINS "bins=<2,2>, depth=<8,8>"
#define TAIL ", channels=(string)<R,G>, counts=<<(guint64)1,(guint64)3>,<(guint64)0,(guint64)4>>"

static inline void fail_unless_round_trip(GstVideoHistogram* histogram) {
  GstStructure* structure = gst_video_histogram_to_structure(histogram);
  GError* error = NULL;
  GstVideoHistogram* back = gst_video_histogram_new_from_structure(structure, &error);

  fail_unless(back != NULL, "%s", error != NULL ? error->message : "no error");
  fail_unless_same(histogram, back);
  gst_video_histogram_unref(back);
  gst_structure_free(structure);
}
