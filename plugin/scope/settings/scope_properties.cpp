// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/scope_properties.h"

#include "plugin/settings/shared_properties.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram::scope {

namespace {

/// The type of an enum whose values are those of a C++ enum, 0 and up.
template <size_t n>
GType register_enum(const char* name, const GEnumValue (&values)[n]) {
  const GType type = g_enum_register_static(name, values);
  gst_type_mark_as_plugin_api(type, static_cast<GstPluginAPIFlags>(0));
  return type;
}

GType histogram_mode_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(HistogramMode::overlay), "Channels over each other", "overlay"},
      {static_cast<gint>(HistogramMode::parade), "Channels one below the other", "parade"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeHistogramMode", values);
  return type;
}

GType histogram_scale_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(HistogramScale::linear), "Up to the largest count within the range",
       "linear"},
      {static_cast<gint>(HistogramScale::logarithmic), "Six decades up to all samples", "log"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeHistogramScale", values);
  return type;
}

GType waveform_mode_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(WaveformMode::luma), "Y, or LUMA of RGB frames", "luma"},
      {static_cast<gint>(WaveformMode::rgb), "R, G and B over each other", "rgb"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeWaveformMode", values);
  return type;
}

GType waveform_direction_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(WaveformDirection::columns), "Each column of a frame in a column",
       "columns"},
      {static_cast<gint>(WaveformDirection::rows), "Each row of a frame in a row", "rows"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeWaveformDirection", values);
  return type;
}

GType parade_mode_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(ParadeMode::rgb), "R, G and B", "rgb"},
      {static_cast<gint>(ParadeMode::ycbcr), "Y, Cb and Cr; R, G and B of RGB frames", "ycbcr"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeParadeMode", values);
  return type;
}

GType targets_type() {
  static const GEnumValue values[] = {{static_cast<gint>(Targets::none), "None", "none"},
                                      {static_cast<gint>(Targets::at_75), "Bars of 75 %", "75"},
                                      {static_cast<gint>(Targets::at_100), "Bars of 100 %", "100"},
                                      {static_cast<gint>(Targets::both), "Both", "both"},
                                      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeTargets", values);
  return type;
}

GType trace_colour_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(TraceColour::quantity), "That of the quantity, or the hue", "quantity"},
      {static_cast<gint>(TraceColour::neutral), "One for all", "neutral"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeTraceColor", values);
  return type;
}

GType hold_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(Hold::none), "None", "none"},
      {static_cast<gint>(Hold::peak), "At each place the most that a frame had there", "peak"},
      {static_cast<gint>(Hold::reference), "The traces of the last frame drawn", "reference"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeHold", values);
  return type;
}

GType units_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(Units::automatic), "Nits for PQ and HLG, else percent", "auto"},
      {static_cast<gint>(Units::percent), "Percent", "percent"},
      {static_cast<gint>(Units::ire), "IRE", "ire"},
      {static_cast<gint>(Units::code), "Values of samples", "code"},
      {static_cast<gint>(Units::nits), "Nits; percent without PQ and HLG", "nits"},
      {0, nullptr, nullptr}};
  static const GType type = register_enum("GstVideoScopeUnits", values);
  return type;
}

std::string string_of(const GValue* value) {
  const gchar* const string = g_value_get_string(value);
  return string ? string : "";
}

template <class Enum>
void set_enum(Enum& setting, const GValue* value) {
  setting = static_cast<Enum>(g_value_get_enum(value));
}
template <class Enum>
void get_enum(Enum setting, GValue* value) {
  g_value_set_enum(value, static_cast<gint>(setting));
}

} // namespace

bool set_scope_setting(ScopeSettings& settings, guint id, const GValue* value) {
  PictureOptions& picture = settings.picture;
  switch (id) {
  case PROP_SCOPES:
    settings.scopes = string_of(value);
    break;
  case PROP_HISTOGRAM_MODE:
    set_enum(picture.histogram_mode, value);
    break;
  case PROP_HISTOGRAM_SCALE:
    set_enum(picture.histogram_scale, value);
    break;
  case PROP_PERCENTILES:
    settings.percentiles = string_of(value);
    break;
  case PROP_WAVEFORM_MODE:
    set_enum(picture.waveform_mode, value);
    break;
  case PROP_WAVEFORM_DIRECTION:
    set_enum(picture.waveform_direction, value);
    break;
  case PROP_PARADE_MODE:
    set_enum(picture.parade_mode, value);
    break;
  case PROP_TARGETS:
    set_enum(picture.targets, value);
    break;
  case PROP_SKIN_TONE:
    picture.skin_tone = g_value_get_double(value);
    break;
  case PROP_VECTORSCOPE_GAIN:
    picture.vectorscope_gain = g_value_get_double(value);
    break;
  case PROP_INTENSITY:
    picture.intensity = g_value_get_double(value);
    break;
  case PROP_TRACE_COLOR:
    set_enum(picture.trace_colour, value);
    break;
  case PROP_UNITS:
    set_enum(picture.units, value);
    break;
  case PROP_COLORIMETRY:
    settings.colorimetry = string_of(value);
    break;
  case PROP_USE_META:
    settings.use_meta = g_value_get_boolean(value) != FALSE;
    break;
  case PROP_BACKEND:
    set_enum(settings.backend, value);
    break;
  case PROP_DEVICES:
    settings.devices = string_of(value);
    break;
  default:
    return false;
  }
  return true;
}

bool get_scope_setting(const ScopeSettings& settings, guint id, GValue* value) {
  const PictureOptions& picture = settings.picture;
  switch (id) {
  case PROP_SCOPES:
    g_value_set_string(value, settings.scopes.c_str());
    break;
  case PROP_HISTOGRAM_MODE:
    get_enum(picture.histogram_mode, value);
    break;
  case PROP_HISTOGRAM_SCALE:
    get_enum(picture.histogram_scale, value);
    break;
  case PROP_PERCENTILES:
    g_value_set_string(value, settings.percentiles.c_str());
    break;
  case PROP_WAVEFORM_MODE:
    get_enum(picture.waveform_mode, value);
    break;
  case PROP_WAVEFORM_DIRECTION:
    get_enum(picture.waveform_direction, value);
    break;
  case PROP_PARADE_MODE:
    get_enum(picture.parade_mode, value);
    break;
  case PROP_TARGETS:
    get_enum(picture.targets, value);
    break;
  case PROP_SKIN_TONE:
    g_value_set_double(value, picture.skin_tone);
    break;
  case PROP_VECTORSCOPE_GAIN:
    g_value_set_double(value, picture.vectorscope_gain);
    break;
  case PROP_INTENSITY:
    g_value_set_double(value, picture.intensity);
    break;
  case PROP_TRACE_COLOR:
    get_enum(picture.trace_colour, value);
    break;
  case PROP_UNITS:
    get_enum(picture.units, value);
    break;
  case PROP_COLORIMETRY:
    g_value_set_string(value, settings.colorimetry.c_str());
    break;
  case PROP_USE_META:
    g_value_set_boolean(value, settings.use_meta);
    break;
  case PROP_BACKEND:
    get_enum(settings.backend, value);
    break;
  case PROP_DEVICES:
    g_value_set_string(value, settings.devices.c_str());
    break;
  default:
    return false;
  }
  return true;
}

void install_scope_properties(GObjectClass* object_class) {
  constexpr auto playing = static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                                                    GST_PARAM_MUTABLE_PLAYING);
  constexpr auto read = static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  const ScopeSettings defaults;
  const PictureOptions& picture = defaults.picture;
  const auto install = [&](guint id, GParamSpec* spec) {
    g_object_class_install_property(object_class, id, spec);
  };
  const auto install_enum = [&](guint id, const char* name, const char* nick, const char* blurb,
                                GType type, auto value) {
    install(id, g_param_spec_enum(name, nick, blurb, type, static_cast<gint>(value), playing));
  };

  install(PROP_SCOPES,
          g_param_spec_string("scopes", "Scopes",
                              "Scopes to draw, in this order: some of histogram, waveform, parade "
                              "and vectorscope, joined by + or , in upper or lower case",
                              defaults.scopes.c_str(), playing));
  install_enum(PROP_HISTOGRAM_MODE, "histogram-mode", "Histogram mode",
               "How the channels of the histogram are arranged", histogram_mode_type(),
               picture.histogram_mode);
  install_enum(PROP_HISTOGRAM_SCALE, "histogram-scale", "Histogram scale",
               "Scale of the counts of the histogram, upwards. linear: up to the largest count "
               "between black and white, which shows shapes; log: six decades up to all samples, "
               "which shows few samples beside many",
               histogram_scale_type(), picture.histogram_scale);
  install(PROP_PERCENTILES,
          g_param_spec_string("percentiles", "Percentiles",
                              "Percentiles of each channel to mark in the histogram, numbers from "
                              "0 to 100 such as \"1,50,99\"; empty: none",
                              defaults.percentiles.c_str(), playing));
  install_enum(PROP_WAVEFORM_MODE, "waveform-mode", "Waveform mode", "What the waveform shows",
               waveform_mode_type(), picture.waveform_mode);
  install_enum(PROP_WAVEFORM_DIRECTION, "waveform-direction", "Waveform direction",
               "Whether waveform and parade show the columns of a frame, with levels running "
               "upwards, or its rows, with levels running to the right",
               waveform_direction_type(), picture.waveform_direction);
  install_enum(PROP_PARADE_MODE, "parade-mode", "Parade mode", "What the parade shows",
               parade_mode_type(), picture.parade_mode);
  install_enum(PROP_TARGETS, "targets", "Targets",
               "Boxes of the vectorscope around the colours of bars, by the matrix of the caps",
               targets_type(), picture.targets);
  install(PROP_SKIN_TONE,
          g_param_spec_double("skin-tone", "Skin tone",
                              "Direction of the vectorscope's line for skin tones, in degrees "
                              "counter-clockwise from +Cb; -1: no line",
                              -1, 360, picture.skin_tone, playing));
  install(PROP_VECTORSCOPE_GAIN,
          g_param_spec_double("vectorscope-gain", "Vectorscope gain",
                              "Magnification of the vectorscope around its middle", 1, 16,
                              picture.vectorscope_gain, playing));
  install(PROP_INTENSITY,
          g_param_spec_double("intensity", "Intensity",
                              "Brightness of waveform, parade and vectorscope: factor by which "
                              "the density of samples is multiplied",
                              0.01, 100, picture.intensity, playing));
  install_enum(PROP_TRACE_COLOR, "trace-color", "Trace color", "Color of traces",
               trace_colour_type(), picture.trace_colour);
  install_enum(PROP_UNITS, "units", "Units",
               "Units of the levels of histogram, waveform and parade. Nits of HLG are those of a "
               "neutral pixel on a display of a peak of 1000",
               units_type(), picture.units);
  install(PROP_USE_META,
          g_param_spec_boolean("use-meta", "Use meta",
                               "Whether tables that a videohistogram upstream attached to a frame "
                               "are drawn without counting again, if the caps are equal; elements "
                               "in between must not have changed the pixels",
                               defaults.use_meta, playing));
  install(PROP_COLORIMETRY, make_colorimetry_property());
  install(PROP_BACKEND, make_backend_property());
  install(PROP_DEVICES, make_devices_property());
  install(PROP_ACTIVE_BACKEND, make_active_backend_property());
  install(PROP_STATS, g_param_spec_boxed(
                          "stats", "Statistics",
                          "Counters and times since the element started. Frames: frames, counted; "
                          "from-meta (counted upstream), skipped-gap, "
                          "skipped-invalid and failed (not counted). Pictures: "
                          "drawn, dropped (too late). ns of the streaming thread: "
                          "count-time, draw-time. What counts: backend, device, "
                          "reason (why it was chosen). videoscopeoverlay has "
                          "attached, blended and copied (frames), too",
                          GST_TYPE_STRUCTURE, read));
  // In place of the property of the base class, which does not say what is dropped.
  install(PROP_QOS, g_param_spec_boolean(
                        "qos", "QoS",
                        "What becomes of pictures, or frames with scopes over them, that the "
                        "sink's QoS events say are too late. true: dropped, so that a live "
                        "display keeps up; false: drawn, for recordings. Frames are counted "
                        "in either case",
                        TRUE, playing));
  install_enum(PROP_HOLD, "hold", "Hold",
               "Traces that stay visible under those of later frames. Setting it again begins "
               "again, new caps and other settings begin with the next frame",
               hold_type(), Hold::none);
  install(PROP_READING,
          g_param_spec_boxed("reading", "Reading",
                             "What the pixel under the pointer stands for, by the last navigation "
                             "event; NULL outside of the scopes",
                             GST_TYPE_STRUCTURE, read));
}

} // namespace videohistogram::scope
