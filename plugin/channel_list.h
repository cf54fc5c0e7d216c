// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/error.h"
#include "histogram/format.h"

#include <string>

namespace videohistogram {

/// All channels but LUMA, which is computed.
constexpr ChannelSet stored_channels =
    (channel_bit(Channel::luma) << 1) - 1 - channel_bit(Channel::luma);

/// Parses the property `channels`: names in upper or lower case, joined by `+` or `,`, with spaces
/// around them or not. Empty text means stored_channels. invalid_argument for any other text; the
/// message lists the names.
Expected<ChannelSet> parse_channel_list(const std::string& text);

/// The names of a set as the property takes them, "y+cb+cr"; "none" for the empty set.
std::string describe_channels(ChannelSet set);

} // namespace videohistogram
