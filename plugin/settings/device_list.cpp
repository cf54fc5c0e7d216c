// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/device_list.h"

#include "plugin/settings/text.h"

#include <algorithm>
#include <climits>

namespace videohistogram {

Expected<DeviceList> parse_device_list(const std::string& text) {
  DeviceList list;
  if (trimmed(text) == "all") {
    list.all = true;
    return list;
  }
  for (std::string_view item : split_list(text, ",")) {
    const std::optional<uint32_t> number = parse_number(item);
    if (!number || *number > INT_MAX)
      return refusal("devices=" + quoted(text) +
                     " does not name GPUs; give an index such as 0, several such as 0,2, or "
                     "all");
    const int index = static_cast<int>(*number);
    if (std::find(list.indexes.begin(), list.indexes.end(), index) != list.indexes.end())
      return refusal("devices=" + quoted(text) + " names GPU " + std::to_string(index) +
                     " twice; name each one once");
    list.indexes.push_back(index);
  }
  return list;
}

} // namespace videohistogram
