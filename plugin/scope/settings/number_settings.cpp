// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/number_settings.h"

#include "plugin/settings/text.h"

#include <string_view>
#include <utility>
#include <vector>

namespace videohistogram::scope {

Expected<NumberOptions> parse_number_list(const std::string& text) {
  NumberOptions options;
  const std::pair<const char*, bool*> names[] = {{"frame", &options.frame},
                                                 {"timecode", &options.timecode},
                                                 {"light", &options.light},
                                                 {"r103", &options.r103},
                                                 {"percentiles", &options.percentiles}};
  if (trimmed(text).empty())
    return Expected<NumberOptions>(options);
  for (const std::string_view part : split_list(text, "+,")) {
    const std::string name(part);
    bool* found = nullptr;
    for (const auto& [known, flag] : names)
      if (g_ascii_strcasecmp(known, name.c_str()) == 0)
        found = flag;
    if (!found)
      return impossible("numbers", text,
                        quoted(name) + " is no number; give some of frame, timecode, light, r103 "
                                       "and percentiles, joined by +");
    if (std::exchange(*found, true))
      return impossible("numbers", text, "it names " + name + " twice; give each number once");
  }
  return Expected<NumberOptions>(options);
}

Expected<std::vector<Pin>> parse_pin_list(const std::string& text) {
  Expected<std::vector<Pin>> pins =
      parse_items<Pin>("pins", text, [](std::string_view item, std::vector<Pin>& list) -> Status {
        const auto numbers = parse_numbers<2>(item);
        if (!numbers || list.size() == most_pins)
          return refusal("give at most " + std::to_string(most_pins) +
                         " pixels as x,y joined by ;, such as 100,200;640,360");
        list.push_back({(*numbers)[0], (*numbers)[1]});
        return {};
      });
  return pins;
}

Expected<std::optional<Rect>> parse_probe(const std::string& text) {
  if (trimmed(text).empty())
    return Expected<std::optional<Rect>>(std::nullopt);
  const auto numbers = parse_numbers<4>(text);
  if (!numbers || (*numbers)[2] == 0 || (*numbers)[3] == 0)
    return impossible("probe", text,
                      "give a box of pixels as x,y,width,height, such as 100,200,64,48");
  return Expected<std::optional<Rect>>(
      Rect{(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]});
}

} // namespace videohistogram::scope
