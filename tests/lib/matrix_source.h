/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A producer's side of a table with two axes: the functions that read and free its counts. */
#pragma once

#include "make_histogram.h"

/* The counts of a matrix, and how often the functions below were called. */
typedef struct {
  guint32* counts;
  gsize n_counts;
  gint reads, destroyed;
  gint failures; /* number of reads that fail */
  GstVideoHistogramError code;
  gulong delay; /* of a read, in microseconds */
} Source;

static inline gboolean read_source(gpointer data, guint32* counts, GError** error) {
  Source* source = data;

  fail_unless_equals_int(g_atomic_int_get(&source->destroyed), 0);
  g_atomic_int_inc(&source->reads);
  g_usleep(source->delay);
  if (source->failures > 0) {
    source->failures--;
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, (gint)source->code, "no matrix");
    return FALSE;
  }
  memcpy(counts, source->counts, source->n_counts * sizeof(guint32));
  return TRUE;
}

static inline void destroy_source(gpointer data) {
  g_atomic_int_inc(&((Source*)data)->destroyed);
}
