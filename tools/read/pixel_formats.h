// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How frames of FFmpeg's pixel formats are counted.
#pragma once

#include "tools/read/av_pointers.h"

#include <cstdint>

namespace videohistogram::tools {

enum class Treatment : uint8_t {
  stored,   ///< the samples as they are; alpha, which nothing counts, is left out
  repacked, ///< the same samples in another order, or in the high bits of 16
  divided,  ///< the stored samples, Y and chroma in frames of their own: there is no format of this
            ///< grid
  converted, ///< R, G and B: libswscale makes Y'CbCr, as FFmpeg does before its filter signalstats
  refused    ///< nothing can be counted exactly
};

struct CountedForm {
  Treatment treatment = Treatment::refused;
  const char* format = nullptr;         ///< GStreamer's name of the frames that are counted
  int depth = 0;                        ///< bits per value of the file; figures are told in these
  int shift = 0;                        ///< of repacked samples to the left
  AVPixelFormat copy = AV_PIX_FMT_NONE; ///< of converted frames
};

/// The field of caps that has CountedForm::depth, if the samples are shifted.
constexpr const char* sample_depth_field = "x-sample-depth";

/// The format of the samples of a frame, also of one in the memory of a GPU.
AVPixelFormat format_of(const AVFrame& frame);

/// The table follows from core/format.h and FFmpeg's descriptions of its formats.
CountedForm counted_form(AVPixelFormat format);

/// Whether samples are R, G and B, or X, Y and Z, or indices of these.
bool is_rgb(AVPixelFormat format);

/// Whether the format itself says that samples have the full range.
bool is_full_range(AVPixelFormat format);

} // namespace videohistogram::tools
