// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/settings/text.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace videohistogram::scope {

/// A name of a list, and what it sets.
using NamedFlag = std::pair<const char*, bool*>;

/// Parses the text of a property: names in upper or lower case, joined by `+` or `,`, each at most
/// once; empty text names none. Sets the flags that are named. `kind`: what a name is, such as
/// "mark", for messages. invalid_argument for any other text.
inline Status parse_flag_list(const char* property, const std::string& kind,
                              const std::string& text, std::initializer_list<NamedFlag> flags) {
  if (trimmed(text).empty())
    return {};
  std::string known;
  for (const NamedFlag* flag = flags.begin(); flag != flags.end(); flag++)
    known += std::string(flag == flags.begin()     ? ""
                         : flag + 1 == flags.end() ? " and "
                                                   : ", ") +
             flag->first;
  for (const std::string_view part : split_list(text, "+,")) {
    const std::string name(part);
    bool* found = nullptr;
    for (const auto& [candidate, flag] : flags)
      if (g_ascii_strcasecmp(candidate, name.c_str()) == 0)
        found = flag;
    if (!found)
      return impossible(property, text,
                        quoted(name) + " is no " + kind + "; give some of " + known +
                            ", joined by +");
    if (std::exchange(*found, true))
      return impossible(property, text, "it names " + name + " twice; give each " + kind + " once");
  }
  return {};
}

} // namespace videohistogram::scope
