// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/scope/settings/scope_settings.h"

#include <glib-object.h>

namespace videohistogram::scope {

/// The ids of the element's properties.
enum ScopeProperty : guint {
  PROP_0,
  PROP_SCOPES,
  PROP_HISTOGRAM_MODE,
  PROP_HISTOGRAM_SCALE,
  PROP_PERCENTILES,
  PROP_WAVEFORM_MODE,
  PROP_WAVEFORM_DIRECTION,
  PROP_PARADE_MODE,
  PROP_TARGETS,
  PROP_SKIN_TONE,
  PROP_VECTORSCOPE_GAIN,
  PROP_INTENSITY,
  PROP_TRACE_COLOR,
  PROP_UNITS,
  PROP_BACKEND,
  PROP_DEVICES,
  PROP_ACTIVE_BACKEND,
  PROP_STATS,
  PROP_READING,
  PROP_HOLD,
  PROP_USE_META,
  PROP_COLORIMETRY,
  PROP_QOS,
};

/// Installs all properties and marks their enum types as the plugin's API.
void install_scope_properties(GObjectClass* object_class);

/// Stores the property's value in `settings` without checking texts, see picture_options(); false
/// if it is no setting.
bool set_scope_setting(ScopeSettings& settings, guint id, const GValue* value);

/// Reads the property's value from `settings`; false if it is no setting.
bool get_scope_setting(const ScopeSettings& settings, guint id, GValue* value);

} // namespace videohistogram::scope
