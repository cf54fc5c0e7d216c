// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/failure_notice.h"

#include <utility>

#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT category_

namespace videohistogram {

void FailureNotice::failed(const Error& error) {
  if (std::exchange(failing_, true))
    return;
  if (error.kind == ErrorKind::invalid_argument)
    GST_ELEMENT_WARNING(element_, STREAM, FORMAT,
                        ("%s: %s. %s", what_, error.message.c_str(), consequence_),
                        ("%s", error.detail.c_str()));
  else
    GST_ELEMENT_WARNING(element_, LIBRARY, FAILED,
                        ("%s: %s. %s", what_, error.message.c_str(), consequence_),
                        ("%s: %s", error_kind_name(error.kind), error.detail.c_str()));
}

} // namespace videohistogram
