/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The colours of frames: the parts that their caps state, and rules for those that are missing. */

#include <gst/videohistogram/gstvideohistogram-internal.h>
#include <gst/videohistogram/gstvideohistogramcolorimetry.h>

/* The parts of `colorimetry` that GStreamer knows and that frames of `format` can have. 0 stands
 * for a part that is missing. */
static GstVideoColorimetry possible_parts(const GstVideoColorimetry* colorimetry,
                                          const GstVideoFormatInfo* format) {
  GstVideoColorimetry known = *colorimetry;

  if (!_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_RANGE, (gint)known.range))
    known.range = GST_VIDEO_COLOR_RANGE_UNKNOWN;
  if (!_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_MATRIX, (gint)known.matrix) ||
      (known.matrix == GST_VIDEO_COLOR_MATRIX_RGB && !GST_VIDEO_FORMAT_INFO_IS_RGB(format)))
    known.matrix = GST_VIDEO_COLOR_MATRIX_UNKNOWN;
  if (!_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_TRANSFER_FUNCTION, (gint)known.transfer))
    known.transfer = GST_VIDEO_TRANSFER_UNKNOWN;
  if (!_gst_video_histogram_is_enum_value(GST_TYPE_VIDEO_COLOR_PRIMARIES, (gint)known.primaries))
    known.primaries = GST_VIDEO_COLOR_PRIMARIES_UNKNOWN;
  return known;
}

/* What the field `colorimetry` of caps states. gst_video_info_from_caps() is of no use here: if the
 * matrix is missing, it replaces all four parts by defaults. */
static GstVideoColorimetry stated_by_caps(const GstStructure* caps,
                                          const GstVideoFormatInfo* format) {
  const gchar* text = gst_structure_get_string(caps, "colorimetry");
  GstVideoColorimetry stated = {0};

  if (text == NULL || !gst_video_colorimetry_from_string(&stated, text))
    memset(&stated, 0, sizeof(stated));
  return possible_parts(&stated, format);
}

static void override_parts(GstVideoColorimetry* stated, const GstVideoColorimetry* overrides,
                           const GstVideoFormatInfo* format) {
  const GstVideoColorimetry by = possible_parts(overrides, format);

  if (by.range != GST_VIDEO_COLOR_RANGE_UNKNOWN)
    stated->range = by.range;
  if (by.matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN)
    stated->matrix = by.matrix;
  if (by.transfer != GST_VIDEO_TRANSFER_UNKNOWN)
    stated->transfer = by.transfer;
  if (by.primaries != GST_VIDEO_COLOR_PRIMARIES_UNKNOWN)
    stated->primaries = by.primaries;
}

static gboolean is_hdr(GstVideoTransferFunction transfer) {
  return transfer == GST_VIDEO_TRANSFER_SMPTE2084 || transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67;
}

static GstVideoColorMatrix assumed_matrix(const GstVideoColorimetry* stated, gint height) {
  if (is_hdr(stated->transfer))
    return GST_VIDEO_COLOR_MATRIX_BT2020;
  switch (stated->primaries) {
  case GST_VIDEO_COLOR_PRIMARIES_BT2020:
    return GST_VIDEO_COLOR_MATRIX_BT2020;
  case GST_VIDEO_COLOR_PRIMARIES_BT709:
    return GST_VIDEO_COLOR_MATRIX_BT709;
  case GST_VIDEO_COLOR_PRIMARIES_BT470BG:
  case GST_VIDEO_COLOR_PRIMARIES_SMPTE170M:
    return GST_VIDEO_COLOR_MATRIX_BT601;
  case GST_VIDEO_COLOR_PRIMARIES_SMPTE240M:
    return GST_VIDEO_COLOR_MATRIX_SMPTE240M;
  default:
    return height <= 576 ? GST_VIDEO_COLOR_MATRIX_BT601 : GST_VIDEO_COLOR_MATRIX_BT709;
  }
}

static GstVideoTransferFunction assumed_transfer(GstVideoColorMatrix matrix, guint depth) {
  switch (matrix) {
  case GST_VIDEO_COLOR_MATRIX_RGB:
    return GST_VIDEO_TRANSFER_SRGB;
  case GST_VIDEO_COLOR_MATRIX_BT2020:
    return depth > 10 ? GST_VIDEO_TRANSFER_BT2020_12 : GST_VIDEO_TRANSFER_BT2020_10;
  case GST_VIDEO_COLOR_MATRIX_BT709:
    return GST_VIDEO_TRANSFER_BT709;
  case GST_VIDEO_COLOR_MATRIX_SMPTE240M:
    return GST_VIDEO_TRANSFER_SMPTE240M;
  default:
    return GST_VIDEO_TRANSFER_BT601;
  }
}

static GstVideoColorPrimaries assumed_primaries(GstVideoColorMatrix matrix,
                                                GstVideoTransferFunction transfer) {
  switch (matrix) {
  case GST_VIDEO_COLOR_MATRIX_RGB:
    return is_hdr(transfer) ? GST_VIDEO_COLOR_PRIMARIES_BT2020 : GST_VIDEO_COLOR_PRIMARIES_BT709;
  case GST_VIDEO_COLOR_MATRIX_BT2020:
    return GST_VIDEO_COLOR_PRIMARIES_BT2020;
  case GST_VIDEO_COLOR_MATRIX_BT709:
    return GST_VIDEO_COLOR_PRIMARIES_BT709;
  case GST_VIDEO_COLOR_MATRIX_SMPTE240M:
    return GST_VIDEO_COLOR_PRIMARIES_SMPTE240M;
  case GST_VIDEO_COLOR_MATRIX_FCC:
    return GST_VIDEO_COLOR_PRIMARIES_BT470M;
  default:
    return GST_VIDEO_COLOR_PRIMARIES_SMPTE170M;
  }
}

/**
 * gst_video_histogram_colorimetry_from_caps:
 * @caps: fixed caps of raw video
 * @overrides: (nullable): parts that precede those of the caps, as the elements' property
 *   `colorimetry` names them; a part that is 0 overrides nothing
 * @colorimetry: (out caller-allocates): the colorimetry
 * @declared: (out) (optional): which parts the caps or @overrides state, as the flags
 *   %GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED, %GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED,
 *   %GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED and
 *   %GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED; the others were assumed
 *
 * Gives the colorimetry by which the elements count frames of these caps. Each part that is stated
 * is kept. A part is missing if it is 0 or not known to GStreamer; so is a matrix of RGB where
 * frames are Y'CbCr or gray. gst_video_info_from_caps() replaces all four parts by its defaults
 * where the matrix is missing. A part that is missing is assumed:
 *
 * - range: limited; of RGB and gray frames full
 * - matrix: BT.2020 if the primaries are stated as BT.2020, or the transfer function as PQ or HLG;
 *   else that of the stated primaries BT.709, BT.601 (625 or 525 lines) or SMPTE ST 240; else
 *   BT.601 of frames of up to 576 rows, BT.709 of others
 * - transfer function and primaries: those of the matrix; of RGB frames sRGB and BT.709
 *
 * The matrix of RGB frames is always RGB, and declared by the format.
 *
 * The matrix is %GST_VIDEO_COLOR_MATRIX_UNKNOWN and declared if the caps state one by
 * %GST_VIDEO_HISTOGRAM_CAPS_MATRIX_FIELD that GStreamer does not know. R, G and B of such frames
 * cannot be computed.
 *
 * Thread-safety: any thread.
 *
 * Returns: %FALSE, with all parts unknown, if the caps are not those of raw video
 *
 * Since: 0.1
 */
gboolean gst_video_histogram_colorimetry_from_caps(const GstCaps* caps,
                                                   const GstVideoColorimetry* overrides,
                                                   GstVideoColorimetry* colorimetry,
                                                   GstVideoHistogramColorFlags* declared) {
  const GstStructure* structure;
  const GstVideoFormatInfo* format;
  GstVideoColorimetry stated;
  GstVideoColorMatrix assumed; /* transfer function and primaries follow it */
  GstVideoInfo info;
  gboolean has_code;
  guint flags = GST_VIDEO_HISTOGRAM_COLOR_NONE;
  gint code = 0;

  g_return_val_if_fail(GST_IS_CAPS(caps) && gst_caps_is_fixed(caps), FALSE);
  g_return_val_if_fail(colorimetry != NULL, FALSE);

  memset(colorimetry, 0, sizeof(*colorimetry));
  if (declared != NULL)
    *declared = GST_VIDEO_HISTOGRAM_COLOR_NONE;
  if (!gst_video_info_from_caps(&info, caps) ||
      GST_VIDEO_INFO_FORMAT(&info) == GST_VIDEO_FORMAT_ENCODED)
    return FALSE;
  format = info.finfo;

  structure = gst_caps_get_structure(caps, 0);
  stated = stated_by_caps(structure, format);
  has_code = gst_structure_get_int(structure, GST_VIDEO_HISTOGRAM_CAPS_MATRIX_FIELD, &code) &&
             code != 0 && code != 2 && code != 3;
  if (has_code)
    stated.matrix = gst_video_color_matrix_from_iso(code < 0 ? G_MAXUINT : (guint)code);
  if (overrides != NULL)
    override_parts(&stated, overrides, format);
  if (GST_VIDEO_FORMAT_INFO_IS_RGB(format))
    stated.matrix = GST_VIDEO_COLOR_MATRIX_RGB;

  *colorimetry = stated;
  assumed = assumed_matrix(&stated, GST_VIDEO_INFO_HEIGHT(&info));
  if (stated.range != GST_VIDEO_COLOR_RANGE_UNKNOWN)
    flags |= GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED;
  else
    colorimetry->range = GST_VIDEO_FORMAT_INFO_IS_YUV(format) ? GST_VIDEO_COLOR_RANGE_16_235
                                                              : GST_VIDEO_COLOR_RANGE_0_255;
  if (stated.matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN || has_code)
    flags |= GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED;
  else
    colorimetry->matrix = assumed;
  if (colorimetry->matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN)
    assumed = colorimetry->matrix;
  if (stated.transfer != GST_VIDEO_TRANSFER_UNKNOWN)
    flags |= GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED;
  else
    colorimetry->transfer = assumed_transfer(assumed, GST_VIDEO_FORMAT_INFO_DEPTH(format, 0));
  if (stated.primaries != GST_VIDEO_COLOR_PRIMARIES_UNKNOWN)
    flags |= GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED;
  else
    colorimetry->primaries = assumed_primaries(assumed, stated.transfer);
  if (declared != NULL)
    *declared = (GstVideoHistogramColorFlags)flags;
  return TRUE;
}
