// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The base class of `videoscope` and `videoscopeoverlay`: settings, start and stop, and the count
// of frames.
#pragma once

#include "plugin/counting/shell.h"
#include "plugin/scope/element/lateness.h"
#include "plugin/scope/scope.h"
#include "plugin/scope/settings/scope_properties.h"

#include <gst/base/gstbasetransform.h>

#include <mutex>

G_BEGIN_DECLS

#define GST_TYPE_VIDEO_SCOPE_BASE (gst_video_scope_base_get_type())
G_DECLARE_DERIVABLE_TYPE(GstVideoScopeBase, gst_video_scope_base, GST, VIDEO_SCOPE_BASE,
                         GstBaseTransform)

struct _GstVideoScopeBaseClass {
  GstBaseTransformClass parent_class;

  /// Called on the streaming thread before a frame is counted. May be null.
  GstFlowReturn (*before_count)(GstVideoScopeBase* self);
  /// Turns coordinates of the source pad's video into those of the picture, on any thread. FALSE:
  /// the point is outside of it. May be null.
  gboolean (*locate)(GstVideoScopeBase* self, gdouble* x, gdouble* y);
  /// Adds fields to the property `stats`, on any thread. May be null.
  void (*extend_stats)(GstVideoScopeBase* self, GstStructure* stats);
};

G_END_DECLS

namespace videohistogram::scope {

/// The C++ state of one element.
struct ElementState {
  explicit ElementState(GstElement* element);
  ~ElementState() { g_clear_pointer(&reading, gst_structure_free); }

  bool running() { return scope.run().running(); }

  ElementSettings<ScopeSettings> settings{scope_setting_table()};
  std::mutex mutex;
  HoldRequest hold;                ///< the property `hold`; with mutex held
  GstStructure* reading = nullptr; ///< under the pointer; owned; null: none; with mutex held
  Lateness lateness;
  Scope scope;
  Shell shell;
};

/// The state of an element of a class that is derived from GstVideoScopeBase.
ElementState& element_state(gpointer element);

/// Makes the picture of the scope's caps, so that the first frame does not wait for it.
void prepare_picture(GstBaseTransform* trans);

/// The part of `caps` that `filter` allows, in the order of the filter; all without a filter. Takes
/// `caps`.
GstCaps* filtered(GstCaps* caps, GstCaps* filter);

} // namespace videohistogram::scope
