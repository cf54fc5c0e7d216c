// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/light_tables.h"

#include "cuda/transfer/fill_block.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace videohistogram::cuda {

namespace {

/// iris_light() as a table.
const LightTable& iris_table() {
  static const LightTable table =
      std::make_shared<const std::vector<uint32_t>>(iris_light().begin(), iris_light().end());
  return table;
}

} // namespace

Status LightTables::load(const SumsPlan& sums, std::chrono::milliseconds time_limit) {
  Status status;
  if (sums.has(Sum::light))
    status = load(sums.spec.light, time_limit);
  if (status.ok() && sums.has(Sum::rgb))
    status = load(sums.spec.light_of_colours, time_limit);
  if (status.ok() && sums.has(Sum::iris))
    status = load(iris_table(), time_limit);
  return status;
}

Status LightTables::load(const LightTable& table, std::chrono::milliseconds time_limit) {
  if (find(table))
    return {};
  const size_t bytes = table->size() * sizeof(uint32_t);
  auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& other) {
    return !other.table || (other.table.use_count() == 1 && other.block.size() == bytes);
  });
  if (entry == entries_.end())
    entry = entries_.insert(entry, Entry{});
  entry->table.reset();
  Status status = entry->block.size() == bytes ? Status() : entry->block.reallocate(bytes);
  if (status.ok())
    status = fill_block(entry->block, table->data(), bytes, time_limit, "copying a table of light");
  if (status.ok())
    entry->table = table;
  return status;
}

const uint32_t* LightTables::find(const LightTable& table) const {
  for (const Entry& entry : entries_)
    if (entry.table == table)
      return reinterpret_cast<const uint32_t*>(entry.block.data());
  return nullptr;
}

void LightTables::set(const SumsPlan& sums, CountMemory& memory) const {
  memory.light = sums.has(Sum::light) ? find(sums.spec.light) : nullptr;
  memory.light_of_colours = sums.has(Sum::rgb) ? find(sums.spec.light_of_colours) : nullptr;
  memory.iris_light = sums.has(Sum::iris) ? find(iris_table()) : nullptr;
}

} // namespace videohistogram::cuda
