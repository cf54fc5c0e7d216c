// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The record of one frame.
#pragma once

#include "tools/record/fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// The keys of FFmpeg's filter signalstats by their names, and further figures, also of other
/// filters. docs/archive.md
/// defines each of them. A whole one is always a whole number.
// clang-format off
#define VIDEOHISTOGRAM_FIGURES(whole, real)                                                        \
  whole(YMIN) whole(YLOW) real(YAVG) whole(YHIGH) whole(YMAX)                                      \
  whole(UMIN) whole(ULOW) real(UAVG) whole(UHIGH) whole(UMAX)                                      \
  whole(VMIN) whole(VLOW) real(VAVG) whole(VHIGH) whole(VMAX)                                      \
  whole(SATMIN) whole(SATLOW) real(SATAVG) whole(SATHIGH) whole(SATMAX)                            \
  whole(HUEMED) real(HUEAVG) real(YDIF) real(UDIF) real(VDIF)                                      \
  whole(YBITDEPTH) whole(UBITDEPTH) whole(VBITDEPTH)                                               \
  whole(YP1) whole(YP99) real(YDEV) real(YENTROPY)                                                 \
  real(YOUT) real(UOUT) real(VOUT) real(R103OUT)                                                   \
  real(SCDMAFD) real(SCDSCORE) real(DIF) real(HISTDIF) real(BLACK)                                 \
  whole(ACTIVEX) whole(ACTIVEY) whole(ACTIVEW) whole(ACTIVEH)                                      \
  real(LIGHTPEAK) real(LIGHTAVG) real(LIGHTP1) real(LIGHTP50) real(LIGHTP99) real(LIGHTP9998)      \
  real(ACTIVELIGHT)                                                                                \
  real(TOUT) real(VREP) real(BRNG) real(SPECKLE) real(LINEREP)                                     \
  whole(CROPX1) whole(CROPX2) whole(CROPY1) whole(CROPY2) whole(CROPW) whole(CROPH)                \
  whole(IDETTYPE) whole(IDETMULTI) whole(IDETREP)                                                  \
  real(MSEFY) real(MSEFU) real(MSEFV) real(PSNRFY) real(PSNRFU) real(PSNRFV)                       \
  real(SSIMFY) real(SSIMFU) real(SSIMFV) real(SSIMFALL) real(FLICKER)                              \
  real(YENTNORM) real(UENTNORM) real(VENTNORM) real(YENTDIFF) real(UENTDIFF) real(VENTDIFF)        \
  real(TI)                                                                                         \
  real(FLASHAREA) whole(FLASHCOUNT) whole(REDCOUNT)                                                \
  real(SI) real(BLOCKH) whole(BLOCKHX) real(BLOCKV) whole(BLOCKVY)                                 \
  real(ACTIVEBRNG) real(ACTIVER103)
// clang-format on

/// The place of each figure in FrameRecord::figures.
namespace figure {
#define VIDEOHISTOGRAM_FIGURE(name) name,
enum Place : size_t {
  VIDEOHISTOGRAM_FIGURES(VIDEOHISTOGRAM_FIGURE, VIDEOHISTOGRAM_FIGURE) count,
  none = count
};
#undef VIDEOHISTOGRAM_FIGURE
} // namespace figure

/// The column of a figure, in the table of frames and in every other output.
struct Column {
  const char* name;
  bool whole;
};

#define VIDEOHISTOGRAM_WHOLE(name) Column{#name, true},
#define VIDEOHISTOGRAM_REAL(name) Column{#name, false},
constexpr std::array<Column, figure::count> frame_columns{
    {VIDEOHISTOGRAM_FIGURES(VIDEOHISTOGRAM_WHOLE, VIDEOHISTOGRAM_REAL)}};
#undef VIDEOHISTOGRAM_WHOLE
#undef VIDEOHISTOGRAM_REAL

/// The value of FrameRecord::time of a frame without a time.
constexpr int64_t no_time = INT64_MIN;
/// Times of frames are rounded, most coarsely to 1 ns by GStreamer: a frame at 1.04 s may have the
/// time 1.039999999 s, and a span of 50 frames at 25 Hz lasts for 2 s all the same. In ns.
constexpr int64_t time_rounding = 1000;

struct FrameRecord {
  uint64_t number = 0;    ///< from 0, in the order of presentation
  int64_t time = no_time; ///< stream time in ns
  bool corrupted = false; ///< the decoder says that parts of the frame are damaged
  std::string timecode;   ///< such as 01:00:00:00; empty without one
  std::array<double, figure::count> figures{}; ///< NaN: the figure does not exist

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("frame", self.number);
    visit("time", Maybe{self.time, self.time != no_time});
    visit("timecode", Maybe{self.timecode, !self.timecode.empty()});
    visit("corrupted", self.corrupted);
    for (size_t i = 0; i < figure::count; i++)
      visit(frame_columns[i].name, Maybe{self.figures[i], true, frame_columns[i].whole});
  }
};

/// The histograms of one frame.
struct FrameCounts {
  uint64_t number = 0;
  std::string channels; ///< names and numbers of bins in order, such as "Y:256 Cb:256 Cr:256"
  Bytes data;           ///< all counts, each as 4 bytes, the least significant first, by zlib

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("frame", self.number);
    visit("channels", self.channels);
    visit("data", self.data);
  }
};

} // namespace videohistogram::tools
