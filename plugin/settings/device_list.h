// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <string>
#include <vector>

namespace videohistogram {

/// The GPUs that the property `devices` names.
struct DeviceList {
  bool all = false;
  std::vector<int> indexes; ///< distinct, in the order given; empty if `all`
};

/// Parses "all", "0" or "0,2"; spaces around an index are ignored. invalid_argument for any other
/// text, or if the text names a GPU twice.
Expected<DeviceList> parse_device_list(const std::string& text);

} // namespace videohistogram
