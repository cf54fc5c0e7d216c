// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <glib-object.h>

namespace videohistogram {

/// The properties `backend`, `devices`, `active-backend` and `colorimetry`, which elements that
/// count have in common. The caller installs them.
GParamSpec* make_backend_property();
GParamSpec* make_devices_property();
GParamSpec* make_active_backend_property();
GParamSpec* make_colorimetry_property();

} // namespace videohistogram
