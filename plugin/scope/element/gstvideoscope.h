// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/element/gstvideoscopebase.h"

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_VIDEO_SCOPE (gst_video_scope_get_type())
G_DECLARE_FINAL_TYPE(GstVideoScope, gst_video_scope, GST, VIDEO_SCOPE, GstVideoScopeBase)

GST_ELEMENT_REGISTER_DECLARE(videoscope)

G_END_DECLS
