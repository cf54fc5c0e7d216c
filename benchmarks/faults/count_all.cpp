// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Plays a pipeline and prints a hash of each table, or picture, of each frame.
//   count_all messages|metas|pictures "PIPELINE with an element named counter, and a sink named
//   sink"
// messages: from the messages of the videohistogram `counter`, which post-messages=true asks for.
// metas:    from the metas on the buffers of `sink`, read `lag` frames later.
// pictures: from the pixels of the buffers of `sink`.
// Prints one line of JSON per frame, warning and error, and one for the statistics of `counter`:
//   {"frame": 3, "tables": {"Y": "<hash>", "projection 0": "error: <reason>"}}
//   {"frame": 4, "error": "<reason>"}
//   {"warning": "<text>"}   {"error": "<text>"}   {"stats": {"counted": 80, "failed": 0, ...}}
// Exit status: 0 at the end of the stream, 1 after an ERROR, 2 wrong usage.
#include <gst/gst.h>
#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr size_t lag = 10; // frames between the end of a frame's count and the reading of its metas

enum class Mode { messages, metas, pictures };

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return json + '"';
}

/// 64 bits, FNV-1a over 8 bytes at a time; the last bytes are padded with zeros.
class Hash {
public:
  void add(const void* data, size_t bytes) {
    const auto* from = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < bytes; i += 8) {
      guint64 word = 0;
      std::memcpy(&word, from + i, std::min<size_t>(8, bytes - i));
      hash_ = (hash_ ^ word) * G_GUINT64_CONSTANT(0x100000001b3);
      hash_ ^= hash_ >> 32;
    }
  }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" G_GINT64_MODIFIER "x", hash_);
    return digits;
  }

private:
  guint64 hash_ = G_GUINT64_CONSTANT(0xcbf29ce484222325);
};

std::string hash_of(const void* data, size_t bytes) {
  Hash hash;
  hash.add(data, bytes);
  return hash.text();
}

std::string take_reason(GError* error) {
  const std::string text = std::string("error: ") + (error ? error->message : "no reason");
  g_clear_error(&error);
  return text;
}

using Tables =
    std::map<std::string, std::string>; ///< name -> hash, or the reason why there is none

/// Adds all tables of a histogram. Returns why it has none, or an empty text.
std::string read_tables(GstVideoHistogram* histogram, const std::string& prefix, Tables& tables) {
  GError* error = nullptr;
  if (!gst_video_histogram_wait(histogram, 20 * GST_SECOND, &error))
    return take_reason(error);
  for (guint c = 0; c < gst_video_histogram_get_n_channels(histogram); c++) {
    gsize n = 0;
    const guint64* const counts = gst_video_histogram_get_counts(histogram, c, &n);
    tables[prefix + gst_video_histogram_get_channel_name(histogram, c)] =
        hash_of(counts, n * sizeof *counts);
  }
  for (guint i = 0; i < gst_video_histogram_get_n_projections(histogram); i++) {
    GstVideoHistogramProjection* const table = gst_video_histogram_get_projection(histogram, i);
    gsize n = 0;
    const guint32* const counts = gst_video_histogram_projection_wait(table, GST_SECOND, &error)
                                      ? gst_video_histogram_projection_get_counts(table, &n)
                                      : nullptr;
    tables[prefix + "projection " + std::to_string(i)] =
        counts ? hash_of(counts, n * sizeof *counts) : take_reason(std::exchange(error, nullptr));
    gst_video_histogram_projection_unref(table);
  }
  for (guint i = 0; i < gst_video_histogram_get_n_joints(histogram); i++) {
    GstVideoHistogramJoint* const table = gst_video_histogram_get_joint(histogram, i);
    gsize n = 0;
    const guint64* const counts = gst_video_histogram_joint_wait(table, GST_SECOND, &error)
                                      ? gst_video_histogram_joint_get_counts(table, &n)
                                      : nullptr;
    tables[prefix + "joint " + std::to_string(i)] =
        counts ? hash_of(counts, n * sizeof *counts) : take_reason(std::exchange(error, nullptr));
    gst_video_histogram_joint_unref(table);
  }
  return {};
}

void print_tables(guint64 frame, const Tables& tables) {
  std::string line = "{\"frame\": " + std::to_string(frame) + ", \"tables\": {";
  for (const auto& [name, value] : tables)
    line += (line.back() == '{' ? "" : ", ") + quoted(name) + ": " + quoted(value);
  std::printf("%s}}\n", line.c_str());
}

void print_error(guint64 frame, const std::string& reason) {
  std::printf("{\"frame\": %" G_GUINT64_FORMAT ", \"error\": %s}\n", frame, quoted(reason).c_str());
}

// ---- messages

/// The counts of a field `counts` of a message, hashed like those of the library.
class FieldCounts {
public:
  explicit FieldCounts(bool wide) : wide_(wide) {}
  void add(const GValue* value) {
    if (GST_VALUE_HOLDS_ARRAY(value)) {
      for (guint i = 0; i < gst_value_array_get_size(value); i++)
        add(gst_value_array_get_value(value, i));
    } else {
      const guint64 count =
          G_VALUE_HOLDS_UINT64(value) ? g_value_get_uint64(value) : g_value_get_uint(value);
      if (wide_)
        wide_counts_.push_back(count);
      else
        counts_.push_back(static_cast<guint32>(count));
    }
  }
  std::string text() const {
    return wide_ ? hash_of(wide_counts_.data(), wide_counts_.size() * sizeof(guint64))
                 : hash_of(counts_.data(), counts_.size() * sizeof(guint32));
  }

private:
  bool wide_;
  std::vector<guint32> counts_;
  std::vector<guint64> wide_counts_;
};

/// Adds the tables in an array of structures of a message. Hashes are those of the counts in the
/// message, not of the histogram that it carries.
void read_array(const GstStructure* structure, const char* field, const char* name, bool wide,
                const std::string& prefix, Tables& tables) {
  const GValue* const array = gst_structure_get_value(structure, field);
  for (guint i = 0; array && i < gst_value_array_get_size(array); i++) {
    const GstStructure* const table = gst_value_get_structure(gst_value_array_get_value(array, i));
    const GValue* const counts = gst_structure_get_value(table, "counts");
    const gchar* const error = gst_structure_get_string(table, "error");
    FieldCounts hash(wide);
    if (counts)
      hash.add(counts);
    tables[prefix + name + " " + std::to_string(i)] =
        counts ? hash.text() : std::string(error ? "error: " : "missing") + (error ? error : "");
  }
}

void read_channels(GstVideoHistogram* histogram, const GstStructure* structure,
                   const std::string& prefix, Tables& tables) {
  const GValue* const counts = gst_structure_get_value(structure, "counts");
  for (guint c = 0; counts && c < gst_value_array_get_size(counts); c++) {
    FieldCounts hash(true);
    hash.add(gst_value_array_get_value(counts, c));
    tables[prefix + gst_video_histogram_get_channel_name(histogram, c)] = hash.text();
  }
}

void read_message(GstMessage* message) {
  const GstStructure* const structure = gst_message_get_structure(message);
  GstVideoHistogram* histogram = nullptr;
  GError* error = nullptr;
  guint64 frame = 0;
  gst_structure_get_uint64(structure, "frame", &frame);
  if (gst_message_parse_video_histogram_failure(message, &error, nullptr, nullptr, nullptr)) {
    print_error(frame, take_reason(error));
    return;
  }
  if (!gst_message_parse_video_histogram(message, &histogram, nullptr, nullptr, nullptr, nullptr))
    return; // of another element
  Tables tables;
  read_channels(histogram, structure, "", tables);
  read_array(structure, "projections", "projection", false, "", tables);
  read_array(structure, "joint", "joint", true, "", tables);
  const GValue* const regions = gst_structure_get_value(structure, "regions");
  for (guint i = 0; regions && i < gst_value_array_get_size(regions); i++) {
    const GstStructure* const region =
        gst_value_get_structure(gst_value_array_get_value(regions, i));
    const std::string prefix = std::string(gst_structure_get_string(region, "roi-type")) + "/";
    read_channels(histogram, region, prefix, tables);
    read_array(region, "joint", "joint", true, prefix, tables);
  }
  print_tables(frame, tables);
  gst_video_histogram_unref(histogram);
}

// ---- metas and pictures

/// What is read from the buffers of the sink, in its streaming thread.
struct Buffers {
  Mode mode;
  GstVideoInfo info;
  guint64 frames = 0;
  std::deque<std::pair<guint64, std::vector<std::pair<std::string, GstVideoHistogram*>>>> held;
};

void read_oldest(Buffers& buffers) {
  auto [frame, histograms] = std::move(buffers.held.front());
  buffers.held.pop_front();
  Tables tables;
  std::string failure = histograms.empty() ? "no meta" : "";
  for (const auto& [prefix, histogram] : histograms) {
    const std::string reason = read_tables(histogram, prefix, tables);
    failure = failure.empty() ? reason : failure;
    gst_video_histogram_unref(histogram);
  }
  if (failure.empty())
    print_tables(frame, tables);
  else if (failure == "no meta")
    print_tables(frame, {{"meta", "missing"}});
  else
    print_error(frame, failure);
}

void hash_picture(Buffers& buffers, GstBuffer* buffer) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &buffers.info, buffer, GST_MAP_READ)) {
    print_error(buffers.frames, "the picture cannot be mapped");
    return;
  }
  Hash hash;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame); plane++) {
    guint component = 0;
    while (GST_VIDEO_FORMAT_INFO_PLANE(frame.info.finfo, component) != plane)
      component++;
    const auto rows = static_cast<size_t>(GST_VIDEO_FRAME_COMP_HEIGHT(&frame, component));
    const auto bytes = static_cast<size_t>(GST_VIDEO_FRAME_COMP_WIDTH(&frame, component) *
                                           GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component));
    for (size_t y = 0; y < rows; y++)
      hash.add(static_cast<const guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, plane)) +
                   y * static_cast<size_t>(GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane)),
               bytes);
  }
  gst_video_frame_unmap(&frame);
  print_tables(buffers.frames, {{"picture", hash.text()}});
}

void note_buffer(Buffers& buffers, GstBuffer* buffer) {
  if (buffers.mode == Mode::pictures) {
    hash_picture(buffers, buffer);
  } else {
    std::vector<std::pair<std::string, GstVideoHistogram*>> histograms;
    GPtrArray* const metas = gst_buffer_get_video_histogram_metas(buffer);
    for (guint i = 0; i < metas->len; i++) {
      auto* const meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, i));
      const gchar* const type = gst_video_histogram_meta_get_roi_type(meta);
      histograms.emplace_back(type ? std::string(type) + "/" : "",
                              gst_video_histogram_ref(meta->histogram));
    }
    g_ptr_array_unref(metas);
    buffers.held.emplace_back(buffers.frames, std::move(histograms));
    if (buffers.held.size() > lag)
      read_oldest(buffers);
  }
  buffers.frames++;
}

GstPadProbeReturn probe(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& buffers = *static_cast<Buffers*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    note_buffer(buffers, GST_PAD_PROBE_INFO_BUFFER(info));
  } else if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(GST_PAD_PROBE_INFO_EVENT(info), &caps);
    gst_video_info_from_caps(&buffers.info, caps);
  }
  return GST_PAD_PROBE_OK;
}

// ---- the pipeline

void print_stats(GstElement* counter) {
  GstStructure* stats = nullptr;
  g_object_get(counter, "stats", &stats, nullptr);
  std::string line = "{\"stats\": {";
  for (gint i = 0; i < gst_structure_n_fields(stats); i++) {
    const gchar* const name = gst_structure_nth_field_name(stats, static_cast<guint>(i));
    guint64 number = 0;
    if (gst_structure_get_uint64(stats, name, &number))
      line += (line.back() == '{' ? "" : ", ") + quoted(name) + ": " + std::to_string(number);
  }
  std::printf("%s}}\n", line.c_str());
  gst_structure_free(stats);
}

/// Prints a warning or error of the bus.
void print_problem(GstMessage* message) {
  GError* error = nullptr;
  const bool fatal = GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
  if (fatal)
    gst_message_parse_error(message, &error, nullptr);
  else
    gst_message_parse_warning(message, &error, nullptr);
  std::printf("{\"%s\": %s}\n", fatal ? "error" : "warning", quoted(error->message).c_str());
  g_error_free(error);
}

/// Plays to the end. Returns false after an ERROR.
bool play(GstElement* pipeline, Mode mode) {
  GstBus* const bus = gst_element_get_bus(pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  bool good = true;
  for (bool playing = true; playing;) {
    GstMessage* const message = gst_bus_timed_pop(bus, GST_CLOCK_TIME_NONE);
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_ERROR:
      good = false;
      [[fallthrough]];
    case GST_MESSAGE_WARNING:
      print_problem(message);
      playing = good;
      break;
    case GST_MESSAGE_EOS:
      playing = false;
      break;
    case GST_MESSAGE_ELEMENT:
      if (mode == Mode::messages)
        read_message(message);
      break;
    default:
      break;
    }
    gst_message_unref(message);
  }
  gst_object_unref(bus);
  return good;
}

} // namespace

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  const std::string word = argc == 3 ? argv[1] : "";
  if (word != "messages" && word != "metas" && word != "pictures") {
    std::fprintf(stderr, "usage: count_all messages|metas|pictures PIPELINE\n");
    return 2;
  }
  GError* error = nullptr;
  GstElement* const pipeline = gst_parse_launch(argv[2], &error);
  if (!pipeline || error) {
    std::fprintf(stderr, "count_all: %s\n", error ? error->message : "no pipeline");
    return 2;
  }
  GstElement* const counter = gst_bin_get_by_name(GST_BIN(pipeline), "counter");
  GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  if (!counter || !sink) {
    std::fprintf(stderr,
                 "count_all: the pipeline has no element named counter, or none named sink\n");
    return 2;
  }
  Buffers buffers;
  buffers.mode = word == "messages" ? Mode::messages
                 : word == "metas"  ? Mode::metas
                                    : Mode::pictures;
  gst_video_info_init(&buffers.info);
  GstPad* const pad = gst_element_get_static_pad(sink, "sink");
  if (buffers.mode != Mode::messages)
    gst_pad_add_probe(pad,
                      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER |
                                                   GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
                      probe, &buffers, nullptr);
  const bool good = play(pipeline, buffers.mode);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  while (!buffers.held.empty()) // read after the element has stopped
    read_oldest(buffers);
  print_stats(counter);
  gst_object_unref(pad);
  gst_object_unref(sink);
  gst_object_unref(counter);
  gst_object_unref(pipeline);
  return good ? 0 : 1;
}
