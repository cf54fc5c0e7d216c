// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/values_structure.h"

#include "plugin/element/array.h"

#include <string>

namespace videohistogram::scope {

namespace {

/// Sets the field `channels`, "Y+Cb+Cr", as a reading has it. A pin or a box outside of the frame
/// has none.
void set_channels(GstStructure* structure, const ProbedValues& values) {
  std::string names;
  for (const ProbedChannel& channel : values)
    names += std::string(names.empty() ? "" : "+") + quantity_name(channel.channel);
  gst_structure_set(structure, "channels", G_TYPE_STRING, names.c_str(), nullptr);
}

GstStructure* make_pin(const Pin& pin, const ProbedValues& values) {
  GstStructure* const structure =
      gst_structure_new("pin", "x", G_TYPE_UINT, pin.x, "y", G_TYPE_UINT, pin.y, nullptr);
  set_channels(structure, values);
  Array codes(values.size());
  for (const ProbedChannel& channel : values)
    codes.append(guint{channel.min});
  codes.field(structure, "values");
  return structure;
}

GstStructure* make_probe(const Rect& box, const ProbedValues& values) {
  GstStructure* const structure =
      gst_structure_new("probe", "x", G_TYPE_UINT, box.x, "y", G_TYPE_UINT, box.y, "width",
                        G_TYPE_UINT, box.width, "height", G_TYPE_UINT, box.height, nullptr);
  set_channels(structure, values);
  Array min(values.size()), mean(values.size()), max(values.size());
  for (const ProbedChannel& channel : values) {
    min.append(guint{channel.min});
    mean.append(gdouble{channel.mean});
    max.append(guint{channel.max});
  }
  min.field(structure, "min");
  mean.field(structure, "mean");
  max.field(structure, "max");
  return structure;
}

} // namespace

GstStructure* make_values(const Probes& probes, GstClockTime timestamp, GstClockTime stream_time) {
  GstStructure* const structure =
      gst_structure_new("videoscope-values", "timestamp", G_TYPE_UINT64, timestamp, "stream-time",
                        G_TYPE_UINT64, stream_time, nullptr);
  const ProbeOptions& options = probes.options();
  Array pins(options.pins.size());
  for (size_t i = 0; i < options.pins.size(); i++)
    pins.append_taking(make_pin(options.pins[i], probes.pins()[i]));
  pins.field(structure, "pins");
  if (options.box) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&value, make_probe(*options.box, probes.box()));
    gst_structure_take_value(structure, "probe", &value);
  }
  return structure;
}

} // namespace videohistogram::scope
