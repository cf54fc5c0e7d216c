// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/settings/settings.h"

#include <glib-object.h>

namespace videohistogram {

/// The ids of the element's properties.
enum Property : guint {
  PROP_0,
  PROP_BACKEND,
  PROP_DEVICES,
  PROP_SPLIT,
  PROP_BINS,
  PROP_CHANNELS,
  PROP_COLORIMETRY,
  PROP_RGB_RANGE,
  PROP_RANGE_LIMITS,
  PROP_REGIONS,
  PROP_REGIONS_ONLY,
  PROP_PROJECTIONS,
  PROP_JOINT,
  PROP_JOINT_BINS,
  PROP_ATTACH_META,
  PROP_POST_MESSAGES,
  PROP_INTERVAL,
  PROP_MESSAGE_COUNTS,
  PROP_MESSAGE_PROJECTIONS,
  PROP_MESSAGE_JOINT,
  PROP_MESSAGE_PERCENTILES,
  PROP_MAX_IN_FLIGHT,
  PROP_MAX_MEMORY,
  PROP_ACTIVE_BACKEND,
  PROP_STATS,
};

/// Installs all properties and marks their enum types as the plugin's API.
void install_properties(GObjectClass* object_class);

/// Checks that the property's text can be parsed; the error says what is accepted. Returns OK for
/// properties that are checked only when the element uses them.
Status check_setting(guint id, const GValue* value);

/// Stores the property's value in `settings` without checking texts; false if it is no setting.
bool set_setting(Settings& settings, guint id, const GValue* value);

/// Reads the property's value from `settings`; false if it is no setting.
bool get_setting(const Settings& settings, guint id, GValue* value);

} // namespace videohistogram
