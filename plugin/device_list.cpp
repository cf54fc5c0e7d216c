// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/device_list.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace videohistogram {

namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos)
    return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// -1 if it is no index.
int parse_index(std::string_view text) {
  if (!text.empty() && text.front() == '-')
    return -1; // also of -0
  int index = -1;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, index);
  return parsed.ec == std::errc() && parsed.ptr == end ? index : -1;
}

} // namespace

Expected<DeviceList> parse_device_list(const std::string& text) {
  DeviceList list;
  if (trimmed(text) == "all") {
    list.all = true;
    return list;
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const int index = parse_index(trimmed(std::string_view(text).substr(begin, end - begin)));
    if (index < 0)
      return Error{ErrorKind::invalid_argument,
                   "devices=\"" + text +
                       "\" does not name GPUs; give an index such as 0, several such as 0,2, or "
                       "all",
                   {}};
    if (std::find(list.indexes.begin(), list.indexes.end(), index) != list.indexes.end())
      return Error{ErrorKind::invalid_argument,
                   "devices=\"" + text + "\" names GPU " + std::to_string(index) +
                       " twice; name each one once",
                   {}};
    list.indexes.push_back(index);
    begin = end + 1;
  }
  return list;
}

} // namespace videohistogram
