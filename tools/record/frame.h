// SPDX-License-Identifier: LGPL-2.1-or-later
// What is recorded of one frame.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// A column of figures, in the table of frames and in every other output.
struct Column {
  const char* name;
  bool whole; ///< the figure is a whole number
};

/// The keys of FFmpeg's filter signalstats by their names, and further figures of Y: the values at
/// or below which 1 % and 99 % of the samples lie, the standard deviation, and the entropy in bits.
/// YOUT, UOUT and VOUT are the shares of samples outside of the legal range, R103OUT is the share
/// of pixels outside of the limits of EBU R 103.
constexpr std::array<Column, 36> frame_columns{{
    {"YMIN", true},   {"YLOW", true},      {"YAVG", false},     {"YHIGH", true},
    {"YMAX", true},   {"UMIN", true},      {"ULOW", true},      {"UAVG", false},
    {"UHIGH", true},  {"UMAX", true},      {"VMIN", true},      {"VLOW", true},
    {"VAVG", false},  {"VHIGH", true},     {"VMAX", true},      {"SATMIN", true},
    {"SATLOW", true}, {"SATAVG", false},   {"SATHIGH", true},   {"SATMAX", true},
    {"HUEMED", true}, {"HUEAVG", false},   {"YDIF", false},     {"UDIF", false},
    {"VDIF", false},  {"YBITDEPTH", true}, {"UBITDEPTH", true}, {"VBITDEPTH", true},
    {"YP1", true},    {"YP99", true},      {"YDEV", false},     {"YENTROPY", false},
    {"YOUT", false},  {"UOUT", false},     {"VOUT", false},     {"R103OUT", false},
}};

/// The value of FrameRecord::time of a frame without a time.
constexpr int64_t no_time = INT64_MIN;

struct FrameRecord {
  uint64_t number = 0;    ///< from 0, in the order of presentation
  int64_t time = no_time; ///< stream time in ns
  bool corrupted = false; ///< the decoder says that parts of the frame are damaged
  std::string timecode;   ///< such as 01:00:00:00; empty without one
  std::array<double, frame_columns.size()> figures{}; ///< NaN: the figure does not exist
};

} // namespace videohistogram::tools
