// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/error.h"

namespace videohistogram {

const char* error_kind_name(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::invalid_argument:
    return "invalid-argument";
  case ErrorKind::transient:
    return "transient";
  case ErrorKind::no_device:
    return "no-device";
  case ErrorKind::device_unusable:
    return "device-unusable";
  case ErrorKind::device_lost:
    return "device-lost";
  case ErrorKind::bug:
    return "bug";
  }
  return "unknown";
}

} // namespace videohistogram
