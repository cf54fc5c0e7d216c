// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The base class of `videoscope` and `videoscopeoverlay`: settings, start and stop, and the count
// of every frame.
#pragma once

#include "plugin/scope/element/lateness.h"
#include "plugin/scope/scope.h"
#include "plugin/scope/settings/scope_settings.h"

#include <gst/base/gstbasetransform.h>

#include <exception>
#include <mutex>
#include <string>

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
  explicit ElementState(GstElement* element) : scope(element) {}
  ~ElementState() { g_clear_pointer(&reading, gst_structure_free); }
  ElementState(const ElementState&) = delete;
  ElementState& operator=(const ElementState&) = delete;

  SharedScopeSettings get_settings() {
    std::lock_guard lock(mutex);
    return settings;
  }

  std::mutex mutex;
  SharedScopeSettings settings = std::make_shared<const ScopeSettings>(); ///< with mutex held
  Hold hold = Hold::none;                                                 ///< with mutex held
  guint hold_request = 0;          ///< incremented when `hold` is set; likewise
  GstStructure* reading = nullptr; ///< under the pointer; owned; null: none; with mutex held
  std::string refusal;             ///< why the stream was last refused; empty: it was not
  Lateness lateness;
  Scope scope;
};

/// The state of an element of a class that is derived from GstVideoScopeBase.
ElementState& element_state(gpointer element);

/// Posts one ERROR per reason, since upstream may push on, and returns the flow that it means.
GstFlowReturn refuse_stream(GstBaseTransform* trans, const Error& error);

/// Turns exceptions into an error, since none may leave a GStreamer callback. Exceptions mean that
/// memory or threads have run out.
template <class Function>
Status without_exceptions(Function function) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return {ErrorKind::transient, "There are not enough threads or memory to draw scopes",
            exception.what()};
  }
}

/// Makes the picture of the scope's caps, so that the first frame does not wait for it.
void prepare_picture(GstBaseTransform* trans);

/// Extends the answer to an ALLOCATION query by a pool that the backend reads fastest. Returns
/// whether that was done; a stopped element offers none.
bool offer_pool(GstBaseTransform* element, GstQuery* query);

} // namespace videohistogram::scope
