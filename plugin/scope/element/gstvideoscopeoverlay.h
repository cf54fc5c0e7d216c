// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/element/gstvideoscopebase.h"

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_VIDEO_SCOPE_OVERLAY (gst_video_scope_overlay_get_type())
G_DECLARE_FINAL_TYPE(GstVideoScopeOverlay, gst_video_scope_overlay, GST, VIDEO_SCOPE_OVERLAY,
                     GstVideoScopeBase)

GST_ELEMENT_REGISTER_DECLARE(videoscopeoverlay)

G_END_DECLS
