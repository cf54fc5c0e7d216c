// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/hold.h"
#include "core/low_pass.h"
#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/layout.h"
#include "plugin/scope/draw/level_range.h"
#include "plugin/scope/draw/number_options.h"
#include "plugin/scope/draw/probe_options.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace videohistogram::scope {

enum class HistogramMode { overlay, parade };
enum class HistogramScale { linear, logarithmic };
enum class WaveformMode { luma, rgb };
enum class WaveformColour { quantity, picture };
enum class WaveformDirection { columns, rows };
enum class ParadeMode { rgb, ycbcr, yrgb };
enum class Targets { none, at_75, at_100, both };
enum class Extents { none, live, peak };
enum class TraceColour { quantity, neutral };

/// The scopes of a picture, and how each is drawn.
struct PictureOptions {
  std::vector<ScopeKind> scopes = {ScopeKind::histogram, ScopeKind::waveform, ScopeKind::parade,
                                   ScopeKind::vectorscope};
  HistogramMode histogram_mode = HistogramMode::overlay;
  HistogramScale histogram_scale = HistogramScale::linear;
  std::vector<double> percents = {1, 50, 99}; ///< of the percentile marks, 0 to 100
  WaveformMode waveform_mode = WaveformMode::luma;
  WaveformColour waveform_colour = WaveformColour::quantity; ///< of WaveformMode::luma
  WaveformDirection waveform_direction = WaveformDirection::columns;
  Extents waveform_extents = Extents::none; ///< of waveforms and parades
  Filter waveform_filter = Filter::none;    ///< of waveforms and parades
  ParadeMode parade_mode = ParadeMode::rgb;
  Targets targets = Targets::both;
  /// Of the line for skin tones, degrees counter-clockwise from +Cb. none: skin_tone_of() the
  /// frames; negative: no line.
  std::optional<double> skin_tone;
  bool iq_axes = false;        ///< the axes of I and Q, in the vectorscope
  double vectorscope_gain = 1; ///< at least 1
  double intensity = 1;        ///< factor of the density of traces
  TraceColour trace_colour = TraceColour::quantity;
  Units units = Units::automatic;
  std::optional<LevelRange> zoom; ///< of waveforms and parades; none: all codes
  std::vector<double> guides;     ///< levels with a line of their own, in the unit of LevelRange
  NumberOptions numbers;          ///< below the scopes
  bool gamut_log = false;         ///< the share of pixels outside of EBU R 103 is needed
  ProbeOptions probes;            ///< below the scopes
  double pixel_aspect = 1; ///< width of the picture's pixels on the display, in their heights
  double font = 0;         ///< height of text in pixels; 0: by the size of each scope
  /// Per scope its own options, which take the place of all above; empty: all scopes have these.
  std::vector<PictureOptions> own;

  /// The options of one of the scopes.
  const PictureOptions& of(size_t scope) const { return own.empty() ? *this : own[scope]; }
};

} // namespace videohistogram::scope
