// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/decoder_errors.h"

#include "tools/decode/gst_pointers.h"
#include "tools/text/format.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace videohistogram::tools {

/// The errors of one pipeline.
struct DecoderErrors::Log {
  GstElement* pipeline = nullptr;
  uint32_t mark = 0; ///< of its threads
  uint64_t number = 0;
  std::string example; ///< the longest message; of equally long ones the least by its bytes
};

namespace {

/// The real-time signals whose places in the mask of a thread are the bits of its mark.
constexpr int mark_bits = 16;

/// The logs of all pipelines, by their marks. 0 is the mark of threads of no pipeline.
std::mutex mutex;
std::map<uint32_t, std::shared_ptr<DecoderErrors::Log>> logs;

void mark_this_thread(uint32_t mark) {
  thread_local uint32_t last = 0;
  if (mark == last)
    return;
  sigset_t all, blocked;
  sigemptyset(&all);
  sigemptyset(&blocked);
  for (int bit = 0; bit < mark_bits; bit++) {
    sigaddset(&all, SIGRTMIN + bit);
    if (mark >> bit & 1)
      sigaddset(&blocked, SIGRTMIN + bit);
  }
  pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  last = mark;
}

uint32_t mark_of_this_thread() {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  uint32_t mark = 0;
  for (int bit = 0; bit < mark_bits; bit++)
    mark |= static_cast<uint32_t>(sigismember(&blocked, SIGRTMIN + bit) == 1) << bit;
  return mark;
}

bool is_of_ffmpeg(GstElement* decoder) {
  return g_str_has_prefix(G_OBJECT_TYPE_NAME(decoder), "avdec_");
}

void note(DecoderErrors::Log& log, const std::string& text) {
  log.number++;
  if (text.size() > log.example.size() || (text.size() == log.example.size() && text < log.example))
    log.example = text;
}

void note_of_ffmpeg(const char* text) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto log = logs.find(mark_of_this_thread());
  if (log != logs.end())
    note(*log->second, text);
}

void note_of_element(GstElement* decoder, const char* text) {
  const std::lock_guard<std::mutex> lock(mutex);
  for (const auto& [mark, log] : logs) {
    if (gst_object_has_as_ancestor(GST_OBJECT(decoder), GST_OBJECT(log->pipeline)))
      note(*log, text);
  }
}

/// GstVideoDecoder, the base class of all other decoders, logs an error as a warning.
void read_log(GstDebugCategory* category, GstDebugLevel level, const gchar*, const gchar*, gint,
              GObject* object, GstDebugMessage* message, gpointer) {
  constexpr const char* error = "error: ";
  const char* const name = gst_debug_category_get_name(category);
  if (level == GST_LEVEL_ERROR && std::strcmp(name, "libav") == 0) {
    note_of_ffmpeg(gst_debug_message_get(message));
  } else if (level == GST_LEVEL_WARNING && std::strcmp(name, "videodecoder") == 0 && object &&
             GST_IS_ELEMENT(object) && !is_of_ffmpeg(GST_ELEMENT(object))) {
    const char* const text = gst_debug_message_get(message);
    if (g_str_has_prefix(text, error))
      note_of_element(GST_ELEMENT(object), text + std::strlen(error));
  }
}

/// Has GStreamer log errors of decoders. Prints nothing unless GST_DEBUG is set.
void start_reading() {
  if (!std::getenv("GST_DEBUG"))
    gst_debug_remove_log_function(gst_debug_log_default);
  gst_debug_add_log_function(read_log, nullptr, nullptr);
  gst_debug_set_active(TRUE);
}

void log_at_least(const char* name, GstDebugLevel level) {
  GstDebugCategory* category = nullptr;
  GST_DEBUG_CATEGORY_GET(category, name);
  if (category && gst_debug_category_get_threshold(category) < level)
    gst_debug_category_set_threshold(category, level);
}

using LogReference = std::shared_ptr<DecoderErrors::Log>;

GstPadProbeReturn mark_thread(GstPad*, GstPadProbeInfo*, gpointer log) {
  mark_this_thread((*static_cast<LogReference*>(log))->mark);
  return GST_PAD_PROBE_OK;
}

/// The thread that brings data to a decoder with FFmpeg is the one that starts FFmpeg's threads.
void watch(GstBin*, GstBin*, GstElement* element, gpointer log) {
  log_at_least("videodecoder", GST_LEVEL_WARNING);
  if (!is_of_ffmpeg(element))
    return;
  log_at_least("libav", GST_LEVEL_ERROR);
  const PadPtr sink(gst_element_get_static_pad(element, "sink"));
  if (sink)
    gst_pad_add_probe(sink.get(), GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM, mark_thread,
                      new LogReference(*static_cast<LogReference*>(log)),
                      [](gpointer copy) { delete static_cast<LogReference*>(copy); });
}

} // namespace

DecoderErrors::DecoderErrors(GstElement* pipeline)
    : log_(std::make_shared<Log>()), pipeline_(pipeline) {
  static std::once_flag started;
  std::call_once(started, start_reading);
  log_->pipeline = pipeline;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    log_->mark = 1;
    while (logs.count(log_->mark) > 0)
      log_->mark++;
    logs.emplace(log_->mark, log_);
  }
  handler_ = g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(watch), &log_);
}

DecoderErrors::~DecoderErrors() {
  g_signal_handler_disconnect(pipeline_, handler_);
  const std::lock_guard<std::mutex> lock(mutex);
  logs.erase(log_->mark);
}

std::string DecoderErrors::describe() const {
  const std::lock_guard<std::mutex> lock(mutex);
  return log_->number == 0
             ? ""
             : format_number_of(log_->number, "message") + ", such as: " + log_->example;
}

} // namespace videohistogram::tools
