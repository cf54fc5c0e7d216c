// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/flash_profile.h"

#include "plugin/settings/text.h"

namespace videohistogram {

Expected<const pse::FlashProfile*> parse_flash_profile(const std::string& text) {
  std::string name(trimmed(text));
  for (char& letter : name)
    letter = g_ascii_tolower(letter);
  const pse::FlashProfile* const profile = pse::find_flash_profile(name);
  if (!profile && !name.empty())
    return impossible("flashes", text,
                      "there is no such profile; give " + pse::list_flash_profiles() +
                          ", or nothing");
  return profile;
}

SumSet sums_of_flashes(const pse::FlashProfile* profile, SumSet countable) {
  if (!profile)
    return 0;
  if (profile->is_iris)
    return countable & sum_bit(Sum::iris);
  // Gray frames have no colours, and so no red.
  const SumSet light = countable & sum_bit(Sum::light);
  return light ? light | (countable & sum_bit(Sum::rgb)) : 0;
}

} // namespace videohistogram
