// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/channel_list.h"

#include "plugin/settings/text.h"

#include <glib.h>

#include <utility>

namespace videohistogram {

namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && g_ascii_strncasecmp(a.data(), b.data(), a.size()) == 0;
}

/// Names the differences of all stored channels.
constexpr std::string_view every_difference = "DIFF";

std::optional<Quantity> find_channel(std::string_view name) {
  for (uint32_t c = 0; c < n_quantities; c++)
    if (const auto channel = static_cast<Quantity>(c);
        equal_ignoring_case(name, quantity_name(channel)))
      return channel;
  return std::nullopt;
}

} // namespace

Expected<std::vector<Quantity>> parse_channel_names(std::string_view text) {
  std::vector<Quantity> names;
  for (std::string_view name : split_list(text, "+,")) {
    if (equal_ignoring_case(name, every_difference)) {
      for (uint32_t c = 0; c < n_quantities; c++)
        if (all_differences & (1u << c))
          names.push_back(static_cast<Quantity>(c));
      continue;
    }
    const std::optional<Quantity> channel = find_channel(name);
    if (!channel)
      return refusal("there is no channel " + quoted(name) + "; give some of " +
                     describe_channels(all_quantities) + ", joined by + or ,");
    names.push_back(*channel);
  }
  return Expected<std::vector<Quantity>>(std::move(names));
}

Expected<std::optional<QuantitySet>> parse_channel_list(const std::string& text) {
  if (trimmed(text).empty())
    return std::optional<QuantitySet>();
  Expected<std::vector<Quantity>> names = parse_channel_names(text);
  if (!names.ok())
    return impossible("channels", text, names.error().message);
  QuantitySet set = 0;
  for (Quantity channel : *names)
    set |= quantity_bit(channel);
  return std::optional(set);
}

QuantitySet listed_channels(const FormatInfo& format, const ColourSpec& colours,
                            const std::optional<QuantitySet>& list) {
  return list ? *list & countable(format, colours) : format.channels();
}

Status check_axis(Quantity quantity, const FormatInfo& format, const ColourSpec& colours) {
  const QuantitySet bit = quantity_bit(quantity);
  const QuantitySet possible = countable(format, colours) & ~all_differences;
  if (possible & bit)
    return {};
  const std::string name = quantity_name(quantity);
  const std::string others = "; give some of " + describe_channels(possible);
  if (bit & all_differences)
    return refusal(std::string(format.name) + " frames have no projections of " + name + others);
  if (bit & format.countable_channels())
    return refusal(name + " cannot be computed with the matrix of these frames" + others +
                   ", or set colorimetry if they have another one");
  return refusal(std::string(format.name) + " frames have no " + name + others);
}

std::string describe_channels(QuantitySet set) {
  std::string list;
  for (uint32_t c = 0; c < n_quantities; c++)
    if (set & ~all_differences & (1u << c))
      list += (list.empty() ? "" : "+") + std::string(quantity_name(static_cast<Quantity>(c)));
  if (set & all_differences)
    list += (list.empty() ? "" : "+") + std::string(every_difference);
  for (char& letter : list)
    letter = g_ascii_tolower(letter);
  return list.empty() ? "none" : list;
}

} // namespace videohistogram
