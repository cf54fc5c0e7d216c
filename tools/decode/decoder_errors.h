// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What decoders of GStreamer say of damage that they conceal.
#pragma once

#include "tools/read/decoder_log.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram::tools {

/// Counts the messages about errors of the decoders of one pipeline, which only the logs of
/// GStreamer and FFmpeg have. Thread-safety: any number of objects, each for one thread.
class DecoderErrors {
public:
  /// Construct it before the pipeline has a decoder. The pipeline must outlive the object.
  explicit DecoderErrors(GstElement* pipeline);
  ~DecoderErrors();
  DecoderErrors(const DecoderErrors&) = delete;
  DecoderErrors& operator=(const DecoderErrors&) = delete;

  /// The number of messages until now, and the longest one; empty if there is none.
  std::string describe() const { return log_.describe(); }

private:
  static void watch(GstBin*, GstBin*, GstElement* element, DecoderErrors* self);
  static void read_log(GstDebugCategory* category, GstDebugLevel level, const gchar*, const gchar*,
                       gint, GObject* object, GstDebugMessage* message, gpointer);

  DecoderLog log_;
  GstElement* const pipeline_;
  gulong handler_ = 0;
};

} // namespace videohistogram::tools
