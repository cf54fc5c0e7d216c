// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <gst/gst.h>

namespace videohistogram {

/// Posts one WARNING per episode of failures: at the first one, and again at the first one after
/// something has succeeded.
/// Thread-safety: one thread at a time.
class FailureNotice {
public:
  /// `what`: what has failed, as the begin of a sentence: "A frame could not be counted".
  FailureNotice(GstElement* element, const char* what) : element_(element), what_(what) {}

  void failed(const Error& error) {
    if (failing_)
      return;
    failing_ = true;
    GST_ELEMENT_WARNING(
        element_, LIBRARY, FAILED,
        ("%s: %s. The same may hold for those that follow", what_, error.message.c_str()),
        ("%s: %s", error_kind_name(error.kind), error.detail.c_str()));
  }
  void succeeded() { failing_ = false; }

private:
  GstElement* element_;
  const char* what_;
  bool failing_ = false;
};

} // namespace videohistogram
