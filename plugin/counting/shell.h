// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/counting/run.h"
#include "plugin/memory/allocation.h"
#include "plugin/properties/element_settings.h"
#include "plugin/properties/shared_properties.h"

#include <gst/base/gstbasetransform.h>

#include <atomic>
#include <exception>
#include <string>
#include <utility>

namespace videohistogram {

/// The work of all elements where the callbacks of GStreamer meet C++: turn exceptions into errors,
/// errors into messages on the bus and return values, and properties into settings.
/// Thread-safety: set_property() and get_property() from any thread; the rest from the streaming
/// thread, or while no buffer streams.
class Shell {
public:
  /// `purpose`: what fails if memory or threads run out, such as "count frames". Logs in
  /// `category`.
  Shell(GstElement* element, GstDebugCategory* category, const char* purpose, Run& run)
      : element_(element), category_(category), purpose_(purpose), run_(run) {}

  /// Calls a function that returns a Status. No exception may leave a GStreamer callback;
  /// exceptions mean that memory or threads have run out.
  template <class Function>
  Status guard(Function function) const {
    try {
      return function();
    } catch (const std::exception& exception) {
      return {ErrorKind::transient,
              std::string("There are not enough threads or memory to ") + purpose_,
              exception.what()};
    }
  }

  /// Implements GstBaseTransformClass::start by such a function: posts an ERROR if it fails.
  template <class Function>
  gboolean start(Function function) {
    last_reason_.clear();
    explained_ = false;
    return succeeds(function);
  }
  /// Implements another callback that returns a gboolean likewise.
  template <class Function>
  gboolean succeeds(Function function) const {
    const Status status = guard(function);
    if (!status.ok())
      post_error(status.error());
    return status.ok();
  }

  /// What a function that handles a buffer returns: an error ends the stream. Posts one ERROR per
  /// reason: upstream offers refused caps before each buffer and may push on.
  GstFlowReturn flow_after(const Status& status);
  /// Whether this reason differs from that of the last call, since which no buffer was handled
  /// without error. Streams that go on in spite of an error post it only then.
  bool is_news(const Error& error) {
    return std::exchange(last_reason_, error.message) != error.message;
  }
  /// Extends the answer to an ALLOCATION query by a pool that the backend reads fastest, see
  /// extend_allocation(). Returns whether that was done; a stopped element offers none.
  bool offer_pool(GstQuery* query, const Held& held = {}) const;
  /// Implements GstBaseTransformClass::propose_allocation of an element that passes upstream's
  /// buffers on: downstream answers first.
  bool propose_allocation(GstQuery* query, const Held& held = {}) const;

  /// After the answer to an ACCEPT_CAPS query: caps that are refused for the order of their pixels
  /// in memory post a WARNING with the cure, once per run. Thread-safety: any thread.
  void explain_refusal(GstQuery* query);

  /// Implements GObjectClass::set_property. While the element runs, a text that cannot be parsed
  /// posts a WARNING, and the property stays as it was. Before that an application may not watch
  /// the bus yet; the start or the first frame then reports the error.
  template <class S>
  void set_property(ElementSettings<S>& settings, guint id, const GValue* value,
                    GParamSpec* pspec) const {
    const Status status = run_.running() ? settings.check(id, value) : Status();
    if (!status.ok())
      warn_about_text(status.error(), pspec);
    else if (!settings.set(id, value))
      G_OBJECT_WARN_INVALID_PROPERTY_ID(element_, id, pspec);
  }
  /// Warns that a property cannot have its text, and stays as it was.
  void warn_about_text(const Error& error, GParamSpec* pspec) const;
  /// Implements GObjectClass::get_property.
  template <class S>
  void get_property(const ElementSettings<S>& settings, guint id, GValue* value,
                    GParamSpec* pspec) const {
    if (id == PROP_ACTIVE_BACKEND)
      g_value_set_string(value, run_.active_backend());
    else if (id == PROP_STATS)
      g_value_take_boxed(value, run_.stats());
    else if (!settings.get(id, value))
      G_OBJECT_WARN_INVALID_PROPERTY_ID(element_, id, pspec);
  }

private:
  void post(const Error& error, GQuark domain, gint code) const;
  void post_error(const Error& error) const;

  GstElement* element_;
  GstDebugCategory* category_;
  const char* purpose_;
  Run& run_;
  std::string last_reason_;            ///< empty: none
  std::atomic<bool> explained_{false}; ///< explain_refusal() has posted
};

/// Adds the pads of an element. Takes the caps.
void add_pads(GstElementClass* element_class, GstCaps* sink, GstCaps* src);

} // namespace videohistogram
