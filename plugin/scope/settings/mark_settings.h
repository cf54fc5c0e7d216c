// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/scope/draw/marks/mark_options.h"

#include <optional>
#include <string>

namespace videohistogram::scope {

/// The properties of marks as the application has set them.
struct MarkSettings {
  std::string marks;                ///< see parse_mark_list()
  std::string zebra_range = "auto"; ///< see parse_zebra_range()
  MarkOptions options;              ///< without what the texts say

  bool operator==(const MarkSettings& o) const {
    return marks == o.marks && zebra_range == o.zebra_range &&
           options.gamut_limits == o.options.gamut_limits &&
           options.peaking_threshold == o.options.peaking_threshold &&
           options.split == o.options.split && options.legend == o.options.legend;
  }
  bool operator!=(const MarkSettings& o) const { return !(*this == o); }
};

/// Parses the property `marks`: names joined by `+` or `,`, each at most once; empty: none.
/// invalid_argument for any other text.
Expected<MarkOptions> parse_mark_list(const std::string& text);

/// Parses the property `zebra-range`: `auto`, or two levels joined by `-`, of which the second may
/// be missing. invalid_argument for any other text.
Expected<std::optional<LevelRange>> parse_zebra_range(const std::string& text);

/// The options, with the texts parsed. Errors: invalid_argument; the message says what is accepted.
Expected<MarkOptions> mark_options(const MarkSettings& settings);

} // namespace videohistogram::scope
