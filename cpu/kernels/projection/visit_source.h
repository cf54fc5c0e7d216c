// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions here have internal linkage, because files for several sets of instructions include
// them: see core/vectors.h.
#pragma once

#include "cpu/kernels/projection/count_projection.h"

namespace videohistogram::cpu {

namespace {

/// Calls `use` with a null pointer to the type that reads a table's values from pixels of
/// `pixel_bytes` bytes: Values, or Computed with a functor of computed.h.
template <template <uint32_t> class Values, template <uint32_t, class> class Computed,
          uint32_t pixel_bytes, class Use>
void visit_source_of(const ProjectionPlan& plan, const ProjectionTable& table, const Use& use) {
  if constexpr (pixel_bytes > 2)
    if (is_computed(table.quantity, plan.rgb))
      return visit_computed(table.quantity, plan.rgb, [&](const auto& compute) {
        use(static_cast<Computed<pixel_bytes, Functor<decltype(compute)>>*>(nullptr));
      });
  use(static_cast<Values<pixel_bytes>*>(nullptr));
}

/// The same for the pixels of a plan. Those of 6 bytes: only if Values has `reads_6_bytes`.
template <template <uint32_t> class Values, template <uint32_t, class> class Computed, class Use>
void visit_source(const ProjectionPlan& plan, const ProjectionTable& table, const Use& use) {
  switch (plan.pixel_bytes) {
  case 1:
    return visit_source_of<Values, Computed, 1>(plan, table, use);
  case 2:
    return visit_source_of<Values, Computed, 2>(plan, table, use);
  case 3:
    return visit_source_of<Values, Computed, 3>(plan, table, use);
  case 4:
    return visit_source_of<Values, Computed, 4>(plan, table, use);
  case 6:
    if constexpr (Values<1>::reads_6_bytes)
      visit_source_of<Values, Computed, 6>(plan, table, use);
    return;
  default:
    return visit_source_of<Values, Computed, 8>(plan, table, use);
  }
}

} // namespace

} // namespace videohistogram::cpu
