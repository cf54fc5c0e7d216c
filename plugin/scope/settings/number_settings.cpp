// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/number_settings.h"

#include "plugin/scope/settings/flag_list.h"
#include "plugin/settings/text.h"

#include <string_view>
#include <utility>
#include <vector>

namespace videohistogram::scope {

Expected<NumberOptions> parse_number_list(const std::string& text) {
  NumberOptions options;
  const Status status = parse_flag_list("numbers", "number", text,
                                        {{"frame", &options.frame},
                                         {"timecode", &options.timecode},
                                         {"light", &options.light},
                                         {"r103", &options.r103},
                                         {"percentiles", &options.percentiles}});
  return status.ok() ? Expected<NumberOptions>(options) : status.error();
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
