// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of the properties whose numbers stand below the scopes.
#pragma once

#include "core/error.h"
#include "plugin/scope/draw/number_options.h"
#include "plugin/scope/draw/probe_options.h"

#include <optional>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Parses the property `numbers`: names joined by `+` or `,`, each at most once; empty: none.
/// invalid_argument for any other text.
Expected<NumberOptions> parse_number_list(const std::string& text);

/// Parses the property `pins`, "100,200;640,360": at most most_pins pixels; empty: none.
/// invalid_argument for any other text.
Expected<std::vector<Pin>> parse_pin_list(const std::string& text);

/// Parses the property `probe`, "x,y,width,height", at least 1 wide and high; empty: none.
/// invalid_argument for any other text.
Expected<std::optional<Rect>> parse_probe(const std::string& text);

} // namespace videohistogram::scope
