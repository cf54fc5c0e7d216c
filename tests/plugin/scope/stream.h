// SPDX-License-Identifier: LGPL-2.1-or-later
// An element between pads of the test's own.
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <gtest/gtest.h>

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
  guint warnings() {
    guint n = 0;
    while (GstMessage* message = gst_bus_pop_filtered(bus_, GST_MESSAGE_WARNING)) {
      n++;
      gst_message_unref(message);
    }
    return n;
  }

private:
  GstHarness* harness_;
  GstElement* element_;
  GstBus* bus_;
};
