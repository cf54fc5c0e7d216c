/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The colorimetry of caps: what is stated is kept, what is missing is assumed part by part. */

#include <gst/check/gstcheck.h>
#include <gst/videohistogram/videohistogram.h>

enum {
  R = GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED,
  M = GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED,
  T = GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED,
  P = GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED,
};

/* Short names, for tables. The strings of caps have the values as numbers. */
#define FULL GST_VIDEO_COLOR_RANGE_0_255
#define LIMITED GST_VIDEO_COLOR_RANGE_16_235
#define RGB GST_VIDEO_COLOR_MATRIX_RGB
#define FCC GST_VIDEO_COLOR_MATRIX_FCC
#define BT709 GST_VIDEO_COLOR_MATRIX_BT709
#define BT601 GST_VIDEO_COLOR_MATRIX_BT601
#define SMPTE240M GST_VIDEO_COLOR_MATRIX_SMPTE240M
#define BT2020 GST_VIDEO_COLOR_MATRIX_BT2020
#define T_709 GST_VIDEO_TRANSFER_BT709
#define T_240M GST_VIDEO_TRANSFER_SMPTE240M
#define T_SRGB GST_VIDEO_TRANSFER_SRGB
#define T_BT2020_12 GST_VIDEO_TRANSFER_BT2020_12
#define T_BT2020_10 GST_VIDEO_TRANSFER_BT2020_10
#define T_PQ GST_VIDEO_TRANSFER_SMPTE2084
#define T_HLG GST_VIDEO_TRANSFER_ARIB_STD_B67
#define T_601 GST_VIDEO_TRANSFER_BT601
#define P_709 GST_VIDEO_COLOR_PRIMARIES_BT709
#define P_470M GST_VIDEO_COLOR_PRIMARIES_BT470M
#define P_470BG GST_VIDEO_COLOR_PRIMARIES_BT470BG
#define P_170M GST_VIDEO_COLOR_PRIMARIES_SMPTE170M
#define P_240M GST_VIDEO_COLOR_PRIMARIES_SMPTE240M
#define P_2020 GST_VIDEO_COLOR_PRIMARIES_BT2020

typedef struct {
  const gchar* format;
  gint height;
  const gchar* more; /* fields of the caps */
  gint parts[4];     /* range, matrix, transfer function, primaries */
  guint declared;
} Case;

static GstCaps* make_caps(const Case* c) {
  gchar* text =
      g_strdup_printf("video/x-raw,format=%s,width=64,height=%d%s", c->format, c->height, c->more);
  GstCaps* caps = gst_caps_from_string(text);

  fail_unless(caps != NULL, "%s", text);
  g_free(text);
  return caps;
}

static void fail_unless_colours(const Case* c, const GstVideoColorimetry* overrides) {
  GstCaps* caps = make_caps(c);
  GstVideoColorimetry read;
  GstVideoHistogramColorFlags declared;

  fail_unless(gst_video_histogram_colorimetry_from_caps(caps, overrides, &read, &declared));
  fail_unless(read.range == (GstVideoColorRange)c->parts[0] &&
                  read.matrix == (GstVideoColorMatrix)c->parts[1] &&
                  read.transfer == (GstVideoTransferFunction)c->parts[2] &&
                  read.primaries == (GstVideoColorPrimaries)c->parts[3],
              "%s %d%s: %d:%d:%d:%d instead of %d:%d:%d:%d", c->format, c->height, c->more,
              read.range, read.matrix, read.transfer, read.primaries, c->parts[0], c->parts[1],
              c->parts[2], c->parts[3]);
  fail_unless(declared == c->declared, "%s %d%s: declared 0x%x instead of 0x%x", c->format,
              c->height, c->more, declared, c->declared);
  gst_caps_unref(caps);
}

GST_START_TEST(missing_parts_are_assumed_one_by_one) {
  static const Case cases[] = {
      /* nothing is stated */
      {"I420", 576, "", {LIMITED, BT601, T_601, P_170M}, 0},
      {"I420", 577, "", {LIMITED, BT709, T_709, P_709}, 0},
      {"P010_10LE", 2160, "", {LIMITED, BT709, T_709, P_709}, 0},
      {"RGBA", 576, "", {FULL, RGB, T_SRGB, P_709}, M},
      {"GRAY8", 576, "", {FULL, BT601, T_601, P_170M}, 0},
      {"GRAY16_LE", 1080, "", {FULL, BT709, T_709, P_709}, 0},
      {"NV12", 1080, ",colorimetry=nonsense", {LIMITED, BT709, T_709, P_709}, 0},
      {"NV12", 1080, ",colorimetry=\"1:99:5:1\"", {FULL, BT709, T_709, P_709}, R | T | P},
      {"NV12", 1080, ",colorimetry=(int)1", {LIMITED, BT709, T_709, P_709}, 0},
      /* the range alone, and without it */
      {"I420", 576, ",colorimetry=\"1:0:0:0\"", {FULL, BT601, T_601, P_170M}, R},
      {"I420", 1080, ",colorimetry=\"2:0:0:0\"", {LIMITED, BT709, T_709, P_709}, R},
      {"I420", 576, ",colorimetry=\"0:3:5:1\"", {LIMITED, BT709, T_709, P_709}, M | T | P},
      {"GRAY8", 576, ",colorimetry=\"2:0:0:0\"", {LIMITED, BT601, T_601, P_170M}, R},
      {"RGB", 576, ",colorimetry=\"2:0:0:0\"", {LIMITED, RGB, T_SRGB, P_709}, R | M},
      {"RGB", 576, ",colorimetry=\"0:1:7:1\"", {FULL, RGB, T_SRGB, P_709}, M | T | P},
      /* the matrix by the transfer function */
      {"P010_10LE", 576, ",colorimetry=\"2:0:14:0\"", {LIMITED, BT2020, T_PQ, P_2020}, R | T},
      {"P010_10LE", 576, ",colorimetry=\"2:0:14:7\"", {LIMITED, BT2020, T_PQ, P_2020}, R | T | P},
      {"P010_10LE", 576, ",colorimetry=\"0:0:15:0\"", {LIMITED, BT2020, T_HLG, P_2020}, T},
      {"P010_10LE", 576, ",colorimetry=\"0:0:15:1\"", {LIMITED, BT2020, T_HLG, P_709}, T | P},
      {"I420", 576, ",colorimetry=\"0:0:5:0\"", {LIMITED, BT601, T_709, P_170M}, T},
      /* the matrix by the primaries */
      {"I420", 576, ",colorimetry=\"0:0:0:7\"", {LIMITED, BT2020, T_BT2020_10, P_2020}, P},
      {"I420_10LE", 576, ",colorimetry=\"0:0:0:7\"", {LIMITED, BT2020, T_BT2020_10, P_2020}, P},
      {"I420_12LE", 576, ",colorimetry=\"0:0:0:7\"", {LIMITED, BT2020, T_BT2020_12, P_2020}, P},
      {"I420", 576, ",colorimetry=\"0:0:0:1\"", {LIMITED, BT709, T_709, P_709}, P},
      {"I420", 1080, ",colorimetry=\"0:0:0:3\"", {LIMITED, BT601, T_601, P_470BG}, P},
      {"I420", 1080, ",colorimetry=\"0:0:0:4\"", {LIMITED, BT601, T_601, P_170M}, P},
      {"I420", 576, ",colorimetry=\"0:0:0:5\"", {LIMITED, SMPTE240M, T_240M, P_240M}, P},
      {"I420", 1080, ",colorimetry=\"0:0:0:2\"", {LIMITED, BT709, T_709, P_470M}, P},
      {"I420", 576, ",colorimetry=\"0:0:0:6\"", {LIMITED, BT601, T_601, 6}, P},
      /* transfer function and primaries by the matrix */
      {"I420", 576, ",colorimetry=\"0:3:0:0\"", {LIMITED, BT709, T_709, P_709}, M},
      {"I420", 1080, ",colorimetry=\"0:4:0:0\"", {LIMITED, BT601, T_601, P_170M}, M},
      {"I420", 1080, ",colorimetry=\"0:5:0:0\"", {LIMITED, SMPTE240M, T_240M, P_240M}, M},
      {"I420", 1080, ",colorimetry=\"0:2:0:0\"", {LIMITED, FCC, T_601, P_470M}, M},
      {"P016_LE", 1080, ",colorimetry=\"0:6:0:0\"", {LIMITED, BT2020, T_BT2020_12, P_2020}, M},
      {"RGB", 576, ",colorimetry=\"0:0:14:0\"", {FULL, RGB, T_PQ, P_2020}, M | T},
      {"RGB", 576, ",colorimetry=\"1:6:14:7\"", {FULL, RGB, T_PQ, P_2020}, R | M | T | P},
      /* a matrix of RGB contradicts Y'CbCr and gray */
      {"P010_10LE", 576, ",colorimetry=\"2:1:14:7\"", {LIMITED, BT2020, T_PQ, P_2020}, R | T | P},
      {"I420", 576, ",colorimetry=\"1:1:7:1\"", {FULL, BT709, T_SRGB, P_709}, R | T | P},
      {"GRAY8", 576, ",colorimetry=\"1:1:7:0\"", {FULL, BT601, T_SRGB, P_170M}, R | T},
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++)
    fail_unless_colours(&cases[i], NULL);
}
GST_END_TEST;

GST_START_TEST(colorimetry_that_is_stated_whole_is_gstreamers) {
  static const gchar* const names[] = {"bt601",     "bt709",     "smpte240m",  "bt2020",
                                       "bt2020-10", "bt2100-pq", "bt2100-hlg", "1:4:16:3"};
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(names); i++) {
    gchar* more = g_strdup_printf(",colorimetry=(string)%s", names[i]);
    Case c = {"I420_10LE", 720, more, {0}, R | M | T | P};
    GstVideoColorimetry named;

    fail_unless(gst_video_colorimetry_from_string(&named, names[i]));
    c.parts[0] = named.range;
    c.parts[1] = named.matrix;
    c.parts[2] = named.transfer;
    c.parts[3] = named.primaries;
    fail_unless_colours(&c, NULL);
    g_free(more);
  }
}
GST_END_TEST;

GST_START_TEST(overrides_precede_the_caps_part_by_part) {
  static const struct {
    Case c;
    GstVideoColorimetry overrides;
  } cases[] = {
      {{"I420", 576, "", {FULL, BT601, T_601, P_170M}, R}, {FULL}},
      {{"I420", 576, ",colorimetry=bt709", {FULL, BT709, T_709, P_709}, R | M | T | P}, {FULL}},
      {{"I420", 576, ",colorimetry=bt709", {LIMITED, BT601, T_709, P_709}, R | M | T | P},
       {.matrix = BT601}},
      {{"I420", 576, "", {LIMITED, BT2020, T_PQ, P_2020}, T}, {.transfer = T_PQ}},
      {{"I420", 576, "", {LIMITED, BT2020, T_BT2020_10, P_2020}, P}, {.primaries = P_2020}},
      /* RGB frames have no other matrix, and others keep theirs */
      {{"RGB", 576, "", {LIMITED, RGB, T_SRGB, P_709}, R | M}, {LIMITED, BT709}},
      {{"I420", 576, ",colorimetry=bt601", {FULL, BT601, T_SRGB, P_709}, R | M | T | P},
       {FULL, RGB, T_SRGB, P_709}},
      /* numbers that GStreamer does not know override nothing */
      {{"I420", 576, ",colorimetry=bt709", {LIMITED, BT709, T_709, P_709}, R | M | T | P},
       {(GstVideoColorRange)77, (GstVideoColorMatrix)99, (GstVideoTransferFunction)1000,
        (GstVideoColorPrimaries)55}},
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(cases); i++)
    fail_unless_colours(&cases[i].c, &cases[i].overrides);
}
GST_END_TEST;

GST_START_TEST(a_matrix_without_a_number_in_gstreamer_is_declared_and_unknown) {
  static const gint not_known[] = {8, 10, 11, 12, 13, 14, 15, 255, 256, -1, G_MAXINT};
  static const struct {
    gint code;
    gint matrix;
  } known[] = {{1, BT709}, {4, FCC}, {5, BT601}, {6, BT601}, {7, SMPTE240M}, {9, BT2020}};
  static const gint nothing[] = {0, 2, 3};
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(not_known); i++) {
    gchar* more = g_strdup_printf(",colorimetry=bt2100-pq,x-matrix-h273=(int)%d", not_known[i]);
    const Case c = {"P010_10LE", 576, more, {LIMITED, 0, T_PQ, P_2020}, R | M | T | P};
    const Case of_rgb = {"RGB", 576, more, {LIMITED, RGB, T_PQ, P_2020}, R | M | T | P};
    const Case overridden = {"NV12", 576, more, {LIMITED, BT709, T_PQ, P_2020}, R | M | T | P};
    const GstVideoColorimetry overrides = {.matrix = BT709};

    fail_unless_colours(&c, NULL);
    fail_unless_colours(&of_rgb, NULL);
    fail_unless_colours(&overridden, &overrides);
    g_free(more);
  }
  for (i = 0; i < G_N_ELEMENTS(known); i++) {
    gchar* more = g_strdup_printf(",colorimetry=\"1:0:5:1\",x-matrix-h273=%d", known[i].code);
    const Case c = {"Y444", 576, more, {FULL, known[i].matrix, T_709, P_709}, R | M | T | P};

    fail_unless_colours(&c, NULL);
    g_free(more);
  }
  for (i = 0; i < G_N_ELEMENTS(nothing); i++) {
    gchar* more = g_strdup_printf(",colorimetry=\"1:5:0:0\",x-matrix-h273=%d", nothing[i]);
    const Case c = {"Y444", 576, more, {FULL, SMPTE240M, T_240M, P_240M}, R | M};

    fail_unless_colours(&c, NULL);
    g_free(more);
  }
}
GST_END_TEST;

GST_START_TEST(caps_of_other_streams_are_refused) {
  static const gchar* const texts[] = {"video/x-h264,width=64,height=64", "audio/x-raw",
                                       "video/x-raw,format=I420", "video/x-raw,width=1,height=1"};
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(texts); i++) {
    GstCaps* caps = gst_caps_from_string(texts[i]);
    GstVideoColorimetry read = {FULL, BT709, T_709, P_709};
    GstVideoHistogramColorFlags declared = (GstVideoHistogramColorFlags)R;

    fail_if(gst_video_histogram_colorimetry_from_caps(caps, NULL, &read, &declared));
    fail_unless(read.range == 0 && read.matrix == 0 && read.transfer == 0 && read.primaries == 0);
    fail_unless_equals_int(declared, 0);
    gst_caps_unref(caps);
  }
}
GST_END_TEST;

static Suite* colorimetry_suite(void) {
  Suite* suite = suite_create("colorimetry");
  TCase* tcase = tcase_create("colorimetry");

  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, missing_parts_are_assumed_one_by_one);
  tcase_add_test(tcase, colorimetry_that_is_stated_whole_is_gstreamers);
  tcase_add_test(tcase, overrides_precede_the_caps_part_by_part);
  tcase_add_test(tcase, a_matrix_without_a_number_in_gstreamer_is_declared_and_unknown);
  tcase_add_test(tcase, caps_of_other_streams_are_refused);
  return suite;
}

GST_CHECK_MAIN(colorimetry);
