// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the CPU backend, on one thread, on frames whose samples are packed: against frames with the
// same samples one by one, and against GStreamer's converter, which videoconvert uses, from the one
// to the other.
//
//   bench_cpu_packed [WIDTH HEIGHT]
//
// Frames hold random bytes. A time is the best of many runs, interleaved with those of the other
// columns, so that the ratios hardly depend on other load of the machine.
#include "core/frame.h"
#include "core/plan.h"
#include "cpu/cpu_backend.h"

#include <gst/video/video.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace videohistogram;

constexpr int runs = 60;

/// A frame as GStreamer lays it out, of random bytes.
struct RandomFrame {
  RandomFrame(const char* name, int width, int height) {
    gst_video_info_init(&info);
    if (!gst_video_info_set_format(&info, gst_video_format_from_string(name),
                                   static_cast<guint>(width), static_cast<guint>(height)))
      std::abort();
    buffer = gst_buffer_new_allocate(nullptr, info.size, nullptr);
    gst_video_frame_map(&frame, &info, buffer, GST_MAP_READWRITE);
    auto* const bytes = static_cast<guint8*>(frame.map[0].data);
    std::mt19937 random(1);
    for (size_t i = 0; i < info.size; i++)
      bytes[i] = static_cast<guint8>(random());
    const FormatInfo& format = *find_format(name);
    view.format = &format;
    view.width = static_cast<uint32_t>(width);
    view.height = static_cast<uint32_t>(height);
    for (uint32_t p = 0; p < format.n_planes; p++) {
      view.planes[p] = {bytes, info.size, info.offset[p], info.stride[p]};
      if (is_tiled(format.packing)) {
        view.planes[p].tile_rows =
            format.packing == Packing::tiles_64x32_z ? GST_VIDEO_TILE_Y_TILES(info.stride[p]) : 0;
        view.planes[p].stride = static_cast<ptrdiff_t>(GST_VIDEO_TILE_X_TILES(info.stride[p])) *
                                static_cast<ptrdiff_t>(tile_shape(format.packing).bytes(p));
      }
    }
  }
  ~RandomFrame() {
    gst_video_frame_unmap(&frame);
    gst_buffer_unref(buffer);
  }

  GstVideoInfo info;
  GstBuffer* buffer;
  GstVideoFrame frame;
  FrameView view;
};

/// Counts all stored channels with one bin per value.
struct Counting {
  explicit Counting(const FrameView& view) : frame(view) {
    PlanSpec spec;
    for (Quantity quantity : select_quantities(*view.format, view.format->channels()))
      spec.tables.push_back({{quantity, view.format->values_of(quantity).n_values}, {}});
    plan = *compile_plan(*view.format, view.width, view.height, spec);
    counts.resize(plan->total_counts(0));
  }
  void run() {
    Status status = backend->submit(*job, frame, plan, {});
    if (status.ok())
      status = job->wait(counts.data());
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      std::exit(1);
    }
    job->release();
  }

  FrameView frame;
  SharedPlan plan;
  std::vector<uint32_t> counts;
  std::unique_ptr<Backend> backend = create_cpu_backend(1);
  std::unique_ptr<Job> job = backend->make_job();
};

double time_of(const std::function<void()>& run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

struct Pair {
  const char *packed, *plain;
};
constexpr Pair pairs[] = {
    {"v210", "I422_10LE"},
    {"UYVP", "I422_10LE"},
    {"Y410", "A444_10LE"},
    {"r210", "GBR_10LE"},
    {"RGB10A2_LE", "GBRA_10LE"},
    {"BGR10A2_LE", "GBRA_10LE"},
    {"GRAY10_LE32", "GRAY16_LE"},
    {"NV12_10LE32", "P010_10LE"},
    {"NV16_10LE32", "I422_10LE"},
    {"NV12_10LE40", "P010_10LE"},
    {"IYU1", "Y41B"},
    {"RGB16", "RGBx"},
    {"RGB15", "RGBx"},
    {"BGR16", "BGRx"},
    {"BGR15", "BGRx"},
    {"NV12_4L4", "NV12"},
    {"NV12_32L32", "NV12"},
    {"NV12_16L32S", "NV12"},
    {"NV12_64Z32", "NV12"},
    {"NV12_8L128", "NV12"},
    {"NV12_10BE_8L128", "P010_10LE"},
    {"NV12_10LE40_4L4", "P010_10LE"},
    {"I420_10BE", "I420_10LE"},
    {"I422_10BE", "I422_10LE"},
    {"Y444_12BE", "Y444_12LE"},
    {"P010_10BE", "P010_10LE"},
    {"Y444_16BE", "Y444_16LE"},
    {"ARGB64_BE", "ARGB64_LE"},
    {"GRAY16_BE", "GRAY16_LE"},
};

void compare(const Pair& pair, int width, int height) {
  if (gst_video_format_from_string(pair.packed) == GST_VIDEO_FORMAT_UNKNOWN)
    return;
  RandomFrame packed(pair.packed, width, height), plain(pair.plain, width, height);
  GstVideoConverter* const converter = gst_video_converter_new(
      &packed.info, &plain.info,
      gst_structure_new("options", GST_VIDEO_CONVERTER_OPT_DITHER_METHOD,
                        GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE,
                        GST_VIDEO_CONVERTER_OPT_THREADS, G_TYPE_UINT, 1, nullptr));
  gst_video_converter_frame(converter, &packed.frame, &plain.frame);
  Counting of_packed(packed.view), of_plain(plain.view);
  double count = 1e30, count_plain = 1e30, convert = 1e30;
  for (int i = 0; i < runs; i++) {
    count = std::min(count, time_of([&] { of_packed.run(); }));
    count_plain = std::min(count_plain, time_of([&] { of_plain.run(); }));
    if (i % 4 == 0)
      convert = std::min(convert, time_of([&] {
                           gst_video_converter_frame(converter, &packed.frame, &plain.frame);
                         }));
  }
  std::printf(
      "%-16s %8.0f us   %-10s %8.0f us, ratio %5.2f   converting %8.0f us, ratio %5.2f, and "
      "counting %5.2f\n",
      pair.packed, count, pair.plain, count_plain, count / count_plain, convert, convert / count,
      (convert + count_plain) / count);
  std::fflush(stdout);
  gst_video_converter_free(converter);
}

} // namespace

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  const int width = argc > 2 ? std::atoi(argv[1]) : 1920,
            height = argc > 2 ? std::atoi(argv[2]) : 1080;
  for (const Pair& pair : pairs)
    compare(pair, width, height);
  return 0;
}
