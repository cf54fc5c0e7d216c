// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/properties/setting_table.h"
#include "plugin/properties/shared_properties.h"
#include "plugin/scope/settings/scope_settings.h"

#include <glib-object.h>

#include <string>

namespace videohistogram::scope {

/// The ids of the properties that only elements of scopes have, and that are no settings.
enum ScopeProperty : guint {
  PROP_READING = first_own_property,
  PROP_HOLD,
  PROP_QOS,
  PROP_LAYOUT,
};

/// Installs all properties and marks their enum types as the plugin's API. Call once.
void install_scope_properties(GObjectClass* object_class);

/// The properties that are settings.
const SettingTable<ScopeSettings>& scope_setting_table();
/// Whether a setting may differ from scope to scope.
bool is_of_one_scope(const Setting<ScopeSettings>& setting);
/// Whether a setting decides what a picture shows, and so is part of layouts.
bool is_of_layout(const Setting<ScopeSettings>& setting);
/// Sets a setting by its name and the text of its value. invalid_argument if no setting of that
/// name is `allowed`, or if it cannot have the value.
Status set_from_text(ScopeSettings& settings, const std::string& name, const std::string& text,
                     bool (*allowed)(const Setting<ScopeSettings>&));

} // namespace videohistogram::scope
