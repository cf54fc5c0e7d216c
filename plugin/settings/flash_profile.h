// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/pse/profile.h"
#include "core/sums.h"

#include <string>

namespace videohistogram {

/// How flashes of frames are looked for.
struct FlashRules {
  const pse::FlashProfile* profile = nullptr; ///< null: they are not
  pse::FrameRate rate;                        ///< of the caps

  bool operator==(const FlashRules& other) const {
    return profile == other.profile && rate.numerator == other.rate.numerator &&
           rate.denominator == other.rate.denominator;
  }
};

/// Parses the property `flashes`: the name of a profile, in upper or lower case; null for empty
/// text. invalid_argument for any other text; the message lists the names.
Expected<const pse::FlashProfile*> parse_flash_profile(const std::string& text);

/// The sums that a profile needs, as far as frames have them; empty for null, and if they lack one
/// without which nothing is found.
SumSet sums_of_flashes(const pse::FlashProfile* profile, SumSet countable);

} // namespace videohistogram
