// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/backend_warnings.h"

namespace videohistogram {

void warn_about_unused_gpus(GstElement* element, GstDebugCategory* category,
                            const ChosenBackend& chosen, const BackendSettings& settings) {
  if (chosen.no_gpu) {
    const Error& why = *chosen.no_gpu;
    if (why.kind == ErrorKind::no_device && !names_devices(settings))
      GST_CAT_INFO_OBJECT(category, element, "counting on the CPU: %s", why.message.c_str());
    else // the user can fix the cause, or named a GPU that does not exist
      GST_ELEMENT_WARNING(
          element, RESOURCE, FAILED,
          ("Counting on the CPU until the element starts again: %s", why.message.c_str()),
          ("%s", why.detail.c_str()));
  }
  for (const Error& why : chosen.unusable_devices)
    GST_ELEMENT_WARNING(element, RESOURCE, FAILED,
                        ("Counting on the other GPUs: %s", why.message.c_str()),
                        ("%s", why.detail.c_str()));
}

} // namespace videohistogram
