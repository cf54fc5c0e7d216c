// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/mark_properties.h"

namespace videohistogram::scope {

/// The type of the enum of `gamut-limits`.
static GType gamut_limits_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(GamutLimits::r103), "R, G, B or Y outside of EBU R 103", "r103"},
      {static_cast<gint>(GamutLimits::bt709), "Colors outside of BT.709, in frames of BT.2020",
       "bt709"},
      {static_cast<gint>(GamutLimits::p3), "Colors outside of P3, in frames of BT.2020", "p3"},
      {}};
  static const GType type = [] {
    const GType made = g_enum_register_static("GstVideoScopeGamutLimits", values);
    gst_type_mark_as_plugin_api(made, static_cast<GstPluginAPIFlags>(0));
    return made;
  }();
  return type;
}

void add_mark_properties(SettingTable<OverlaySettings>& table) {
  const SettingMaker<OverlaySettings> make;
  constexpr auto marks = &OverlaySettings::marks;
  constexpr auto options = &MarkSettings::options;
  table.insert(
      table.end(),
      {make.text<marks, &MarkSettings::marks>(
           "marks", "Marks",
           "What to mark on the video: some of false-color (levels in colours), zebra (stripes on "
           "zebra-range), gamut (pixels outside of gamut-limits), peaking (edges, by "
           "peaking-threshold) and safe-area (lines around what is safe for action and for "
           "graphics), joined by + or ,; empty: nothing",
           check_text<parse_mark_list>),
       make.text<marks, &MarkSettings::zebra_range>(
           "zebra-range", "Zebra range",
           "Levels of the zebra, from one up to another one: percent of Y', in PQ and HLG nits of "
           "the largest of R, G and B. Such as 70-77, or 95- without an end; auto: from 95 "
           "percent, "
           "in PQ and HLG from 203 nits",
           check_text<parse_zebra_range>),
       make.choice<marks, options, &MarkOptions::gamut_limits>(
           "gamut-limits", "Gamut limits", "Outside of what the mark gamut finds pixels",
           gamut_limits_type()),
       make.number<marks, options, &MarkOptions::peaking_threshold>(
           "peaking-threshold", "Peaking threshold",
           "Least change of Y' over two pixels of an edge that the mark peaking finds, across and "
           "down together, in percent of white",
           0.1, 200),
       make.number<marks, options, &MarkOptions::split>(
           "marks-split", "Marks split",
           "Share of the width that has marks, from the left edge on; 1: all of it", 0, 1),
       make.boolean<marks, options, &MarkOptions::legend>("marks-legend", "Marks legend",
                                                          "Whether a legend explains the marks")});
}

} // namespace videohistogram::scope
