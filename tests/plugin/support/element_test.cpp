// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/element_test.h"

#include "cpu/cpu_backend.h"
#include "plugin/element/gstvideohistogramelement.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>

namespace videohistogram::test {

namespace {

// Kept from one test to the next where tests do not fork, so each begins by resetting them.
std::vector<FakeConfig> fakes; ///< the fake GPUs
std::map<int, Error> unusable; ///< fake GPUs that cannot be used, and why
std::optional<Error> no_fakes; ///< why there are none

void reset_fake() {
  set_fake({});
}

Expected<std::vector<CudaDeviceInfo>> list_fakes() {
  if (no_fakes)
    return *no_fakes;
  std::vector<CudaDeviceInfo> devices;
  for (const FakeConfig& fake : fakes)
    devices.push_back({fake.index, fake_device_name});
  return devices;
}

Expected<std::unique_ptr<Backend>> create_fake(const CudaConfig& config) {
  Expected<std::vector<CudaDeviceInfo>> there = list_fakes();
  if (!there.ok())
    return there.error();
  if (config.device >= static_cast<int>(fakes.size()))
    return Error{ErrorKind::no_device,
                 "no CUDA device " + std::to_string(config.device) + "; this machine has " +
                     describe(*there),
                 {}};
  if (const auto why = unusable.find(config.device); why != unusable.end())
    return why->second;
  FakeConfig fake = fakes[static_cast<size_t>(config.device)];
  if (config.depth > 0)
    fake.depth = config.depth;
  return create_fake_backend(std::move(fake));
}

void fail_at_once(const gchar* domain, GLogLevelFlags, const gchar* message, gpointer) {
  std::fprintf(stderr, "%s: %s\n", domain, message);
  std::abort();
}

/// Text of the one message of that type on the bus, which has `word` in it. Owned by the caller.
GError* take_only_message(Stream& stream, GstMessageType type, const std::string& word) {
  GstMessage* message = stream.message(type);
  fail_unless(message != nullptr, "no %s that says '%s'", gst_message_type_get_name(type),
              word.c_str());
  GError* error = nullptr;
  if (type == GST_MESSAGE_ERROR)
    gst_message_parse_error(message, &error, nullptr);
  else
    gst_message_parse_warning(message, &error, nullptr);
  gst_message_unref(message);
  fail_unless(strstr(error->message, word.c_str()) != nullptr, "no '%s' in: %s", word.c_str(),
              error->message);
  fail_unless_equals_int(stream.count_messages(type), 0);
  return error;
}

bool leaked = false;
void note_leak(const gchar*, GLogLevelFlags, const gchar* message, gpointer) {
  std::fprintf(stderr, "%s\n", message);
  leaked = true;
}

} // namespace

Who who() {
  static const Who cached = [] {
    const char* name = std::getenv("VIDEOHISTOGRAM_TEST_BACKEND");
    if (name && !std::strcmp(name, "fake"))
      return Who::fake;
    if (name && !std::strcmp(name, "cuda"))
      return Who::cuda;
    return Who::cpu;
  }();
  return cached;
}

int run_tests(int argc, char** argv, const char* name, AddTests add_tests) {
  if (who() == Who::cuda) {
    auto devices = list_cuda_devices();
    if (!devices.ok() || devices->empty()) {
      std::printf("SKIP: %s\n", devices.ok() ? "no GPU" : devices.error().message.c_str());
      return 77;
    }
  }
  gst_check_init(&argc, &argv);
  // The library's own complaints fail a test like those of GStreamer.
  g_log_set_handler("GstVideoHistogram",
                    static_cast<GLogLevelFlags>(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING),
                    fail_at_once, nullptr);
  GST_ELEMENT_REGISTER(videohistogram, nullptr);
  if (who() == Who::fake)
    set_backend_source({[] { return create_cpu_backend(); }, create_fake, list_fakes});

  Suite* suite = suite_create(name);
  TCase* chain = tcase_create(name);
  tcase_set_timeout(chain, 120);
  tcase_add_checked_fixture(chain, reset_fake, nullptr);
  suite_add_tcase(suite, chain);
  add_tests(chain);
  const int status = gst_check_run_suite(suite, name, name) == 0 ? 0 : 1;

  // Where tests fork, the leaks of each child have failed it when it ended. Otherwise gst-check
  // would find them too late to say so.
  const char* fork = std::getenv("CK_FORK");
  if (!fork || std::strcmp(fork, "no"))
    return status;
  g_log_set_handler(nullptr, G_LOG_LEVEL_WARNING, note_leak, nullptr); // the tracers' domain
  gst_deinit();
  std::fflush(nullptr);
  std::_Exit(leaked ? 1 : status);
}

void set_fake(FakeConfig config) {
  set_fakes({std::move(config)});
}

void set_fakes(std::vector<FakeConfig> configs) {
  fakes = std::move(configs);
  for (size_t i = 0; i < fakes.size(); i++) {
    fakes[i].index = static_cast<int>(i);
    fakes[i].name = "cuda";
  }
  unusable.clear();
  no_fakes.reset();
}

void set_unusable_fake(int device, Error error) {
  unusable.insert_or_assign(device, std::move(error));
}

void set_no_fake(Error error) {
  no_fakes = std::move(error);
}

std::string element_line(const std::string& properties) {
  const bool chosen = properties.find("backend=") != std::string::npos;
  return std::string("videohistogram ") +
         (chosen              ? ""
          : who() == Who::cpu ? "backend=cpu "
                              : "backend=cuda ") +
         properties;
}

Stream::Stream(const std::string& properties) : bus_(gst_bus_new()) {
  GstElement* element = gst_parse_launch(element_line(properties).c_str(), nullptr);
  fail_unless(element != nullptr);
  gst_element_set_bus(element, bus_);
  harness_ = gst_harness_new_with_element(element, "sink", "src");
  fail_unless(harness_ != nullptr);
}

Stream::~Stream() {
  gst_element_set_state(element(), GST_STATE_NULL);
  gst_element_set_bus(element(), nullptr);
  // The harness holds one reference, the test the one that it was made with.
  GstElement* element = this->element();
  gst_harness_teardown(harness_);
  gst_object_unref(element);
  collect();
  kept_.insert(kept_.end(), waiting_.begin(), waiting_.end());
  for (GstMessage* message : kept_)
    gst_message_unref(message);
  gst_bus_set_flushing(bus_, TRUE);
  gst_object_unref(bus_);
}

void Stream::set_caps(const std::string& caps) {
  gst_harness_set_src_caps_str(harness_, caps.c_str());
}

void Stream::drain() {
  GstQuery* query = gst_query_new_drain();
  gst_pad_peer_query(harness_->srcpad, query);
  gst_query_unref(query);
}

GstMessage* Stream::message(GstMessageType type, GstClockTime wait) {
  collect();
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it)
    if (GST_MESSAGE_TYPE(*it) == type) {
      GstMessage* message = *it;
      waiting_.erase(it);
      return message;
    }
  return wait ? gst_bus_timed_pop_filtered(bus_, wait, type) : nullptr;
}

guint Stream::count_messages(GstMessageType type) {
  guint n = 0;
  while (GstMessage* message = this->message(type)) {
    n++;
    gst_message_unref(message);
  }
  return n;
}

const std::vector<const GstStructure*>& Stream::reports() {
  reports_.clear();
  while (GstMessage* message = this->message(GST_MESSAGE_ELEMENT)) {
    kept_.push_back(message);
    fail_unless(gst_message_has_name(message, "videohistogram"));
    reports_.push_back(gst_message_get_structure(message));
  }
  return reports_;
}

void Stream::collect() {
  while (GstMessage* message = gst_bus_pop(bus_))
    waiting_.push_back(message);
}

std::string Stream::stat_text(const char* field) {
  GstStructure* stats = nullptr;
  g_object_get(element(), "stats", &stats, nullptr);
  const gchar* const text = stats ? gst_structure_get_string(stats, field) : nullptr;
  fail_unless(text != nullptr, "no text %s in stats", field);
  const std::string value = text;
  gst_structure_free(stats);
  return value;
}

guint64 Stream::stat_of(GstElement* element, const char* field) {
  GstStructure* stats = nullptr;
  g_object_get(element, "stats", &stats, nullptr);
  guint64 value = 0;
  fail_unless(stats && gst_structure_get_uint64(stats, field, &value), "no field %s in stats",
              field);
  gst_structure_free(stats);
  return value;
}

Request default_request(const reference::Frame& frame, guint bins) {
  Request request;
  request.bins = bins;
  const FormatInfo& format = *frame.view().format;
  request.channels = select_plane_quantities(format, format.channels());
  return request;
}

void expect_counts(GstVideoHistogram* histogram, const Request& request, const uint32_t* expected) {
  fail_unless(histogram != nullptr);
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, &error), "not counted: %s",
              error ? error->message : "?");
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), request.channels.size);
  for (guint c = 0; c < request.channels.size; c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, c),
                              quantity_name(request.channels[c]));
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram, c), request.bins);
    gsize n = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &n);
    fail_unless(counts != nullptr && n == request.bins);
    guint b = 0;
    while (b < request.bins && counts[b] == expected[b])
      b++;
    if (b < request.bins)
      fail("channel %s bin %u: %" G_GUINT64_FORMAT " instead of %u",
           quantity_name(request.channels[c]), b, counts[b], expected[b]);
    expected += request.bins;
  }
}

void expect_histograms(GstBuffer* buffer, const reference::Frame& frame, const Request& request) {
  expect_histograms(buffer, frame.view(), request);
}

void expect_histograms(GstBuffer* buffer, const FrameView& frame, const Request& request) {
  fail_unless(buffer != nullptr);
  const std::vector<uint32_t> expected = reference::count(frame, request);
  const uint32_t* next = expected.data();
  gpointer state = nullptr;
  guint n = 0;
  while (GstMeta* meta =
             gst_buffer_iterate_meta_filtered(buffer, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE)) {
    fail_unless(n <= request.regions.size(), "more histograms than were asked for");
    GstVideoHistogram* histogram = reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram;
    fail_unless_equals_int(gst_video_histogram_get_width(histogram), frame.width);
    fail_unless_equals_int(gst_video_histogram_get_height(histogram), frame.height);
    expect_counts(histogram, request, next);
    next += request.region_counts();
    n++;
  }
  fail_unless_equals_int(n, 1 + request.regions.size());
}

std::vector<GstBuffer*> push_frames(Stream& stream, FrameMaker make, guint first, guint n) {
  std::vector<GstBuffer*> out;
  for (guint i = first; i < first + n; i++) {
    fail_unless_equals_int(stream.push(make_plain_buffer(make(i))), GST_FLOW_OK);
    out.push_back(stream.pull());
  }
  return out;
}

void expect_exact(const std::vector<GstBuffer*>& out, FrameMaker make, guint first) {
  for (guint i = 0; i < out.size(); i++) {
    const reference::Frame frame = make(first + i);
    expect_histograms(out[i], frame, default_request(frame));
    gst_buffer_unref(out[i]);
  }
}

void expect_counted(Stream& stream, GstBuffer* buffer, const reference::Frame& frame,
                    const Request& request) {
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, request);
  gst_buffer_unref(out);
}

void expect_counted(Stream& stream, const reference::Frame& frame) {
  expect_counted(stream, make_plain_buffer(frame), frame, default_request(frame));
}

void expect_one_message(Stream& stream, GstMessageType type, GQuark domain, gint code,
                        const std::string& word) {
  GError* error = take_only_message(stream, type, word);
  fail_unless(g_error_matches(error, domain, code), "%s", error->message);
  g_error_free(error);
}

void expect_one_warning(Stream& stream, const char* word) {
  GError* error = take_only_message(stream, GST_MESSAGE_WARNING, word);
  fail_unless_equals_int(error->domain, GST_RESOURCE_ERROR);
  g_error_free(error);
}

void expect_start_error(const std::string& properties, gint code,
                        const std::vector<std::string>& words) {
  GstElement* element = GST_ELEMENT(
      gst_object_ref_sink(gst_parse_launch(("videohistogram " + properties).c_str(), nullptr)));
  GstBus* bus = gst_bus_new();
  gst_element_set_bus(element, bus);
  fail_unless_equals_int(gst_element_set_state(element, GST_STATE_PAUSED),
                         GST_STATE_CHANGE_FAILURE);
  GstMessage* message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR);
  fail_unless(message != nullptr, "%s: no ERROR", properties.c_str());
  GError* error = nullptr;
  gst_message_parse_error(message, &error, nullptr);
  fail_unless(g_error_matches(error, GST_RESOURCE_ERROR, code), "%s: %s", properties.c_str(),
              error->message);
  for (const std::string& word : words)
    fail_unless(strstr(error->message, word.c_str()) != nullptr, "no '%s' in: %s", word.c_str(),
                error->message);
  g_error_free(error);
  gst_message_unref(message);
  fail_unless(gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) == nullptr);
  gst_element_set_state(element, GST_STATE_NULL);
  gst_element_set_bus(element, nullptr);
  gst_bus_set_flushing(bus, TRUE);
  gst_object_unref(bus);
  gst_object_unref(element);
}

std::pair<guint, guint> shape_of_next(Stream& stream) {
  stream.push(make_plain_buffer(make_plain_frame("RGBA", 16, 16, reference::Content::noise)));
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
  const auto shape = std::make_pair(gst_video_histogram_get_n_channels(histogram),
                                    gst_video_histogram_get_bins(histogram, 0));
  gst_buffer_unref(out);
  return shape;
}

guint count_metas(GstBuffer* buffer) {
  return gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE);
}

void expect_active_backend(GstElement* element, const char* name) {
  gchar* active = nullptr;
  g_object_get(element, "active-backend", &active, nullptr);
  fail_unless(g_strcmp0(active, name) == 0, "%s is active instead of %s", active, name);
  g_free(active);
}

void expect_end(GstElement* pipeline, const std::string& what, GstClockTime limit) {
  GstMessage* message =
      gst_bus_timed_pop_filtered(GST_ELEMENT_BUS(pipeline), limit,
                                 static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  fail_unless(message != nullptr, "%s does not end", what.c_str());
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    GError* error = nullptr;
    gchar* where = nullptr;
    gst_message_parse_error(message, &error, &where);
    fail("%s: %s (%s)", what.c_str(), error->message, where);
  }
  gst_message_unref(message);
}

void play(const std::string& line) {
  GError* error = nullptr;
  GstElement* pipeline = gst_parse_launch(line.c_str(), &error);
  fail_unless(pipeline && !error, "%s: %s", line.c_str(), error ? error->message : "?");
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, line);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
}

std::vector<DeviceFields> devices_of(Stream& stream) {
  GstStructure* stats = nullptr;
  g_object_get(stream.element(), "stats", &stats, nullptr);
  const GValue* array = gst_structure_get_value(stats, "devices");
  fail_unless(array && GST_VALUE_HOLDS_ARRAY(array));
  std::vector<DeviceFields> devices(gst_value_array_get_size(array));
  for (guint i = 0; i < devices.size(); i++) {
    const GValue* value = gst_value_array_get_value(array, i);
    fail_unless(GST_VALUE_HOLDS_STRUCTURE(value));
    const GstStructure* device = gst_value_get_structure(value);
    DeviceFields& fields = devices[i];
    fail_unless(gst_structure_get_int(device, "index", &fields.index));
    fields.name = gst_structure_get_string(device, "name");
    fail_unless(gst_structure_get(device, "frames", G_TYPE_UINT64, &fields.frames, "bytes",
                                  G_TYPE_UINT64, &fields.bytes, "busy-time", G_TYPE_UINT64,
                                  &fields.busy_time, nullptr));
    fail_unless_equals_int(gst_structure_n_fields(device), 5);
  }
  gst_structure_free(stats);
  return devices;
}

} // namespace videohistogram::test
