// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/percentile_list.h"

#include "plugin/text.h"

#include <glib.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace videohistogram {

namespace {

constexpr size_t most = 100;

/// A number from 0 to 100, written with a point in every locale.
std::optional<double> parse_percent(std::string_view text) {
  const std::string copy(trimmed(text));
  if (copy.empty() || copy.find_first_not_of("0123456789.") != copy.npos)
    return std::nullopt; // no sign, exponent, hexadecimal number, infinity or NaN
  gchar* end = nullptr;
  const double number = g_ascii_strtod(copy.c_str(), &end);
  return *end == '\0' && number <= 100 ? std::optional(number) : std::nullopt;
}

} // namespace

Expected<std::vector<double>> parse_percentile_list(const std::string& text) {
  std::vector<double> percents;
  if (trimmed(text).empty())
    return percents;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<double> percent =
        parse_percent(std::string_view(text).substr(begin, end - begin));
    if (!percent || percents.size() == most)
      return Error{ErrorKind::invalid_argument,
                   "message-percentiles=" + quoted(text) + " is impossible: give at most " +
                       std::to_string(most) + " numbers from 0 to 100, such as 1,50,99.9",
                   {}};
    percents.push_back(*percent);
    begin = end + 1;
  }
  return Expected<std::vector<double>>(std::move(percents));
}

} // namespace videohistogram
