// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for any CPU of the architecture.
#include "plugin/scope/draw/kernels/lanes.h"
#include "plugin/scope/draw/kernels/targets.h"

namespace videohistogram::scope {

constexpr Kernels generic_kernels = kernels_named("generic", [] { return true; });

} // namespace videohistogram::scope
