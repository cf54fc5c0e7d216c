// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/hue_tables.h"

#include "cuda/transfer/fill_block.h"

namespace videohistogram::cuda {

Status HueTables::load(uint32_t depth, std::chrono::milliseconds time_limit) {
  DeviceBlock& table = tables_[index(depth)];
  if (table.size() > 0)
    return {};
  const size_t bytes = sizeof(uint16_t) * hue_table_entries(depth);
  Status status = table.reallocate(bytes);
  if (status.ok())
    status = fill_block(table, hue_table(depth), bytes, time_limit, "copying the table of hues");
  if (!status.ok())
    table.reset();
  return status;
}

} // namespace videohistogram::cuda
