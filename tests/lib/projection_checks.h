/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections of small images, counted by the definition. 64 bits hold all numbers for up to 2^29
 * columns and rows. */
#pragma once

#include "make_histogram.h"
#include "matrix_source.h"

#include <math.h>

#define ONE (G_GINT64_CONSTANT(1) << 30)

static inline gint64 floor_divide(gint64 value, gint64 divisor) {
  gint64 quotient = value / divisor;

  return (gint64)(value % divisor < 0 ? quotient - 1 : quotient);
}

/* A frame, the grid of the channel in it, and the projection: by an angle, or by a line. */
typedef struct {
  guint width, height, x_sub, y_sub;
  gdouble angle;
  gboolean has_line;
  guint x1, y1, x2, y2; /* in the grid */
  guint bins;
  const gchar* channel; /* NULL: LUMA */
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

/* Cosine and sine in units of 1 / ONE. */
typedef struct {
  gdouble angle;
  gint64 cosine, sine;
} Turn;

/* Cosine and sine of the scene's angle; cached, because every pixel needs them. */
static inline const Turn* scene_turn(const Scene* scene) {
  static _Thread_local Turn last = {-1.0, 0, 0};
  gdouble angle = scene_angle(scene);

  if (last.angle != angle) {
    last.angle = angle;
    last.cosine = llroundl(ONE * cosl(angle * acosl(-1.0L) / 180.0L));
    last.sine = llroundl(ONE * sinl(angle * acosl(-1.0L) / 180.0L));
  }
  return &last;
}

static inline gint64 scene_cos(const Scene* scene) {
  return scene_turn(scene)->cosine;
}

static inline gint64 scene_sin(const Scene* scene) {
  return scene_turn(scene)->sine;
}

static inline guint scene_positions(const Scene* scene) {
  gint64 length = (gint64)grid_width(scene) * ABS(scene_cos(scene)) +
                  (gint64)grid_height(scene) * ABS(scene_sin(scene));

  return (guint)-floor_divide(-length, ONE) + (scene->has_line ? 1 : 0);
}

/* v(x, y) without the shift that makes a line lie in the middle of a position. */
static inline gint64 unmoved(const Scene* scene, guint x, guint y) {
  return (2 * (gint64)x + 1 - grid_width(scene)) * scene_cos(scene) -
         (2 * (gint64)y + 1 - grid_height(scene)) * scene_sin(scene) +
         (gint64)scene_positions(scene) * ONE;
}

/* v(x, y), so that positions are v / 2^31. */
static inline gint64 scene_v(const Scene* scene, guint x, guint y) {
  gint64 residue = 0;

  if (scene->has_line) {
    gint64 value = unmoved(scene, scene->x1, scene->y1) - ONE;

    residue = value - (gint64)floor_divide(value, 2 * ONE) * 2 * ONE;
    if (residue > ONE)
      residue -= 2 * ONE;
  }
  return unmoved(scene, x, y) - residue;
}

static inline guint scene_position(const Scene* scene, guint x, guint y) {
  return (guint)floor_divide(scene_v(scene, x, y), 2 * ONE);
}

static inline GstVideoHistogramPrivateProjection scene_projection(const Scene* scene) {
  GstVideoHistogramPrivateProjection projection = {
      .c = scene_cos(scene),
      .s = scene_sin(scene),
      .origin = (gint64)scene_v(scene, 0, 0),
      .positions = scene_positions(scene),
      .angle = scene_angle(scene),
      .channel = {scene->channel != NULL ? scene->channel : "LUMA", scene->bins,
                  depth_of(scene->bins)},
      .x_sub = scene->x_sub,
      .y_sub = scene->y_sub,
      .line = scene->has_line ? (gint)scene_position(scene, scene->x1, scene->y1) : -1,
  };

  return projection;
}

/* The bin of a pixel of the grid: neither flat nor symmetric. */
static inline guint scene_bin(const Scene* scene, guint x, guint y) {
  return (x * x + 3 * y + x * y / 2) % scene->bins;
}

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

/* Borrowed; valid as long as the histogram. */
static inline GstVideoHistogramProjection* nth(GstVideoHistogram* histogram, guint index) {
  GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, index);

  gst_video_histogram_projection_unref(projection);
  return projection;
}

/* Frames of the size of the first scene, with a projection for each scene. */
static inline GstVideoHistogram* make_pending_scenes(const Scene* scenes, guint n_scenes) {
  static const gchar* const names[] = {"GRAY", NULL};
  GstVideoHistogram* histogram =
      new_pending_alike(GST_VIDEO_FORMAT_GRAY8, scenes->width, scenes->height, NULL, names, 2);
  guint i;

  for (i = 0; i < n_scenes; i++) {
    GstVideoHistogramPrivateProjection projection = scene_projection(&scenes[i]);

    gst_video_histogram_producer()->add_projection(histogram, &projection);
  }
  return histogram;
}

static inline GstVideoHistogram* make_pending_scene(const Scene* scene) {
  return make_pending_scenes(scene, 1);
}

/* All pixels in bin 1 of GRAY, and for each projection the matrix that its source has. */
static inline void complete_scene(GstVideoHistogram* histogram, Source* sources) {
  guint32 counts[2] = {0, gst_video_histogram_get_width(histogram) *
                              gst_video_histogram_get_height(histogram)};
  guint i;

  for (i = 0; i < gst_video_histogram_get_n_projections(histogram); i++)
    gst_video_histogram_producer()->set_projection(histogram, i, read_source, &sources[i],
                                                   destroy_source);
  gst_video_histogram_producer()->complete(histogram, counts);
}

static inline GstVideoHistogram* make_scenes(const Scene* scenes, guint n_scenes, Source* sources) {
  GstVideoHistogram* histogram = make_pending_scenes(scenes, n_scenes);

  complete_scene(histogram, sources);
  return histogram;
}

static inline GstVideoHistogram* make_scene(const Scene* scene, Source* source) {
  return make_scenes(scene, 1, source);
}

static inline void fail_unless_nth_matrix(GstVideoHistogram* histogram, guint index,
                                          const Source* source) {
  gsize n_counts = 0;
  const guint32* counts =
      gst_video_histogram_projection_get_counts(nth(histogram, index), &n_counts);

  fail_unless(counts != NULL);
  fail_unless_equals_uint64(n_counts, source->n_counts);
  fail_unless(memcmp(counts, source->counts, n_counts * sizeof(guint32)) == 0);
}

static inline void fail_unless_matrix(GstVideoHistogram* histogram, const Source* source) {
  fail_unless_nth_matrix(histogram, 0, source);
}

/* Checks that both have the same positions and matrix. */
static inline void fail_unless_same_projection(GstVideoHistogramProjection* a,
                                               GstVideoHistogramProjection* b, guint width,
                                               guint height) {
  gsize of_a = 0, of_b = 0;
  guint x, y, at_a, at_b;

  fail_unless_equals_string(gst_video_histogram_projection_get_channel(a),
                            gst_video_histogram_projection_get_channel(b));
  fail_unless(gst_video_histogram_projection_get_angle(a) ==
              gst_video_histogram_projection_get_angle(b));
  fail_unless_equals_int(gst_video_histogram_projection_get_positions(a),
                         gst_video_histogram_projection_get_positions(b));
  fail_unless_equals_int(gst_video_histogram_projection_get_bins(a),
                         gst_video_histogram_projection_get_bins(b));
  fail_unless_equals_int(gst_video_histogram_projection_get_line(a),
                         gst_video_histogram_projection_get_line(b));
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      fail_unless(gst_video_histogram_projection_get_position(a, x, y, &at_a));
      fail_unless(gst_video_histogram_projection_get_position(b, x, y, &at_b));
      fail_unless_equals_int(at_a, at_b);
    }
  }
  fail_unless(memcmp(gst_video_histogram_projection_get_counts(a, &of_a),
                     gst_video_histogram_projection_get_counts(b, &of_b),
                     (gsize)gst_video_histogram_projection_get_positions(a) *
                         gst_video_histogram_projection_get_bins(a) * sizeof(guint32)) == 0);
  fail_unless_equals_uint64(of_a, of_b);
}

static inline void fail_unless_same_projections(GstVideoHistogram* a, GstVideoHistogram* b) {
  guint i;

  fail_unless_equals_int(gst_video_histogram_get_n_projections(a),
                         gst_video_histogram_get_n_projections(b));
  for (i = 0; i < gst_video_histogram_get_n_projections(a); i++)
    fail_unless_same_projection(nth(a, i), nth(b, i), gst_video_histogram_get_width(a),
                                gst_video_histogram_get_height(a));
}

/* The element of a structure's field `projections`; it need not be a projection. */
static inline const GValue* nth_value(const GstStructure* structure, guint index) {
  return gst_value_array_get_value(gst_structure_get_value(structure, "projections"), index);
}

/* Puts a value in the place of a projection of a structure. */
static inline void set_nth_value(GstStructure* structure, guint index, const GValue* value) {
  guint n = gst_value_array_get_size(gst_structure_get_value(structure, "projections")), i;
  GValue projections = G_VALUE_INIT;

  gst_value_array_init(&projections, n);
  for (i = 0; i < n; i++)
    gst_value_array_append_value(&projections, i == index ? value : nth_value(structure, i));
  gst_structure_take_value(structure, "projections", &projections);
}

/* Sets a projection of the structure and takes it. */
static inline void take_nth(GstStructure* structure, guint index, GstStructure* projection) {
  GValue value = G_VALUE_INIT;

  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, projection);
  set_nth_value(structure, index, &value);
  g_value_unset(&value);
}
