// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/profile.h"

#include <limits>

namespace videohistogram::pse {

namespace {

constexpr double any_dark = std::numeric_limits<double>::infinity();

const std::vector<FlashProfile>& all_profiles() {
  static const std::vector<FlashProfile> profiles{
      {"bt1702", {{20, 6}}, 160, 0.25, 4, {4, 1}, {5, 1}, true, true, false},
      {"ofcom", {{20, 6}}, 160, 0.25, 4, {4, 1}, {5, 1}, true, false, false},
      {"nab-j", {{20, 10}, {40, 6}}, any_dark, 0.25, 7, {2, 1}, {3, 1}, false, false, false},
      {"strict", {{20, 6}}, 160, 0.20, 4, {4, 1}, {5, 1}, true, true, false},
      {"iris", {}, any_dark, 0.25, 4, {4, 1}, {5, 1}, false, false, true},
  };
  return profiles;
}

} // namespace

bool exceeds_limits(const FlashProfile& profile, double area, double count, double red_count) {
  constexpr double most_of_iris = 6; // transitions in a second
  return red_count > static_cast<double>(most_red_changes) ||
         (profile.is_iris ? count > most_of_iris : area > profile.area);
}

const FlashProfile* find_flash_profile(const std::string& name) {
  for (const FlashProfile& profile : all_profiles())
    if (name == profile.name)
      return &profile;
  return nullptr;
}

std::string list_flash_profiles() {
  std::string list;
  for (const FlashProfile& profile : all_profiles())
    list += (list.empty()                         ? ""
             : &profile == &all_profiles().back() ? " or "
                                                  : ", ") +
            std::string(profile.name);
  return list;
}

} // namespace videohistogram::pse
