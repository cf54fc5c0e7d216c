// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// An element between pads of the test's own.
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

inline std::string video_caps(const std::string& format, int width, int height) {
  return "video/x-raw,format=" + format + ",width=" + std::to_string(width) +
         ",height=" + std::to_string(height) + ",framerate=25/1";
}

inline std::vector<guint8> bytes_of(GstBuffer* buffer) {
  std::vector<guint8> bytes(gst_buffer_get_size(buffer));
  gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
  return bytes;
}

inline GstBuffer* buffer_of(const std::vector<guint8>& bytes, guint number = 0) {
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, bytes.size(), nullptr);
  gst_buffer_fill(buffer, 0, bytes.data(), bytes.size());
  GST_BUFFER_PTS(buffer) = number * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  return buffer;
}

class Stream {
public:
  /// `downstream`: the caps that the element downstream accepts; empty: any.
  Stream(const std::string& element, const std::string& properties, const std::string& upstream,
         const std::string& downstream) {
    harness_ = gst_harness_new_parse((element + " " + properties).c_str());
    element_ = gst_harness_find_element(harness_, element.c_str());
    bus_ = gst_bus_new();
    gst_element_set_bus(element_, bus_);
    if (!downstream.empty())
      gst_harness_set_sink_caps_str(harness_, downstream.c_str());
    if (!upstream.empty())
      gst_harness_set_src_caps_str(harness_, upstream.c_str());
  }
  ~Stream() {
    gst_element_set_bus(element_, nullptr);
    gst_object_unref(element_);
    gst_harness_teardown(harness_);
    gst_object_unref(bus_);
    for (GstMessage* message : messages_)
      gst_message_unref(message);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  GstHarness* operator*() const { return harness_; }
  GstElement* element() const { return element_; }

  /// The bytes that the element makes of a buffer, which it gets; empty: there are none.
  std::vector<guint8> output(GstBuffer* buffer) {
    EXPECT_EQ(gst_harness_push(harness_, buffer), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_try_pull(harness_);
    if (!out)
      return {};
    std::vector<guint8> bytes = bytes_of(out);
    gst_buffer_unref(out);
    return bytes;
  }
  guint64 stat(const char* name) {
    GstStructure* stats = nullptr;
    g_object_get(element_, "stats", &stats, nullptr);
    guint64 value = 0;
    EXPECT_TRUE(gst_structure_get_uint64(stats, name, &value)) << name;
    gst_structure_free(stats);
    return value;
  }
  /// The next message of these types, which the caller owns; nullptr: there is none. Messages of
  /// other types stay, which gst_bus_pop_filtered() would drop. Thread-safe.
  GstMessage* pop(GstMessageType types) {
    const std::lock_guard lock(mutex_);
    while (GstMessage* message = gst_bus_pop(bus_))
      messages_.push_back(message);
    const auto found = std::find_if(messages_.begin(), messages_.end(), [&](GstMessage* message) {
      return (GST_MESSAGE_TYPE(message) & types) != 0;
    });
    if (found == messages_.end())
      return nullptr;
    GstMessage* const message = *found;
    messages_.erase(found);
    return message;
  }
  guint warnings() {
    guint n = 0;
    while (GstMessage* message = pop(GST_MESSAGE_WARNING)) {
      n++;
      gst_message_unref(message);
    }
    return n;
  }

private:
  GstHarness* harness_;
  GstElement* element_;
  GstBus* bus_;
  std::mutex mutex_;
  std::vector<GstMessage*> messages_; ///< taken from the bus; guarded by `mutex_`
};

/// Expects that the description of the property `stats` names all of its fields, and that of `qos`
/// what the element drops.
inline void expect_descriptions(GstElement* element) {
  GObjectClass* const klass = G_OBJECT_GET_CLASS(element);
  const auto text_of = [&](const char* property) -> std::string {
    return g_param_spec_get_blurb(g_object_class_find_property(klass, property));
  };
  GstStructure* stats = nullptr;
  g_object_get(element, "stats", &stats, nullptr);
  for (gint i = 0; i < gst_structure_n_fields(stats); i++) {
    const gchar* const field = gst_structure_nth_field_name(stats, static_cast<guint>(i));
    EXPECT_NE(text_of("stats").find(field), std::string::npos) << field;
  }
  gst_structure_free(stats);
  EXPECT_NE(text_of("qos").find("too late"), std::string::npos);
  for (const char* value : {"auto", "cpu", "cuda"})
    EXPECT_NE(text_of("backend").find(value), std::string::npos) << value;
  for (const char* value : {"linear", "log"})
    EXPECT_NE(text_of("histogram-scale").find(value), std::string::npos) << value;
  EXPECT_NE(text_of("active-backend").find("reason"), std::string::npos);
}

/// Runs a pipeline to its end, with a flushing seek to the middle if asked; the hash of the last
/// frame at the appsink of each name.
inline std::vector<std::string> last_frames(const std::string& description,
                                            const std::vector<const char*>& sinks,
                                            bool seek = false) {
  GstElement* const pipeline = gst_parse_launch(description.c_str(), nullptr);
  EXPECT_NE(pipeline, nullptr);
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  EXPECT_EQ(gst_element_get_state(pipeline, nullptr, nullptr, 20 * GST_SECOND),
            GST_STATE_CHANGE_SUCCESS);
  if (seek) {
    EXPECT_TRUE(
        gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 200 * GST_MSECOND));
    gst_element_get_state(pipeline, nullptr, nullptr, 20 * GST_SECOND);
  }
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstBus* const bus = gst_element_get_bus(pipeline);
  GstMessage* message = gst_bus_timed_pop_filtered(
      bus, 60 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  EXPECT_TRUE(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS);
  g_clear_pointer(&message, gst_message_unref);
  gst_object_unref(bus);
  std::vector<std::string> hashes;
  for (const char* name : sinks) {
    GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline), name);
    GstSample* sample = nullptr;
    g_object_get(sink, "last-sample", &sample, nullptr);
    EXPECT_NE(sample, nullptr);
    const std::vector<guint8> bytes = bytes_of(gst_sample_get_buffer(sample));
    gchar* const hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes.data(), bytes.size());
    hashes.emplace_back(hash);
    g_free(hash);
    gst_sample_unref(sample);
    gst_object_unref(sink);
  }
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return hashes;
}

/// A source of frames that differ.
inline std::string source_of(int frames) {
  return "videotestsrc pattern=ball num-buffers=" + std::to_string(frames) +
         " ! video/x-raw,format=I420,width=160,height=120,framerate=25/1 ! ";
}
