// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Also of builds without CUDA.
#pragma once

#include "core/plan.h"

namespace videohistogram::cuda {

/// Whether the kernels of this folder count frames of a plan where their packed samples lie: plans
/// of stored channels in common packings. Other packed frames are unpacked before all kernels run.
inline bool counts_packed(const Plan& plan) {
  switch (plan.format.packing) {
  case Packing::v210:
  case Packing::uyvp:
  case Packing::word_le32:
  case Packing::word_be32:
    return !plan.needs_whole_frames() &&
           plan.histograms_in(Domain::plane).size() == plan.histograms.size();
  default:
    return false;
  }
}

/// Whether frames of a format are unpacked on the device, if at all.
constexpr bool is_unpacked_there(const FormatInfo& format) {
  return format.packing != Packing::none && !is_tiled(format.packing);
}

/// Whether frames of a plan are unpacked on the device.
inline bool is_unpacked(const Plan& plan) {
  return is_unpacked_there(plan.format) && !counts_packed(plan);
}

} // namespace videohistogram::cuda
