// SPDX-License-Identifier: LGPL-2.1-or-later
// What the element costs a stream: time a frame of whole pipelines, with cudaupload as the peer
// and a pipeline of nothing as the floor, and CPU time on the streaming thread beyond the upload.
//
//   bench_element [--frames N] [--json FILE]
//
// The source repeats one frame of system memory (imagefreeze). Peers that are not installed, and
// backends that have no device, are reported as such.
#include "commit.h"
#include "cuda/cuda_backend.h"
#include "plugin/gstvideohistogramelement.h"

#include <gst/gst.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace videohistogram;

constexpr int warm_up = 60;

struct Size {
  const char* name;
  int width, height;
};
// In the smallest there is nothing to upload: it shows what a frame costs besides.
constexpr Size sizes[] = {{"16x16", 16, 16},
                          {"720p", 1280, 720},
                          {"1080p", 1920, 1080},
                          {"4K", 3840, 2160},
                          {"8K", 7680, 4320}};

double wall_us() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double thread_cpu_us() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> v) {
  if (v.empty())
    return 0;
  std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    json += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return json + "\"";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

struct Result {
  std::string why_not;       ///< empty: it ran
  double frame_us = 0;       ///< wall time a frame, of the whole pipeline
  double element_us = 0;     ///< median wall time between the element's pads
  double element_cpu_us = 0; ///< median CPU time of the streaming thread between the pads
};

/// Times between the pads of the element under test.
struct Probe {
  double first_us = 0, last_us = 0, enter_us = 0, enter_cpu_us = 0;
  int frames = 0;
  std::vector<double> wall, cpu;
};

GstPadProbeReturn enter(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto& probe = *static_cast<Probe*>(data);
  probe.enter_us = wall_us();
  probe.enter_cpu_us = thread_cpu_us();
  if (probe.frames == warm_up)
    probe.first_us = probe.enter_us;
  return GST_PAD_PROBE_OK;
}

GstPadProbeReturn leave(GstPad*, GstPadProbeInfo*, gpointer data) {
  auto& probe = *static_cast<Probe*>(data);
  const double cpu = thread_cpu_us(), wall = wall_us();
  if (probe.frames++ >= warm_up) {
    probe.cpu.push_back(cpu - probe.enter_cpu_us);
    probe.wall.push_back(wall - probe.enter_us);
    probe.last_us = wall;
  }
  return GST_PAD_PROBE_OK;
}

Result run_pipeline(const Size& size, const std::string& element, int frames) {
  const std::string line =
      "videotestsrc num-buffers=1 pattern=snow ! video/x-raw,format=RGBA,width=" +
      std::to_string(size.width) + ",height=" + std::to_string(size.height) +
      " ! imagefreeze num-buffers=" + std::to_string(frames + warm_up) + " ! " + element +
      " name=under_test ! " +
      // Without that it would pass its frames on where they are.
      (element == "cudaupload" ? "video/x-raw(memory:CUDAMemory) ! " : "") + "fakesink sync=false";
  GError* error = nullptr;
  GstElement* pipeline = gst_parse_launch(line.c_str(), &error);
  Result result;
  if (error) {
    result.why_not = error->message;
    g_clear_error(&error);
    if (pipeline)
      gst_object_unref(pipeline);
    return result;
  }

  Probe probe;
  GstElement* under_test = gst_bin_get_by_name(GST_BIN(pipeline), "under_test");
  for (const char* name : {"sink", "src"}) {
    GstPad* pad = gst_element_get_static_pad(under_test, name);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER,
                      *name == 's' && name[1] == 'i' ? enter : leave, &probe, nullptr);
    gst_object_unref(pad);
  }
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstBus* bus = gst_element_get_bus(pipeline);
  GstMessage* message = gst_bus_timed_pop_filtered(
      bus, 300 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  if (!message) {
    result.why_not = "did not end in 300 s";
  } else if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error(message, &error, nullptr);
    result.why_not = error->message;
    g_clear_error(&error);
  }
  g_clear_pointer(&message, gst_message_unref);
  gst_object_unref(bus);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(under_test);
  gst_object_unref(pipeline);

  if (result.why_not.empty()) {
    result.frame_us = (probe.last_us - probe.first_us) / static_cast<double>(probe.wall.size());
    result.element_us = median(probe.wall);
    result.element_cpu_us = median(probe.cpu);
  }
  return result;
}

} // namespace

int main(int argc, char** argv) {
  int frames = 600;
  const char* json_path = nullptr;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--frames"))
      frames = std::atoi(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
  }
  gst_init(nullptr, nullptr);
  GST_ELEMENT_REGISTER(videohistogram, nullptr);

  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  const std::string device = devices.ok() && !devices->empty()
                                 ? devices->front().name
                                 : "no GPU: " + devices.error().message;
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  std::string driver;
  std::ifstream version("/proc/driver/nvidia/version");
  std::getline(version, driver);
  gchar* gstreamer = gst_version_string();
  std::string json = "{\n  \"benchmark\": \"element\",\n  \"device\": " + quoted(device) +
                     ",\n  \"driver\": " + quoted(driver) +
                     ",\n  \"cores\": " + std::to_string(std::thread::hardware_concurrency()) +
                     ",\n  \"gstreamer\": " + quoted(gstreamer) + ",\n  \"date\": " + quoted(date) +
                     ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"pipelines\": [\n";
  g_free(gstreamer);
  std::printf("%s\n%-6s %-46s %12s %12s %14s\n", device.c_str(), "size", "element", "us a frame",
              "us in it", "CPU us in it");

  const char* elements[] = {"identity", "cudaupload", "videohistogram backend=cuda",
                            "videohistogram backend=cuda post-messages=true",
                            "videohistogram backend=cpu"};
  std::string rows;
  double upload_1080p_us = 0, ours_1080p_us = 0, fixed_cpu_us = 0;
  for (const Size& size : sizes) {
    const int n = size.height > 2000 ? std::max(frames / 6, 60) : frames;
    for (const char* element : elements) {
      const Result r = run_pipeline(size, element, n);
      rows += std::string(rows.empty() ? "" : ",\n") + "    {\"size\": " + quoted(size.name) +
              ", \"element\": " + quoted(element);
      if (!r.why_not.empty()) {
        std::printf("%-6s %-46s not measured: %s\n", size.name, element, r.why_not.c_str());
        rows += ", \"not_measured\": " + quoted(r.why_not) + "}";
        continue;
      }
      std::printf("%-6s %-46s %12.1f %12.1f %14.1f\n", size.name, element, r.frame_us, r.element_us,
                  r.element_cpu_us);
      std::fflush(stdout);
      rows += ", \"frames\": " + std::to_string(n) + ", \"frame_us\": " + number(r.frame_us) +
              ", \"element_us\": " + number(r.element_us) +
              ", \"element_cpu_us\": " + number(r.element_cpu_us) + "}";
      if (size.height == 1080 && element == elements[1])
        upload_1080p_us = r.frame_us;
      if (size.height == 1080 && element == elements[2])
        ours_1080p_us = r.frame_us;
      if (size.height == 16 && element == elements[2])
        fixed_cpu_us = r.element_cpu_us;
    }
  }
  json += rows + "\n  ]";

  if (upload_1080p_us > 0 && ours_1080p_us > 0) {
    const double ratio = upload_1080p_us / ours_1080p_us;
    std::printf("1080p from system memory: cudaupload alone takes %.2f times as long as counting\n",
                ratio);
    json += ",\n  \"cudaupload_to_ours_1080p\": " + number(ratio);
  }
  if (fixed_cpu_us > 0) {
    std::printf("CPU time on the streaming thread beyond the upload itself: %.1f us a frame\n",
                fixed_cpu_us);
    json += ",\n  \"cpu_us_beyond_upload\": " + number(fixed_cpu_us);
  }
  json += "\n}\n";
  if (json_path) {
    FILE* file = std::fopen(json_path, "w");
    if (!file || std::fputs(json.c_str(), file) < 0) {
      std::perror(json_path);
      return 1;
    }
    std::fclose(file);
  }
  return 0;
}
