// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What values of samples mean, by the colorimetry of a histogram.
#pragma once

#include <gst/videohistogram/videohistogram.h>

namespace videohistogram::tools {

bool is_full_range(GstVideoHistogram* histogram);
/// Whether the transfer function is PQ or HLG.
bool is_hdr(const GstVideoColorimetry& colorimetry);
bool is_hdr(GstVideoHistogram* histogram);
/// The largest value of Y, of `depth` bits, that lies within this share of the range above black:
/// that which FFmpeg's blackdetect calls black.
guint black_value(GstVideoHistogram* histogram, guint depth, double share);

} // namespace videohistogram::tools
