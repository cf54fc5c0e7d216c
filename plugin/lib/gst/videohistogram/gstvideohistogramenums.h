/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The enums of the library and of the element's properties. Their GTypes are generated. */
#pragma once

#include <gst/videohistogram/gstvideohistogram-prelude.h>

G_BEGIN_DECLS

/**
 * GstVideoHistogramError:
 * @GST_VIDEO_HISTOGRAM_ERROR_FAILED: the frame could not be counted, for a reason that no other
 *   code names
 * @GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT: the histogram is still pending after the timeout; a later
 *   wait can succeed
 * @GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES: out of memory, or the device was busy
 * @GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST: the device failed while it counted this frame
 * @GST_VIDEO_HISTOGRAM_ERROR_INVALID: malformed input, or channels that the function cannot use
 * @GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE: two histograms differ in their channels
 *
 * The codes of the domain %GST_VIDEO_HISTOGRAM_ERROR.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_ERROR_FAILED,
  GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT,
  GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
  GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
  GST_VIDEO_HISTOGRAM_ERROR_INVALID,
  GST_VIDEO_HISTOGRAM_ERROR_INCOMPATIBLE,
} GstVideoHistogramError;

/**
 * GstVideoHistogramCompareMethod:
 * @GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION: likeness: the sum of min(p, q). 1 is equal, 0 is
 *   disjoint (Swain and Ballard; OpenCV's `HISTCMP_INTERSECT`)
 * @GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE: distance: half the sum of (p - q)^2 / (p + q), over the
 *   bins where p + q is not 0. 0 is equal, 1 is disjoint (a quarter of OpenCV's
 *   `HISTCMP_CHISQR_ALT`); symmetric, unlike Pearson's test
 * @GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA: distance: the square root of 1 - the sum of
 *   sqrt(p * q). 0 is equal, 1 is disjoint (the Hellinger distance; OpenCV's
 *   `HISTCMP_BHATTACHARYYA`)
 * @GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS: distance: the sum of |P - Q|, P and Q being the
 *   cumulative sums of p and q, in bins. 0 is equal, bins - 1 is all black against all white. Only
 *   this method takes into account how far apart bins are (Rubner, Tomasi and Guibas)
 *
 * How to compare two histograms. p and q are the counts of the two channels, each divided by the
 * channel's number of samples, so frames of different sizes compare.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_COMPARE_INTERSECTION,
  GST_VIDEO_HISTOGRAM_COMPARE_CHI_SQUARE,
  GST_VIDEO_HISTOGRAM_COMPARE_BHATTACHARYYA,
  GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS,
} GstVideoHistogramCompareMethod;

/**
 * GstVideoHistogramBackend:
 * @GST_VIDEO_HISTOGRAM_BACKEND_AUTO: a GPU if there is a usable one, else the CPU; the CPU also for
 *   small frames in system memory
 * @GST_VIDEO_HISTOGRAM_BACKEND_CPU: the CPU
 * @GST_VIDEO_HISTOGRAM_BACKEND_CUDA: an NVIDIA GPU
 *
 * Where frames are counted: the values of the element's property `backend`.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_BACKEND_AUTO,
  GST_VIDEO_HISTOGRAM_BACKEND_CPU,
  GST_VIDEO_HISTOGRAM_BACKEND_CUDA,
} GstVideoHistogramBackend;

/**
 * GstVideoHistogramSplit:
 * @GST_VIDEO_HISTOGRAM_SPLIT_AUTO: large frames by rows, small frames whole
 * @GST_VIDEO_HISTOGRAM_SPLIT_ROWS: each GPU counts a band of rows of every frame, all GPUs at the
 *   same time
 * @GST_VIDEO_HISTOGRAM_SPLIT_FRAMES: each GPU counts whole frames, the GPUs take turns
 *
 * How several GPUs share frames in host memory: the values of the element's property `split`.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_SPLIT_AUTO,
  GST_VIDEO_HISTOGRAM_SPLIT_ROWS,
  GST_VIDEO_HISTOGRAM_SPLIT_FRAMES,
} GstVideoHistogramSplit;

/**
 * GstVideoHistogramFieldMode:
 * @GST_VIDEO_HISTOGRAM_FIELD_MODE_TOGETHER: an interlaced frame has one histogram, of both fields
 * @GST_VIDEO_HISTOGRAM_FIELD_MODE_APART: each field has histograms of its own, beside those of the
 *   frame
 *
 * What is counted of interlaced frames: the values of the element's property `fields`.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_FIELD_MODE_TOGETHER,
  GST_VIDEO_HISTOGRAM_FIELD_MODE_APART,
} GstVideoHistogramFieldMode;

/**
 * GstVideoHistogramField:
 * @GST_VIDEO_HISTOGRAM_FIELD_NONE: a frame: progressive, or both fields together
 * @GST_VIDEO_HISTOGRAM_FIELD_TOP: the top field: rows 0, 2, 4 and so on of each plane of the frame
 * @GST_VIDEO_HISTOGRAM_FIELD_BOTTOM: the bottom field: rows 1, 3, 5 and so on
 *
 * The field whose samples a histogram counts.
 *
 * Thread-safety: constants.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_FIELD_NONE,
  GST_VIDEO_HISTOGRAM_FIELD_TOP,
  GST_VIDEO_HISTOGRAM_FIELD_BOTTOM,
} GstVideoHistogramField;

/**
 * GstVideoHistogramRgbRange:
 * @GST_VIDEO_HISTOGRAM_RGB_RANGE_FULL: black is 0, white is the highest code, as a viewer sees them
 * @GST_VIDEO_HISTOGRAM_RGB_RANGE_NARROW: black is 16 and white is 235 in 8 bits, so that values
 *   below black and above white are kept
 *
 * The codes of R, G and B that are computed from Y'CbCr frames: the values of the element's
 * property `rgb-range`.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_RGB_RANGE_FULL,
  GST_VIDEO_HISTOGRAM_RGB_RANGE_NARROW,
} GstVideoHistogramRgbRange;

/**
 * GstVideoHistogramRangeLimits:
 * @GST_VIDEO_HISTOGRAM_RANGE_LIMITS_R103: the preferred range of EBU R 103: 5 to 246 in 8 bits
 * @GST_VIDEO_HISTOGRAM_RANGE_LIMITS_LEGAL: 16 to 235 in 8 bits
 *
 * The codes that the channel RANGE does not mark: the values of the element's property
 * `range-limits`.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_RANGE_LIMITS_R103,
  GST_VIDEO_HISTOGRAM_RANGE_LIMITS_LEGAL,
} GstVideoHistogramRangeLimits;

/**
 * GstVideoHistogramColorFlags:
 * @GST_VIDEO_HISTOGRAM_COLOR_NONE: no channel is computed with a matrix or limits, and no part of
 *   the colorimetry is declared
 * @GST_VIDEO_HISTOGRAM_COLOR_COMPUTED: R, G, B, MAXRGB, RANGE, R-G, G-B, CHROMA or chromaticities
 *   were computed from Y'CbCr samples, with the matrix and the range of the histogram's colorimetry
 * @GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB: the computed R, G, B, R-G, G-B and CHROMA are in
 *   %GST_VIDEO_HISTOGRAM_RGB_RANGE_NARROW, else in %GST_VIDEO_HISTOGRAM_RGB_RANGE_FULL
 * @GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS: RANGE was counted with
 *   %GST_VIDEO_HISTOGRAM_RANGE_LIMITS_LEGAL, else with %GST_VIDEO_HISTOGRAM_RANGE_LIMITS_R103
 * @GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED: the caps or the element's property `colorimetry` state
 *   the range; without the flag it was assumed, see gst_video_histogram_colorimetry_from_caps()
 * @GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED: likewise the matrix. A matrix that is declared and
 *   %GST_VIDEO_COLOR_MATRIX_UNKNOWN is one that GStreamer has no number for
 * @GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED: likewise the transfer function
 * @GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED: likewise the primaries
 *
 * How the colours of a histogram were computed, and where its colorimetry comes from.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_COLOR_NONE = 0,
  GST_VIDEO_HISTOGRAM_COLOR_COMPUTED = 1 << 0,
  GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB = 1 << 1,
  GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS = 1 << 2,
  GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED = 1 << 3,
  GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED = 1 << 4,
  GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED = 1 << 5,
  GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED = 1 << 6,
} GstVideoHistogramColorFlags;

/**
 * GstVideoHistogramAxis:
 * @GST_VIDEO_HISTOGRAM_AXIS_X: the first channel
 * @GST_VIDEO_HISTOGRAM_AXIS_Y: the second channel
 *
 * An axis of a joint histogram.
 *
 * Since: 0.1
 */
typedef enum {
  GST_VIDEO_HISTOGRAM_AXIS_X,
  GST_VIDEO_HISTOGRAM_AXIS_Y,
} GstVideoHistogramAxis;

G_END_DECLS
