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
  /// The text of a WARNING is "`what`: message of the error. `consequence`". Logs in `category`.
  FailureNotice(GstElement* element, GstDebugCategory* category, const char* what,
                const char* consequence = "The same may hold for those that follow")
      : element_(element), category_(category), what_(what), consequence_(consequence) {}

  /// LIBRARY/FAILED, or STREAM/FORMAT for invalid_argument: a buffer without its frame.
  void failed(const Error& error);
  void succeeded() { failing_ = false; }

private:
  GstElement* element_;
  GstDebugCategory* category_;
  const char* what_;
  const char* consequence_;
  bool failing_ = false;
};

} // namespace videohistogram
