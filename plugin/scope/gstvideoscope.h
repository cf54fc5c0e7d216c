// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_VIDEO_SCOPE (gst_video_scope_get_type())
G_DECLARE_FINAL_TYPE(GstVideoScope, gst_video_scope, GST, VIDEO_SCOPE, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(videoscope)

G_END_DECLS
