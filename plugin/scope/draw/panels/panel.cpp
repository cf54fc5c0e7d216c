// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/panels/panel.h"

namespace videohistogram::scope {

void Panel::add_quantity(ScopeKind scope, Quantity quantity, ValueDirection values, bool own_plot) {
  if (plots_.empty() || own_plot)
    plots_.push_back({scope, {}, {}, axis_of(source_, quantity), values});
  plots_.back().quantities.push_back(quantity);
}

std::string Panel::names() const {
  std::string names;
  for (const PlotArea& plot : plots_)
    for (Quantity quantity : plot.quantities)
      names += std::string(names.empty() ? "" : " ") + quantity_name(quantity);
  return names;
}

Quantity luma_of(const TableList& tables) {
  for (Quantity quantity : {Quantity::y, Quantity::luma})
    if (tables.has(quantity))
      return quantity;
  return Quantity::gray;
}

std::vector<Quantity> colours_of(const TableList& tables) {
  if (tables.has(Quantity::r))
    return {Quantity::r, Quantity::g, Quantity::b};
  return {luma_of(tables)};
}

} // namespace videohistogram::scope
