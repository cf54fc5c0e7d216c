// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/properties/setting_table.h"
#include "plugin/scope/overlay/placement.h"

namespace videohistogram::scope {

/// Appends the properties of marks. Call once.
void add_mark_properties(SettingTable<OverlaySettings>& table);

} // namespace videohistogram::scope
