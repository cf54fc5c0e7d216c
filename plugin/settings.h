// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/format.h"
#include "histogram/split_backend.h"
#include "plugin/direction_settings.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram {

/// All but LUMA, which is computed.
constexpr ChannelSet stored_channels =
    (channel_bit(Channel::luma) << 1) - 1 - channel_bit(Channel::luma);

enum class BackendChoice { automatic, cpu, cuda };

/// What the user asked for: the element's properties. Copied once for each frame, so that a change
/// takes effect with the next one.
struct Settings {
  // Read when the element starts.
  BackendChoice backend = BackendChoice::automatic;
  std::string devices = "0";
  Split split = Split::automatic;
  guint max_in_flight = 0;

  // Checked against the format at negotiation and when they change.
  guint bins = 256;
  ChannelSet channels = stored_channels;
  DirectionSettings direction;

  // Read for every frame.
  bool attach_meta = true;
  bool post_messages = false;
  GstClockTime interval = 0;
  bool message_counts = true;
  bool message_matrix = false;
};

} // namespace videohistogram
