// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <string>
#include <vector>

namespace videohistogram {

/// What the `devices` property names.
struct DeviceList {
  bool all = false;
  std::vector<int> indexes; ///< unless all; each once, in the order given
};

/// Reads "all", "0" or "0,2"; blanks around an index do not matter. invalid_argument if it is
/// something else, or names a GPU twice.
Expected<DeviceList> parse_device_list(const std::string& text);

} // namespace videohistogram
