// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The record of one frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// A column of figures, in the table of frames and in every other output.
struct Column {
  const char* name;
  bool whole; ///< the figure is a whole number
};

/// The keys of FFmpeg's filter signalstats by their names, and further figures. docs/archive.md
/// defines each of them.
constexpr std::array<Column, 52> frame_columns{{
    {"YMIN", true},      {"YLOW", true},       {"YAVG", false},       {"YHIGH", true},
    {"YMAX", true},      {"UMIN", true},       {"ULOW", true},        {"UAVG", false},
    {"UHIGH", true},     {"UMAX", true},       {"VMIN", true},        {"VLOW", true},
    {"VAVG", false},     {"VHIGH", true},      {"VMAX", true},        {"SATMIN", true},
    {"SATLOW", true},    {"SATAVG", false},    {"SATHIGH", true},     {"SATMAX", true},
    {"HUEMED", true},    {"HUEAVG", false},    {"YDIF", false},       {"UDIF", false},
    {"VDIF", false},     {"YBITDEPTH", true},  {"UBITDEPTH", true},   {"VBITDEPTH", true},
    {"YP1", true},       {"YP99", true},       {"YDEV", false},       {"YENTROPY", false},
    {"YOUT", false},     {"UOUT", false},      {"VOUT", false},       {"R103OUT", false},
    {"SCDMAFD", false},  {"SCDSCORE", false},  {"DIF", false},        {"HISTDIF", false},
    {"BLACK", false},    {"ACTIVEX", true},    {"ACTIVEY", true},     {"ACTIVEW", true},
    {"ACTIVEH", true},   {"LIGHTPEAK", false}, {"LIGHTAVG", false},   {"LIGHTP1", false},
    {"LIGHTP50", false}, {"LIGHTP99", false},  {"LIGHTP9998", false}, {"ACTIVELIGHT", false},
}};

/// The place of a column in FrameRecord::figures; frame_columns.size() if there is none.
constexpr size_t find_column(std::string_view name) {
  size_t place = 0;
  while (place < frame_columns.size() && name != frame_columns[place].name)
    place++;
  return place;
}

/// The value of FrameRecord::time of a frame without a time.
constexpr int64_t no_time = INT64_MIN;

struct FrameRecord {
  uint64_t number = 0;    ///< from 0, in the order of presentation
  int64_t time = no_time; ///< stream time in ns
  bool corrupted = false; ///< the decoder says that parts of the frame are damaged
  std::string timecode;   ///< such as 01:00:00:00; empty without one
  std::array<double, frame_columns.size()> figures{}; ///< NaN: the figure does not exist
};

/// The histograms of one frame.
struct FrameCounts {
  uint64_t number = 0;
  std::string channels; ///< names and numbers of bins in order, such as "Y:256 Cb:256 Cr:256"
  std::string data;     ///< all counts, each as 4 bytes, the least significant first, by zlib
};

} // namespace videohistogram::tools
