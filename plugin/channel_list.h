// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/error.h"
#include "histogram/format.h"

#include <string>

namespace videohistogram {

/// Parses the property `channels`: names in upper or lower case, joined by `+` or `,`, with spaces
/// around them or not. Empty text means stored_quantities. invalid_argument for any other text; the
/// message lists the names.
Expected<QuantitySet> parse_channel_list(const std::string& text);

/// The names of a set as the property takes them, "y+cb+cr"; "none" for the empty set.
std::string describe_channels(QuantitySet set);

} // namespace videohistogram
