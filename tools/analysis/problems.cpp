// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/problems.h"

#include "tools/decode/decoder.h"

namespace videohistogram::tools {

void Problems::note(GstMessage* message) {
  const bool is_missing = gst_message_has_name(message, "missing-plugin");
  if (!is_missing && !gst_message_has_name(message, refusal_message))
    return;
  const gchar* const name = gst_structure_get_string(gst_message_get_structure(message), "name");
  if (!is_missing)
    refused_ = name;
  else if (name)
    missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
}

std::string Problems::explain(const GError* error) const {
  if (!refused_.empty())
    return "not analysed, because GStreamer's " + refused_ + " does not end";
  const std::string missing = missing_.empty() ? "" : "no decoder installed: " + missing_;
  if (error && g_error_matches(error, GST_STREAM_ERROR, no_such_stream))
    return error->message + (missing.empty() ? "" : "; " + missing);
  if (!missing.empty())
    return missing;
  if (!error || g_error_matches(error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN))
    return "no video in it";
  return error->message;
}

} // namespace videohistogram::tools
