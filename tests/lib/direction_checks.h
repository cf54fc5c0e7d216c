/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small pictures counted along a direction as the definition says, in wide integers. */
#pragma once

#include "make_histogram.h"

#include <math.h>

__extension__ typedef __int128 WideInt;

#define ONE (G_GINT64_CONSTANT(1) << 30)

static inline gint64 floor_divide(WideInt value, WideInt divisor) {
  WideInt quotient = value / divisor;

  return (gint64)(value % divisor < 0 ? quotient - 1 : quotient);
}

/* A frame, the grid of the channel in it, and the direction: by an angle, or by a line. */
typedef struct {
  guint width, height, x_sub, y_sub;
  gdouble angle;
  gboolean has_line;
  guint x1, y1, x2, y2; /* in the grid */
  guint bins;
} Scene;

static inline guint grid_width(const Scene* scene) {
  return (scene->width + (1u << scene->x_sub) - 1) >> scene->x_sub;
}

static inline guint grid_height(const Scene* scene) {
  return (scene->height + (1u << scene->y_sub) - 1) >> scene->y_sub;
}

static inline gdouble scene_angle(const Scene* scene) {
  gdouble angle = scene->angle;

  if (scene->has_line)
    angle = atan2((gdouble)scene->x2 - scene->x1, (gdouble)scene->y2 - scene->y1) * 180.0 / G_PI;
  angle = fmod(angle, 360.0);
  return angle < 0.0 ? angle + 360.0 : angle;
}

static inline gint64 scene_cos(const Scene* scene) {
  return llroundl(ONE * cosl(scene_angle(scene) * acosl(-1.0L) / 180.0L));
}

static inline gint64 scene_sin(const Scene* scene) {
  return llroundl(ONE * sinl(scene_angle(scene) * acosl(-1.0L) / 180.0L));
}

static inline guint scene_positions(const Scene* scene) {
  WideInt length = (WideInt)grid_width(scene) * ABS(scene_cos(scene)) +
                   (WideInt)grid_height(scene) * ABS(scene_sin(scene));

  return (guint)-floor_divide(-length, ONE) + (scene->has_line ? 1 : 0);
}

/* v(x, y) before a line has moved it. */
static inline WideInt unmoved(const Scene* scene, guint x, guint y) {
  return (2 * (WideInt)x + 1 - grid_width(scene)) * scene_cos(scene) -
         (2 * (WideInt)y + 1 - grid_height(scene)) * scene_sin(scene) +
         (WideInt)scene_positions(scene) * ONE;
}

/* v(x, y), so that positions are v / 2^31. */
static inline WideInt scene_v(const Scene* scene, guint x, guint y) {
  WideInt residue = 0;

  if (scene->has_line) {
    WideInt value = unmoved(scene, scene->x1, scene->y1) - ONE;

    residue = value - (WideInt)floor_divide(value, 2 * ONE) * 2 * ONE;
    if (residue > ONE)
      residue -= 2 * ONE;
  }
  return unmoved(scene, x, y) - residue;
}

static inline guint scene_position(const Scene* scene, guint x, guint y) {
  return (guint)floor_divide(scene_v(scene, x, y), 2 * ONE);
}

static inline GstVideoHistogramPrivateDirection scene_direction(const Scene* scene) {
  GstVideoHistogramPrivateDirection direction = {
      .c = scene_cos(scene),
      .s = scene_sin(scene),
      .origin = (gint64)scene_v(scene, 0, 0),
      .positions = scene_positions(scene),
      .bins = scene->bins,
      .angle = scene_angle(scene),
      .channel = "LUMA",
      .x_sub = scene->x_sub,
      .y_sub = scene->y_sub,
      .line = scene->has_line ? (gint)scene_position(scene, scene->x1, scene->y1) : -1,
  };

  return direction;
}

/* The bin of a pixel of the grid: neither flat nor symmetric. */
static inline guint scene_bin(const Scene* scene, guint x, guint y) {
  return (x * x + 3 * y + x * y / 2) % scene->bins;
}

/* Where a matrix comes from, and what happened to it. Counts of it are atomic. */
typedef struct {
  guint32* counts;
  gsize n_counts;
  gint reads, destroyed;
  gint failures; /* so many reads fail */
  GstVideoHistogramError code;
  gulong delay; /* of a read, in microseconds */
} Source;

static inline Source make_source(const Scene* scene) {
  Source source = {.n_counts = (gsize)scene_positions(scene) * scene->bins};
  guint x, y;

  source.counts = g_new0(guint32, source.n_counts);
  for (y = 0; y < grid_height(scene); y++) {
    for (x = 0; x < grid_width(scene); x++)
      source.counts[scene_position(scene, x, y) * scene->bins + scene_bin(scene, x, y)]++;
  }
  return source;
}

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

static inline GstVideoHistogram* make_pending_scene(const Scene* scene) {
  static const gchar* const names[] = {"GRAY", NULL};
  GstVideoHistogramPrivateDirection direction = scene_direction(scene);
  GstVideoHistogram* histogram = gst_video_histogram_private_new_pending(
      GST_VIDEO_FORMAT_GRAY8, scene->width, scene->height, NULL, names, 2);

  gst_video_histogram_private_set_direction(histogram, &direction);
  return histogram;
}

/* All pixels in bin 1 of GRAY, and the matrix where `source` has it. */
static inline void complete_scene(GstVideoHistogram* histogram, Source* source) {
  guint32 counts[2] = {0, gst_video_histogram_get_width(histogram) *
                              gst_video_histogram_get_height(histogram)};

  gst_video_histogram_private_set_matrix(histogram, read_source, source, destroy_source);
  gst_video_histogram_private_complete(histogram, counts);
}

static inline GstVideoHistogram* make_scene(const Scene* scene, Source* source) {
  GstVideoHistogram* histogram = make_pending_scene(scene);

  complete_scene(histogram, source);
  return histogram;
}

static inline void fail_unless_matrix(GstVideoHistogram* histogram, const Source* source) {
  gsize n_counts = 0;
  const guint32* counts = gst_video_histogram_get_direction_counts(histogram, &n_counts);

  fail_unless(counts != NULL);
  fail_unless_equals_uint64(n_counts, source->n_counts);
  fail_unless(memcmp(counts, source->counts, n_counts * sizeof(guint32)) == 0);
}

/* Both have the same direction and matrix. */
static inline void fail_unless_same_direction(GstVideoHistogram* a, GstVideoHistogram* b) {
  gsize of_a = 0, of_b = 0;
  guint x, y, at_a, at_b;

  fail_unless_equals_string(gst_video_histogram_get_direction_channel(a),
                            gst_video_histogram_get_direction_channel(b));
  fail_unless(gst_video_histogram_get_direction_angle(a) ==
              gst_video_histogram_get_direction_angle(b));
  fail_unless_equals_int(gst_video_histogram_get_direction_positions(a),
                         gst_video_histogram_get_direction_positions(b));
  fail_unless_equals_int(gst_video_histogram_get_direction_bins(a),
                         gst_video_histogram_get_direction_bins(b));
  fail_unless_equals_int(gst_video_histogram_get_direction_line(a),
                         gst_video_histogram_get_direction_line(b));
  for (y = 0; y < gst_video_histogram_get_height(a); y++) {
    for (x = 0; x < gst_video_histogram_get_width(a); x++) {
      fail_unless(gst_video_histogram_position(a, x, y, &at_a));
      fail_unless(gst_video_histogram_position(b, x, y, &at_b));
      fail_unless_equals_int(at_a, at_b);
    }
  }
  fail_unless(memcmp(gst_video_histogram_get_direction_counts(a, &of_a),
                     gst_video_histogram_get_direction_counts(b, &of_b),
                     (gsize)gst_video_histogram_get_direction_positions(a) *
                         gst_video_histogram_get_direction_bins(a) * sizeof(guint32)) == 0);
  fail_unless_equals_uint64(of_a, of_b);
}
