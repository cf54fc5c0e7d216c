// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/scope_properties.h"

#include "plugin/properties/shared_properties.h"
#include "plugin/scope/settings/number_settings.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"
#include "plugin/settings/text.h"

#include <gst/gst.h>

#include <initializer_list>
#include <string>

namespace videohistogram::scope {

namespace {

/// A value of the enum of a property.
template <class Enum>
struct EnumValue {
  Enum value;
  const char *name, *nick;
};

/// A new type of enum, which refers to the texts and is never freed. Call once per name.
template <class Enum>
GType enum_type(const char* type_name, std::initializer_list<EnumValue<Enum>> values) {
  auto* const copies = new GEnumValue[values.size() + 1]; // never freed, like the type
  GEnumValue* next = copies;
  for (const EnumValue<Enum>& v : values)
    *next++ = {static_cast<gint>(v.value), v.name, v.nick};
  *next = {};
  const GType type = g_enum_register_static(type_name, copies);
  gst_type_mark_as_plugin_api(type, static_cast<GstPluginAPIFlags>(0));
  return type;
}

/// Checks scopes with their settings, beside the defaults of all others.
Status check_scopes(const std::string& text) {
  ScopeSettings settings;
  settings.scopes = text;
  return status_of(picture_options(settings));
}

} // namespace

bool is_of_one_scope(const Setting<ScopeSettings>& setting) {
  const std::string name = g_param_spec_get_name(setting.spec);
  for (const char* of_element : {"scopes", "show-region", "numbers", "pins", "probe"})
    if (name == of_element)
      return false;
  return is_of_layout(setting);
}

bool is_of_layout(const Setting<ScopeSettings>& setting) {
  const std::string name = g_param_spec_get_name(setting.spec);
  for (const char* other : {"gamut-log", "use-meta", "colorimetry", "backend", "devices"})
    if (name == other)
      return false;
  return true;
}

Status set_from_text(ScopeSettings& settings, const std::string& name, const std::string& text,
                     bool (*allowed)(const Setting<ScopeSettings>&)) {
  for (const Setting<ScopeSettings>& setting : scope_setting_table()) {
    if (name != g_param_spec_get_name(setting.spec) || !allowed(setting))
      continue;
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_PARAM_SPEC_VALUE_TYPE(setting.spec));
    const bool is_text = G_VALUE_HOLDS_STRING(&value);
    if (is_text)
      g_value_set_string(&value, text.c_str());
    Status status;
    if (!is_text && (!gst_value_deserialize(&value, text.c_str()) ||
                     g_param_value_validate(setting.spec, &value)))
      status = refusal(name + " cannot be " + quoted(text));
    else if (setting.check)
      status = setting.check(text);
    if (status.ok())
      setting.set(settings, &value);
    g_value_unset(&value);
    return status;
  }
  return refusal(quoted(name) + " is no setting here");
}

const SettingTable<ScopeSettings>& scope_setting_table() {
  const SettingMaker<ScopeSettings> make;
  constexpr auto picture = &ScopeSettings::picture;
  static const SettingTable<ScopeSettings> table = {
      make.text<&ScopeSettings::scopes>(
          "scopes", "Scopes",
          "Scopes to draw, in this order: some of histogram, waveform, parade, vectorscope, "
          "diamond, split-diamond, lightning, channel-plot, arrowhead, cie-xy and cie-uv, joined "
          "by "
          "+ or , in upper or lower case. Settings of one scope stand in parentheses: "
          "the properties without its name, such as \"waveform(mode=rgb,zoom=0-20)+waveform\"; "
          "empty: none",
          check_scopes),
      make.choice<picture, &PictureOptions::histogram_mode>(
          "histogram-mode", "Histogram mode", "How the channels of the histogram are arranged",
          enum_type<HistogramMode>(
              "GstVideoScopeHistogramMode",
              {{HistogramMode::overlay, "Channels over each other", "overlay"},
               {HistogramMode::parade, "Channels one below the other", "parade"}})),
      make.choice<picture, &PictureOptions::histogram_scale>(
          "histogram-scale", "Histogram scale",
          "Scale of the counts of the histogram, upwards. linear: up to the largest count between "
          "black and white, which shows shapes; log: six decades up to all samples, which shows "
          "few samples beside many",
          enum_type<HistogramScale>(
              "GstVideoScopeHistogramScale",
              {{HistogramScale::linear, "Up to the largest count within the range", "linear"},
               {HistogramScale::logarithmic, "Six decades up to all samples", "log"}})),
      make.text<&ScopeSettings::percentiles>(
          "percentiles", "Percentiles",
          "Percentiles of each channel to mark in the histogram, numbers from 0 to 100 such as "
          "\"1,50,99\"; empty: none",
          [](const std::string& text) {
            return status_of(parse_percentile_list(text, "percentiles"));
          }),
      make.choice<picture, &PictureOptions::waveform_mode>(
          "waveform-mode", "Waveform mode", "What the waveform shows",
          enum_type<WaveformMode>("GstVideoScopeWaveformMode",
                                  {{WaveformMode::luma, "Y, or LUMA of RGB frames", "luma"},
                                   {WaveformMode::rgb, "R, G and B over each other", "rgb"}})),
      make.choice<picture, &PictureOptions::waveform_colour>(
          "waveform-color", "Waveform color",
          "Color of the trace of a waveform with waveform-mode=luma; it has no effect on rgb, and "
          "on frames without colours",
          enum_type<WaveformColour>(
              "GstVideoScopeWaveformColor",
              {{WaveformColour::quantity, "By trace-color", "quantity"},
               {WaveformColour::picture,
                "Hues of the picture: at each place of the trace the mean color of the pixels "
                "that it shows",
                "picture"}})),
      make.choice<picture, &PictureOptions::waveform_direction>(
          "waveform-direction", "Waveform direction",
          "Whether waveform and parade show the columns of a frame, with levels running upwards, "
          "or its rows, with levels running to the right",
          enum_type<WaveformDirection>(
              "GstVideoScopeWaveformDirection",
              {{WaveformDirection::columns, "Each column of a frame in a column", "columns"},
               {WaveformDirection::rows, "Each row of a frame in a row", "rows"}})),
      make.choice<picture, &PictureOptions::waveform_extents>(
          "waveform-extents", "Waveform extents",
          "Lines at the lowest and the highest value of each column of waveform and parade",
          enum_type<Extents>("GstVideoScopeExtents",
                             {{Extents::none, "None", "none"},
                              {Extents::live, "Those of the frame", "live"},
                              {Extents::peak, "Those of all frames since it was set", "peak"}})),
      make.choice<picture, &PictureOptions::waveform_filter>(
          "waveform-filter", "Waveform filter",
          "Filter of the values of waveform and parade along the rows of a frame, before they are "
          "counted",
          enum_type<Filter>("GstVideoScopeWaveformFilter",
                            {{Filter::none, "None", "none"},
                             {Filter::low_pass,
                              "Weighted means of 13 samples, without noise and fine detail: 43 dB "
                              "less at 20 MHz of HD",
                              "low-pass"}})),
      make.choice<picture, &PictureOptions::parade_mode>(
          "parade-mode", "Parade mode", "What the parade shows",
          enum_type<ParadeMode>(
              "GstVideoScopeParadeMode",
              {{ParadeMode::rgb, "R, G and B", "rgb"},
               {ParadeMode::ycbcr, "Y, Cb and Cr; R, G and B of RGB frames", "ycbcr"},
               {ParadeMode::yrgb, "Y (LUMA of RGB frames), R, G and B", "yrgb"}})),
      make.text<&ScopeSettings::zoom>(
          "zoom", "Zoom",
          "The levels of waveform and parade that are shown, such as 0-20: in percent, of frames "
          "in PQ and HLG in nits; empty: all codes",
          check_text<parse_zoom>),
      make.text<&ScopeSettings::guides>(
          "guides", "Guides",
          "Levels of histogram, waveform and parade with a line of their own, such as 5,95: in "
          "percent, of frames in PQ and HLG in nits",
          check_text<parse_guides>),
      make.choice<picture, &PictureOptions::targets>(
          "targets", "Targets",
          "Boxes around the colours of bars, by the matrix of the caps, in vectorscope, lightning, "
          "channel plot and arrowhead",
          enum_type<Targets>("GstVideoScopeTargets", {{Targets::none, "None", "none"},
                                                      {Targets::at_75, "Bars of 75 %", "75"},
                                                      {Targets::at_100, "Bars of 100 %", "100"},
                                                      {Targets::both, "Both", "both"}})),
      make.text<&ScopeSettings::skin_tone>(
          "skin-tone", "Skin tone",
          "Direction of the vectorscope's line for skin tones: auto follows the matrix and the "
          "transfer function of the caps; a number is in degrees counter-clockwise from +Cb; -1: "
          "no line",
          check_text<parse_skin_tone>),
      make.boolean<picture, &PictureOptions::iq_axes>(
          "iq-axes", "I and Q axes",
          "Whether the vectorscope has the axes of I and Q; those of BT.2020 do not exist"),
      make.number<picture, &PictureOptions::vectorscope_gain>(
          "vectorscope-gain", "Vectorscope gain",
          "Magnification of the vectorscope around its middle", 1, 16, controllable),
      make.number<picture, &PictureOptions::intensity>(
          "intensity", "Intensity",
          "Brightness of all traces but histograms: factor by which the density of samples is "
          "multiplied",
          0.01, 100, controllable),
      make.choice<picture, &PictureOptions::trace_colour>(
          "trace-color", "Trace color", "Color of traces",
          enum_type<TraceColour>(
              "GstVideoScopeTraceColor",
              {{TraceColour::quantity, "That of the quantity, or the hue", "quantity"},
               {TraceColour::neutral, "One for all, or pale colours in a common plot",
                "neutral"}})),
      make.choice<picture, &PictureOptions::units>(
          "units", "Units",
          "Units of the levels of histogram, waveform and parade. Nits of HLG are those of a "
          "neutral pixel on a display of a peak of 1000",
          enum_type<Units>("GstVideoScopeUnits",
                           {{Units::automatic, "Nits for PQ and HLG, else percent", "auto"},
                            {Units::percent, "Percent", "percent"},
                            {Units::ire, "Percent, named IRE", "ire"},
                            {Units::code, "Values of samples", "code"},
                            {Units::nits, "Nits; percent without PQ and HLG", "nits"},
                            {Units::stops,
                             "Stops from 18 % gray on, beside percent: of the scene by BT.709 or "
                             "HLG, in PQ from 26 nits on",
                             "stops"}})),
      make.text<&ScopeSettings::show_region>(
          "show-region", "Show region",
          "What the scopes show of frames: crop: the rectangle of the GstVideoCropMeta; another "
          "name: the first GstVideoRegionOfInterestMeta of this type; empty: all. A frame without "
          "the region is shown as a whole, and the titles say so",
          check_text<parse_region_name>),
      make.text<&ScopeSettings::numbers>(
          "numbers", "Numbers",
          "Numbers below the scopes: some of frame (its number), timecode (or the time), light "
          "(MaxCLL and MaxFALL of all frames so far, of PQ and HLG), r103 (share of pixels outside "
          "of EBU R 103, and its peak so far) and percentiles (of Y), joined by + or ,; empty: "
          "none",
          check_text<parse_number_list>),
      make.text<&ScopeSettings::pins>(
          "pins", "Pins",
          "Up to 16 pixels of frames, such as 100,200;640,360, whose values are written below the "
          "scopes and posted as videoscope-values; empty: none",
          check_text<parse_pin_list>),
      make.text<&ScopeSettings::probe>(
          "probe", "Probe",
          "A box x,y,width,height in pixels of frames, of whose channels minimum, mean and maximum "
          "are written below the scopes and posted as videoscope-values; empty: none",
          check_text<parse_probe>),
      make.boolean<picture, &PictureOptions::gamut_log>(
          "gamut-log", "Gamut log",
          "Whether errors of gamut are posted as videoscope-gamut-error: passages of frames of "
          "which more than 1 % of the pixels are outside of EBU R 103. Each frame is counted then"),
      make.boolean<&ScopeSettings::use_meta>(
          "use-meta", "Use meta",
          "Whether tables that a videohistogram upstream attached to a frame are drawn without "
          "counting again, if the caps are equal; elements in between must not have changed the "
          "pixels"),
      make.of<&ScopeSettings::colorimetry>(make_colorimetry_property(),
                                           check_text<parse_colorimetry>),
      make.of<&ScopeSettings::backend>(make_backend_property()),
      make.of<&ScopeSettings::devices>(make_devices_property()),
  };
  return table;
}

void install_scope_properties(GObjectClass* object_class) {
  constexpr auto read = static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  const auto install = [&](guint id, GParamSpec* spec) {
    g_object_class_install_property(object_class, id, spec);
  };
  install_settings(object_class, scope_setting_table());
  install_shared_properties(
      object_class,
      "Counters and times since the element started. Frames: frames, counted; from-meta (counted "
      "upstream), skipped-gap, skipped-invalid and failed (not counted), dropped (too late). "
      "Pictures: "
      "drawn. ns of the streaming thread: count-time, draw-time. What counts: backend, "
      "device, reason (why it was chosen). videoscopeoverlay has attached, blended, marked and "
      "copied (frames), too");
  // In place of the property of the base class, which does not say what is dropped.
  install(PROP_QOS, g_param_spec_boolean(
                        "qos", "QoS",
                        "What becomes of frames whose picture comes too late by the sink's QoS "
                        "events. true: they are dropped, and counted before that only where "
                        "each frame is needed, as for hold=peak, so that a live display keeps up; "
                        "false: they are counted and "
                        "drawn, for recordings",
                        TRUE, mutable_in_playing));
  install(
      PROP_HOLD,
      g_param_spec_enum(
          "hold", "Hold",
          "Traces that stay visible under those of later frames. Setting it again "
          "begins again, new caps and other settings begin with the next frame",
          enum_type<Hold>("GstVideoScopeHold",
                          {{Hold::none, "None", "none"},
                           {Hold::peak, "At each place the most that a frame had there", "peak"},
                           {Hold::reference, "The traces of the last frame drawn", "reference"}}),
          static_cast<gint>(Hold::none), mutable_in_playing));
  install(PROP_LAYOUT,
          g_param_spec_string(
              "layout", "Layout",
              "What the picture shows, as one text: name=value of scopes and their settings, "
              "joined by spaces, after the name of a preset, grading, broadcast or hdr, or without "
              "one. Settings that are not named get their defaults",
              "", mutable_in_playing));
  install(PROP_READING,
          g_param_spec_boxed("reading", "Reading",
                             "What the pixel under the pointer stands for, by the last navigation "
                             "event; NULL outside of the scopes",
                             GST_TYPE_STRUCTURE, read));
}

} // namespace videohistogram::scope
