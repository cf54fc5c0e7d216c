// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/colour_tables.h"

#include "core/hue.h"
#include "cuda/transfer/fill_block.h"

#include <utility>

namespace videohistogram::cuda {

Status ColourTables::load(const Plan& plan, std::chrono::milliseconds time_limit) {
  const ColourPlan& colours = plan.colours;
  Status status;
  if (colours.hue)
    status = load(colours.hue, sizeof(uint16_t) * hue_table_entries(plan.format.depth), time_limit,
                  "copying the table of hues");
  if (status.ok() && colours.chromaticities.light)
    status = load(colours.chromaticities.light, colours.chromaticities.light_bytes(), time_limit,
                  "copying the light of codes");
  return status;
}

Status ColourTables::load(const void* table, size_t bytes, std::chrono::milliseconds time_limit,
                          const char* copying) {
  if (tables_.count(table) > 0)
    return {};
  DeviceBlock block;
  Status status = block.reallocate(bytes);
  if (status.ok())
    status = fill_block(block, table, bytes, time_limit, copying);
  if (status.ok())
    tables_[table] = std::move(block);
  return status;
}

void ColourTables::set(const Plan& plan, CountMemory& memory) const {
  const ColourPlan& colours = plan.colours;
  if (colours.hue)
    memory.hue = reinterpret_cast<const uint16_t*>(tables_.at(colours.hue).data());
  if (colours.chromaticities.light)
    memory.chromaticity_light =
        reinterpret_cast<const float*>(tables_.at(colours.chromaticities.light).data());
}

} // namespace videohistogram::cuda
