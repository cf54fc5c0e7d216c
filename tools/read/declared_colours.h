// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a file states about the colours of its video, and who states it.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/record/declared.h"
#include "tools/record/settings.h"

#include <gst/video/video.h>

#include <string>

namespace videohistogram::tools {

/// The parts of a statement, as numbers of ITU-T H.273; 2: not stated. The range is FFmpeg's.
struct ColourStatement {
  AVColorRange range = AVCOL_RANGE_UNSPECIFIED;
  AVColorSpace matrix = AVCOL_SPC_UNSPECIFIED;
  AVColorTransferCharacteristic transfer = AVCOL_TRC_UNSPECIFIED;
  AVColorPrimaries primaries = AVCOL_PRI_UNSPECIFIED;
  AVChromaLocation chroma_place = AVCHROMA_LOC_UNSPECIFIED;
};

/// What the bitstream states in a frame. A matrix that contradicts the format is not stated.
ColourStatement statement_of(const AVFrame& frame);
/// What the container states.
ColourStatement statement_of(const AVCodecParameters& parameters);

/// What settings state. Names that nobody knows state nothing, see find_unknown_colour().
ColourStatement statement_of(const ColourOverrides& overrides);

/// Each part that `first` states, else that of `second`.
ColourStatement combine(const ColourStatement& first, const ColourStatement& second);

/// The parts that both state, and differently, such as "range full, limited"; empty: none.
std::string describe_disagreement(const ColourStatement& bitstream,
                                  const ColourStatement& container);

/// GStreamer's text of colours, with 0 for parts that are not stated, such as "1:3:0:0".
std::string colorimetry_text(const ColourStatement& statement);
/// The number of a stated matrix that GStreamer has no number for; 0: there is none.
int foreign_matrix(const ColourStatement& statement);

/// "full" or "limited"; empty: not stated.
const char* name_of_range(AVColorRange range);

/// Fills in the parts that nobody states: as they are assumed for the frames that are counted.
void complete_colours(DeclaredVideo& video, const GstVideoColorimetry& counted);

} // namespace videohistogram::tools
