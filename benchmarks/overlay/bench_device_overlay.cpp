// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times scopes that a GPU draws over frames of 3840x2160 in its memory.
//
//   bench_device_overlay [--json FILE] [--rounds N] [--film FILE [--videos N]]
//
// Without a film, for each format:
//   count      GPU time per frame that counts the tables of the scopes, median of N rounds
//   draw       the same with the picture drawn over the frame, less `count`
//   streaming  time of the streaming thread in videoscopeoverlay per frame, from the push of a
//              buffer to its arrival downstream, median and 99th percentile
// With a film: frames per second of nvh264dec alone and of nvh264dec ! videoscopeoverlay, from
// frame 30 on, for one video and for N at a time in the process (default 7); and `streaming` as
// above.
#include "benchmarks/json.h"
#include "benchmarks/overlay/film.h"
#include "benchmarks/overlay/timing.h"
#include "benchmarks/pipelines/device_pool.h"
#include "commit.h"
#include "core/drawing/painting.h"
#include "cuda/cuda_backend.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/scope/draw/picture.h"
#include "plugin/scope/element/gstvideoscopeoverlay.h"
#include "plugin/scope/overlay/blender.h"
#include "plugin/scope/overlay/placement.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;

constexpr guint width = 3840, height = 2160;

struct Options {
  std::string json, film;
  int rounds = 300, videos = 7;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--json")
      options.json = argv[i + 1];
    else if (name == "--film")
      options.film = argv[i + 1];
    else if (name == "--rounds")
      options.rounds = std::atoi(argv[i + 1]);
    else if (name == "--videos")
      options.videos = std::atoi(argv[i + 1]);
    else
      return false;
  }
  return argc % 2 == 1 && options.rounds > 0 && options.videos > 0;
}

GstCaps* caps_of(const char* format) {
  return gst_caps_from_string(("video/x-raw(memory:CUDAMemory),format=" + std::string(format) +
                               ",width=" + std::to_string(width) + ",height=" +
                               std::to_string(height) + ",framerate=60/1,colorimetry=bt709")
                                  .c_str());
}

/// Smooth pixels with some noise, so that the scopes show broad traces.
void fill(GstBuffer* buffer, GstVideoInfo& info, unsigned seed) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE))
    return;
  std::minstd_rand random(seed);
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame); plane++) {
    auto* const data = static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, plane));
    const auto stride = static_cast<guint>(GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane));
    const auto rows = static_cast<guint>(GST_VIDEO_FRAME_COMP_HEIGHT(&frame, plane));
    for (guint y = 0; y < rows; y++)
      for (guint x = 0; x < stride; x++)
        data[gsize{y} * stride + x] =
            static_cast<guint8>(20 + 200 * ((x + 7 * seed) % stride) / stride + random() % 16);
  }
  gst_video_frame_unmap(&frame);
}

/// Frames of a format in a GPU's memory.
class Frames {
public:
  explicit Frames(const char* format) : caps_(caps_of(format)) {
    gst_video_info_from_caps(&info, caps_);
    pool_ = new_device_pool(why_not);
    if (!pool_)
      return;
    GstStructure* const config = gst_buffer_pool_get_config(pool_);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    gst_buffer_pool_config_set_params(config, caps_, static_cast<guint>(info.size), 0, 0);
    gst_buffer_pool_set_config(pool_, config);
    gst_buffer_pool_set_active(pool_, TRUE);
    for (unsigned i = 0; i < 6; i++) {
      GstBuffer* buffer = nullptr;
      if (gst_buffer_pool_acquire_buffer(pool_, &buffer, nullptr) != GST_FLOW_OK)
        break;
      fill(buffer, info, i + 1);
      move_to_device(buffer);
      buffers.push_back(buffer);
    }
    if (buffers.empty())
      why_not = "no memory for frames on the GPU";
  }
  ~Frames() {
    for (GstBuffer*& buffer : buffers)
      gst_clear_buffer(&buffer);
    if (pool_)
      gst_buffer_pool_set_active(pool_, FALSE);
    gst_clear_object(&pool_);
    gst_caps_unref(caps_);
  }
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  GstCaps* caps() const { return caps_; }

  std::vector<GstBuffer*> buffers;
  GstVideoInfo info;
  std::string why_not;

private:
  GstCaps* caps_;
  GstBufferPool* pool_ = nullptr;
};

double say_failed(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return -1;
}

/// Median GPU time per frame, in microseconds; negative: it failed. `draws`: the picture is drawn.
double gpu_time(const Frames& frames, bool draws, int rounds) {
  GstVideoInfo info = frames.info;
  const FormatInfo& format = *find_format(GST_VIDEO_INFO_NAME(&info));
  scope::Source source;
  source.format = &format;
  source.width = width;
  source.height = height;
  source.colours.full_range = !format.is_ycbcr();
  source.colours.narrow_rgb = format.is_ycbcr();
  const scope::Placement place = scope::blended_placement({}, info);
  auto picture = scope::Picture::create(source, {}, place.width, place.height, {1, 2, 3, 0});
  CudaConfig config;
  config.depth = 1;
  config.measure_time = true;
  auto backend = create_cuda_backend(config);
  if (!picture.ok())
    return say_failed(picture.error());
  if (!backend.ok())
    return say_failed(backend.error());
  auto painting = std::make_shared<Painting>();
  painting->drawing = (*picture)->drawing();
  painting->colours = scope::picture_colours(info, source.colours, source.colours.transfer);
  painting->x = place.rect.x;
  painting->y = place.rect.y;
  painting->alpha = format.sample_bytes == 1 ? 229 : 58981;
  const auto job = (*backend)->make_job();
  const SharedPlan& plan = (*picture)->plan();
  std::vector<uint32_t> counts(plan->total_counts(0));
  std::vector<double> times;
  MappedFrame mapped;
  for (int round = -10; round < rounds; round++) {
    GstBuffer* const buffer =
        frames.buffers[static_cast<size_t>(round + 10) % frames.buffers.size()];
    Status status =
        mapped.map(buffer, info, format, MemoryKind::device, MappedFrame::Access::read_and_write);
    if (draws)
      mapped.set_painting(painting);
    if (status.ok())
      status = (*backend)->submit(*job, mapped.view(), plan, {});
    if (status.ok())
      status = job->wait(counts.data());
    if (!status.ok())
      return say_failed(status.error());
    if (const auto time = job->device_time(); time && round >= 0)
      times.push_back(1e-3 * static_cast<double>(time->count()));
    job->release();
    mapped.reset();
  }
  return times.empty() ? -1 : percentile(times, 50);
}

/// A buffer at the end of the stream, and when it came there.
struct Arrival {
  Clock::time_point time;
  GstBuffer* buffer = nullptr; ///< owned
};

GstPadProbeReturn arrive(GstPad*, GstPadProbeInfo* info, gpointer data) {
  *static_cast<Arrival*>(data) = {Clock::now(), gst_buffer_ref(GST_PAD_PROBE_INFO_BUFFER(info))};
  return GST_PAD_PROBE_DROP;
}

/// Times of the streaming thread in the element per frame, in microseconds; empty: it failed.
/// Each frame comes back, to be pushed again.
std::vector<double> streaming_times(Frames& frames, int rounds) {
  GstElement* const overlay = gst_element_factory_make("videoscopeoverlay", nullptr);
  gst_object_ref_sink(overlay);
  gst_util_set_object_arg(G_OBJECT(overlay), "backend", "cuda");
  GstElement* const end = gst_element_factory_make("fakesink", nullptr);
  gst_object_ref_sink(end);
  g_object_set(end, "async", FALSE, "sync", FALSE, nullptr);
  GstPad* const source = gst_pad_new("source", GST_PAD_SRC);
  GstPad* const sink = gst_element_get_static_pad(end, "sink");
  Arrival arrival;
  gst_pad_add_probe(sink, GST_PAD_PROBE_TYPE_BUFFER, arrive, &arrival, nullptr);
  gst_pad_set_active(source, TRUE);
  GstPad* const into = gst_element_get_static_pad(overlay, "sink");
  GstPad* const out = gst_element_get_static_pad(overlay, "src");
  gst_pad_link_full(source, into, GST_PAD_LINK_CHECK_NOTHING);
  gst_pad_link_full(out, sink, GST_PAD_LINK_CHECK_NOTHING);
  gst_element_set_state(end, GST_STATE_PLAYING);
  gst_element_set_state(overlay, GST_STATE_PLAYING);
  gst_pad_push_event(source, gst_event_new_stream_start("benchmark"));
  gst_pad_push_event(source, gst_event_new_caps(frames.caps()));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_pad_push_event(source, gst_event_new_segment(&segment));
  std::vector<double> times;
  for (int round = -30; round < rounds; round++) {
    const auto index = static_cast<guint>(round + 30);
    GstBuffer*& buffer = frames.buffers[index % frames.buffers.size()];
    GST_BUFFER_PTS(buffer) = index * (GST_SECOND / 60);
    const Clock::time_point begin = Clock::now();
    // The element gets the only reference, as from a decoder.
    const GstFlowReturn flow = gst_pad_push(source, std::exchange(buffer, nullptr));
    if (flow != GST_FLOW_OK) {
      std::fprintf(stderr, "videoscopeoverlay: %s\n", gst_flow_get_name(flow));
      break;
    }
    buffer = arrival.buffer;
    if (round >= 0)
      times.push_back(1e6 * seconds(begin, arrival.time));
  }
  gst_element_set_state(overlay, GST_STATE_NULL);
  gst_element_set_state(end, GST_STATE_NULL);
  for (GstPad* pad : {source, sink, into, out})
    gst_object_unref(pad);
  gst_object_unref(overlay);
  gst_object_unref(end);
  return times;
}

std::string measure_format(const char* format, int rounds) {
  Frames frames(format);
  if (!frames.why_not.empty()) {
    std::printf("%-10s %s\n", format, frames.why_not.c_str());
    return "    {\"format\": " + quoted(format) + ", \"not_measured\": " + quoted(frames.why_not) +
           "}";
  }
  const double count = gpu_time(frames, false, rounds), both = gpu_time(frames, true, rounds);
  std::vector<double> streaming = streaming_times(frames, rounds);
  if (count < 0 || both < 0 || streaming.empty()) {
    std::printf("%-10s failed\n", format);
    return "    {\"format\": " + quoted(format) + ", \"not_measured\": \"failed\"}";
  }
  const double median = percentile(streaming, 50), late = percentile(streaming, 99);
  std::printf("%-10s %10.1f %10.1f %10.1f %10.1f\n", format, count, both - count, median, late);
  return "    {\"format\": " + quoted(format) + ", \"count_us\": " + number(count, 1) +
         ", \"draw_us\": " + number(both - count, 1) + ", \"streaming_us\": " + number(median, 1) +
         ", \"streaming_99_us\": " + number(late, 1) + "}";
}

std::string measure_formats(int rounds) {
  std::printf("%-10s %10s %10s %10s %10s\n", "us", "count", "draw", "streaming", "99 %");
  std::string cells;
  for (const char* format : {"NV12", "P010_10LE", "RGBA"})
    cells += (cells.empty() ? "" : ",\n") + measure_format(format, rounds);
  return cells;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr, "usage: %s [--json FILE] [--rounds N] [--film FILE [--videos N]]\n",
                 argv[0]);
    return 2;
  }
  gst_init(&argc, &argv);
  GST_ELEMENT_REGISTER(videoscopeoverlay, nullptr);
  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  if (!devices.ok() || devices->empty()) {
    std::printf("skipped: %s\n", devices.ok() ? "no GPU" : devices.error().message.c_str());
    return 77;
  }
  const std::string machine = (*devices)[0].name;
  std::printf("%s, scopes over frames in its memory\n", machine.c_str());
  const std::string cells = options.film.empty() ? measure_formats(options.rounds)
                                                 : measure_film(options.film, options.videos);
  if (options.json.empty())
    return 0;
  const std::string json =
      "{\n  \"benchmark\": \"device-overlay\",\n  \"machine\": " + quoted(machine) +
      ",\n  \"host\": " + quoted(processor_name()) + ",\n  \"driver\": " + quoted(driver_line()) +
      ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
      ",\n  \"cells\": [\n" + cells + "\n  ]\n}\n";
  return write_file(options.json, json) ? 0 : 1;
}
