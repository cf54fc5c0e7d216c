// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The record of one field of an interlaced frame.
#pragma once

#include "tools/record/frame.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram::tools {

enum class Field : uint8_t { top, bottom };
template <>
inline constexpr std::array stored_names<Field>{"top", "bottom"};

/// The figures of a field: those of frames that follow from one histogram.
inline constexpr std::array field_figures{
    figure::YMIN,     figure::YLOW,    figure::YAVG,      figure::YHIGH,     figure::YMAX,
    figure::UMIN,     figure::ULOW,    figure::UAVG,      figure::UHIGH,     figure::UMAX,
    figure::VMIN,     figure::VLOW,    figure::VAVG,      figure::VHIGH,     figure::VMAX,
    figure::SATMIN,   figure::SATLOW,  figure::SATAVG,    figure::SATHIGH,   figure::SATMAX,
    figure::HUEMED,   figure::HUEAVG,  figure::YBITDEPTH, figure::UBITDEPTH, figure::VBITDEPTH,
    figure::YP1,      figure::YP99,    figure::YDEV,      figure::YENTROPY,  figure::YOUT,
    figure::UOUT,     figure::VOUT,    figure::R103OUT,   figure::BLACK,     figure::LIGHTPEAK,
    figure::LIGHTAVG, figure::LIGHTP1, figure::LIGHTP50,  figure::LIGHTP99,  figure::LIGHTP9998};

struct FieldRecord {
  uint64_t number = 0; ///< of the frame
  Field field = Field::top;
  bool first = false;                          ///< shown before the other field of the frame
  bool repeated = false;                       ///< shown once more after the other field
  std::array<double, figure::count> figures{}; ///< only field_figures; NaN: it does not exist

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("frame", self.number);
    visit("field", self.field);
    visit("first", self.first);
    visit("repeated", self.repeated);
    for (const figure::Place place : field_figures)
      visit(frame_columns[place].name,
            Maybe{self.figures[place], true, frame_columns[place].whole});
  }
};

} // namespace videohistogram::tools
