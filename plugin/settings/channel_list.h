// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace videohistogram {

/// The channels that a text names, in its order: names in upper or lower case, joined by `+` or
/// `,`, with spaces around them or not. invalid_argument for any other text; the message lists the
/// names.
Expected<std::vector<Quantity>> parse_channel_names(std::string_view text);

/// Parses the property `channels`, such names. Empty text means stored_quantities. Errors as above.
Expected<QuantitySet> parse_channel_list(const std::string& text);

/// The names of a set as the property takes them, "y+cb+cr"; "none" for the empty set.
std::string describe_channels(QuantitySet set);

} // namespace videohistogram
