// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for GStreamer's CUDA library: notes the context that is current.
#include <glib.h>

extern "C" {
gpointer fake_current_context = nullptr;

gboolean gst_cuda_context_push(gpointer context) {
  fake_current_context = context;
  return TRUE;
}

gboolean gst_cuda_context_pop(gpointer*) {
  fake_current_context = nullptr;
  return TRUE;
}
}
