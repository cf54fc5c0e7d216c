// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/properties/setting_table.h"
#include "plugin/settings/settings.h"

namespace videohistogram {

/// The properties that are settings.
const SettingTable<Settings>& setting_table();

} // namespace videohistogram
