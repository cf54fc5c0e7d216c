// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/reading_structure.h"

#include <cmath>
#include <string>

namespace videohistogram::scope {

static std::string channel_names(const std::vector<Quantity>& quantities) {
  std::string names;
  for (Quantity quantity : quantities)
    names += std::string(names.empty() ? "" : "+") + quantity_name(quantity);
  return names;
}

GstStructure* make_reading(const PlotMap& map, double x, double y) {
  const std::optional<Reading> reading = read_picture(map, x, y);
  if (!reading)
    return nullptr;
  const auto& [plot, value, cr, column, row] = *reading;
  GstStructure* const structure =
      gst_structure_new("videoscope-reading", "x", G_TYPE_DOUBLE, x, "y", G_TYPE_DOUBLE, y, "scope",
                        G_TYPE_STRING, scope_names[static_cast<size_t>(plot->scope)], "channels",
                        G_TYPE_STRING, channel_names(plot->quantities).c_str(), nullptr);
  if (cr) {
    const double angle = std::atan2(cr->percent, value.percent) * 180 / G_PI;
    gst_structure_set(structure, "cb", G_TYPE_UINT, value.value, "cr", G_TYPE_UINT, cr->value,
                      "cb-percent", G_TYPE_DOUBLE, value.percent, "cr-percent", G_TYPE_DOUBLE,
                      cr->percent, "angle", G_TYPE_DOUBLE, angle < 0 ? angle + 360 : angle,
                      nullptr);
    return structure;
  }
  gst_structure_set(structure, "value", G_TYPE_UINT, value.value, "percent", G_TYPE_DOUBLE,
                    value.percent, nullptr);
  if (value.nits)
    gst_structure_set(structure, "nits", G_TYPE_DOUBLE, *value.nits, nullptr);
  if (column)
    gst_structure_set(structure, "column", G_TYPE_UINT, *column, nullptr);
  if (row)
    gst_structure_set(structure, "row", G_TYPE_UINT, *row, nullptr);
  return structure;
}

} // namespace videohistogram::scope
