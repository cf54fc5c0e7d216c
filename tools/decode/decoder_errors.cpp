// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/decoder_errors.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace videohistogram::tools {

namespace {

/// Of all pipelines.
std::mutex pipelines_mutex;
std::vector<std::pair<GstElement*, DecoderLog*>> pipeline_logs;

/// FFmpeg's decoders, which have their element as AVCodecContext::opaque.
bool is_of_ffmpeg(gpointer decoder) {
  return g_str_has_prefix(G_OBJECT_TYPE_NAME(decoder), "avdec_");
}

/// GstVideoDecoder, the base class of the other decoders, logs an error as a warning.
void log_warnings() {
  GstDebugCategory* category = nullptr;
  GST_DEBUG_CATEGORY_GET(category, "videodecoder");
  if (category && gst_debug_category_get_threshold(category) < GST_LEVEL_WARNING)
    gst_debug_category_set_threshold(category, GST_LEVEL_WARNING);
}

} // namespace

void DecoderErrors::read_log(GstDebugCategory* category, GstDebugLevel level, const gchar*,
                             const gchar*, gint, GObject* object, GstDebugMessage* message,
                             gpointer) {
  constexpr const char* error = "error: ";
  if (level != GST_LEVEL_WARNING || !object || !GST_IS_ELEMENT(object) || is_of_ffmpeg(object) ||
      std::strcmp(gst_debug_category_get_name(category), "videodecoder") != 0)
    return;
  const char* const text = gst_debug_message_get(message);
  if (!g_str_has_prefix(text, error))
    return;
  const std::lock_guard<std::mutex> lock(pipelines_mutex);
  for (const auto& [pipeline, log] : pipeline_logs) {
    if (gst_object_has_as_ancestor(GST_OBJECT(object), GST_OBJECT(pipeline)))
      log->note(text + std::strlen(error));
  }
}

void DecoderErrors::watch(GstBin*, GstBin*, GstElement* element, DecoderErrors* self) {
  log_warnings();
  if (is_of_ffmpeg(element))
    self->log_.attach(element);
}

/// Has GStreamer log errors of decoders. Prints nothing unless GST_DEBUG is set.
DecoderErrors::DecoderErrors(GstElement* pipeline) : pipeline_(pipeline) {
  static std::once_flag started;
  std::call_once(started, [] {
    if (!std::getenv("GST_DEBUG"))
      gst_debug_remove_log_function(gst_debug_log_default);
    gst_debug_add_log_function(read_log, nullptr, nullptr);
    gst_debug_set_active(TRUE);
  });
  const std::lock_guard<std::mutex> lock(pipelines_mutex);
  pipeline_logs.emplace_back(pipeline, &log_);
  handler_ = g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(watch), this);
}

DecoderErrors::~DecoderErrors() {
  g_signal_handler_disconnect(pipeline_, handler_);
  const std::lock_guard<std::mutex> lock(pipelines_mutex);
  pipeline_logs.erase(
      std::find(pipeline_logs.begin(), pipeline_logs.end(), std::pair(pipeline_, &log_)));
}

} // namespace videohistogram::tools
