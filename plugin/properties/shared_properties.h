// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <glib-object.h>

namespace videohistogram {

/// The ids of the properties that all elements have and that are no settings. Settings have the ids
/// from 1 on.
enum SharedProperty : guint { PROP_ACTIVE_BACKEND = 1000, PROP_STATS, first_own_property };

/// Installs `active-backend` and `stats`. `stats_blurb`: the description of `stats`, valid for
/// ever.
void install_shared_properties(GObjectClass* object_class, const char* stats_blurb);

/// The settings that all elements have.
GParamSpec* make_backend_property();
GParamSpec* make_devices_property();
GParamSpec* make_colorimetry_property();

} // namespace videohistogram
