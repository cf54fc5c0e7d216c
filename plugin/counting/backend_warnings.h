// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/counting/backends.h"

#include <gst/gst.h>

namespace videohistogram {

/// Posts a WARNING on the bus for each GPU that was asked for and does not count, and why. That a
/// machine has no GPU at all is only logged, in `category`, unless the settings name one. Called
/// when the element starts, without locks.
void warn_about_unused_gpus(GstElement* element, GstDebugCategory* category,
                            const ChosenBackend& chosen, const BackendSettings& settings);

} // namespace videohistogram
