// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the CPU backend, with one thread, on quantities that are computed from Y'CbCr frames of
// 1920x1080: beside GStreamer's conversion of the same frame to RGBx, which is what videoconvert
// does on one thread, a plain loop per pixel, and the backend's count of R, G, B and A of an RGBA
// frame of that size and content. The counts of each cell are compared with the plain loop's before
// the cell is timed.
//
//   bench_cpu_colours [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]
//
// Each --target adds a row; without --target the backend chooses. A time is the best of `rounds`
// single frames (default 20); the times of a row are taken in turn, so that other load of the
// machine changes their ratios little.
#include "benchmarks/cpu_pictures.h"
#include "benchmarks/frame_counter.h"
#include "benchmarks/json.h"
#include "benchmarks/plain_values.h"
#include "commit.h"
#include "cpu/cpu_backend.h"

#include <gst/video/video.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace videohistogram;
using namespace videohistogram::benchmark;
using namespace videohistogram::cpu_benchmark;

constexpr Size size = {"1080p", 1920, 1080};
constexpr const char* formats[] = {"NV12", "YUY2", "I420", "P010_10LE", "I420_10LE", "P016_LE"};
constexpr const char* contents[] = {"random", "photo", "constant"};

struct Channels {
  const char* name;
  QuantitySet set;
};
constexpr Channels channels[] = {
    {"r+g+b", rgb_set},
    {"r+g+b+maxrgb", rgb_set | quantity_bit(Quantity::maxrgb)},
    {"maxrgb", quantity_bit(Quantity::maxrgb)},
    {"range", quantity_bit(Quantity::range)},
    {"sat", quantity_bit(Quantity::sat)},
    {"hue", quantity_bit(Quantity::hue)},
};

struct GstDelete {
  void operator()(GstVideoConverter* converter) const { gst_video_converter_free(converter); }
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};

/// Converts a frame to RGBx on the calling thread.
class Converter {
public:
  explicit Converter(const FrameView& frame) {
    const GstVideoFormat format = gst_video_format_from_string(frame.format->name);
    GstVideoInfo in, out;
    if (!gst_video_info_set_format(&in, format, frame.width, frame.height) ||
        !gst_video_info_set_format(&out, GST_VIDEO_FORMAT_RGBx, frame.width, frame.height))
      std::abort(); // GStreamer has all formats of this program
    in_.reset(gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&in), nullptr));
    out_.reset(gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&out), nullptr));
    if (!gst_video_frame_map(&from_, &in, in_.get(), GST_MAP_READWRITE) ||
        !gst_video_frame_map(&to_, &out, out_.get(), GST_MAP_WRITE))
      std::abort(); // ordinary memory
    for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
      for (uint32_t y = 0; y < frame.rows(plane); y++)
        std::memcpy(static_cast<uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&from_, plane)) +
                        size_t{y} * GST_VIDEO_FRAME_PLANE_STRIDE(&from_, plane),
                    frame.planes[plane].row(y), frame.row_bytes(plane));
    converter_.reset(gst_video_converter_new(
        &in, &out,
        gst_structure_new("config", GST_VIDEO_CONVERTER_OPT_THREADS, G_TYPE_UINT, 1u, nullptr)));
  }
  ~Converter() {
    gst_video_frame_unmap(&from_);
    gst_video_frame_unmap(&to_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  void convert() { gst_video_converter_frame(converter_.get(), &from_, &to_); }

private:
  std::unique_ptr<GstBuffer, GstDelete> in_, out_;
  GstVideoFrame from_{}, to_{};
  std::unique_ptr<GstVideoConverter, GstDelete> converter_;
};

/// One pixel or chroma sample after the other, one table per quantity.
void count_plain(const Plan& plan, const FrameView& frame, Counts& counts) {
  std::fill(counts.begin(), counts.end(), 0);
  const SamplePlane& chroma = *frame.sample_plane(sample_plane_of(plan.format, Quantity::cb)).info;
  for (const Histogram& histogram : plan.histograms) {
    const bool of_chroma =
        histogram.quantity == Quantity::sat || histogram.quantity == Quantity::hue;
    const uint32_t across = of_chroma ? 1u << chroma.x_sub : 1,
                   down = of_chroma ? 1u << chroma.y_sub : 1;
    const bool bins_are_values =
        histogram.bins == plan.format.values_of(histogram.quantity).n_values;
    for (uint32_t y = 0; y < frame.height; y += down)
      for (uint32_t x = 0; x < frame.width; x += across) {
        const uint32_t value =
            value_of(plan, histogram.quantity, sample_at(frame, Quantity::y, x, y),
                     sample_at(frame, Quantity::cb, x, y), sample_at(frame, Quantity::cr, x, y));
        counts[histogram.first +
               (bins_are_values ? value : bin_of(value, histogram.bins, histogram.depth))]++;
      }
  }
}

/// Histograms in 256 bins, or in those that they always have.
SharedPlan plan_of(const FormatInfo& format, QuantitySet set) {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format, set))
    spec.tables.push_back({{quantity, format.values_of(quantity).bins_for(256)}, {}});
  Expected<SharedPlan> plan = compile_plan(format, size.width, size.height, spec);
  if (!plan.ok()) {
    std::fprintf(stderr, "%s\n", plan.error().message.c_str());
    std::exit(1);
  }
  return *plan;
}

double milliseconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// The best of `rounds` times of each work, taken in turn.
std::vector<double> best_of(int rounds, const std::vector<std::function<void()>>& works) {
  std::vector<double> best(works.size(), 1e9);
  for (const auto& work : works)
    work();
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < works.size(); i++)
      best[i] = std::min(best[i], milliseconds(works[i]));
  return best;
}

/// Times one row; an empty text if its counts are wrong.
std::string run_row(const std::string& target, const char* format_name, const char* content,
                    const Channels& counted, int rounds) {
  const FrameView& frame = make_picture(content, *find_format(format_name), size).frame;
  const Picture& rgba = make_picture(content, *find_format("RGBA"), size);
  const auto backend = create_cpu_backend(1, cpu::find_target(target));
  const SharedPlan plan = plan_of(*frame.format, counted.set);
  FrameCounter counter(*backend, plan), rgba_counter(*backend, rgba.plan);
  Counts counts(plan->total_counts(0)), expected(counts.size());
  Counts rgba_counts(rgba.plan->total_counts(0));
  if (!counter.count(frame, counts.data()).ok())
    return {};
  const double plain = milliseconds([&] { count_plain(*plan, frame, expected); });
  if (counts != expected)
    return {};

  Converter converter(frame);
  const std::vector<double> best =
      best_of(rounds, {[&] { (void)counter.count(frame, counts.data()); },
                       [&] { (void)rgba_counter.count(rgba.frame, rgba_counts.data()); },
                       [&] { converter.convert(); }});
  std::printf("%-9s %-9s %-13s %-8s %8.3f %8.3f %8.3f %8.1f | %6.2f %8.2f\n", format_name, content,
              counted.name, target.c_str(), best[0], best[1], best[2], plain, best[0] / best[1],
              best[2] / best[0]);
  std::fflush(stdout);
  return std::string("    {\"format\": ") + quoted(format_name) +
         ", \"content\": " + quoted(content) + ", \"channels\": " + quoted(counted.name) +
         ", \"target\": " + quoted(target) + ", \"ours_ms\": " + number(best[0], 4) +
         ", \"rgba_ms\": " + number(best[1], 4) + ", \"videoconvert_ms\": " + number(best[2], 4) +
         ", \"plain_ms\": " + number(plain, 1) +
         ", \"ours_to_rgba_time\": " + number(best[0] / best[1], 3) +
         ", \"videoconvert_to_ours_time\": " + number(best[2] / best[0], 3) + "}";
}

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s [--json FILE] [--picture FILE] [--target NAME]... [--rounds N]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  gst_init(nullptr, nullptr);
  const char *json_path = nullptr, *picture_path = PICTURE;
  std::vector<std::string> targets;
  int rounds = 20;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc)
      return usage(argv[0]);
    if (!std::strcmp(argv[i], "--json"))
      json_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--picture"))
      picture_path = argv[i + 1];
    else if (!std::strcmp(argv[i], "--target"))
      targets.push_back(argv[i + 1]);
    else if (!std::strcmp(argv[i], "--rounds") && std::atoi(argv[i + 1]) > 0)
      rounds = std::atoi(argv[i + 1]);
    else
      return usage(argv[0]);
  }
  if (targets.empty())
    targets.push_back("auto");
  for (const std::string& target : targets) {
    const cpu::Target* const found = cpu::find_target(target);
    if (target != "auto" && !(found && found->supported())) {
      std::fprintf(stderr, "this CPU or this build has no target %s\n", target.c_str());
      return 1;
    }
  }
  if (!load_photo(picture_path)) {
    std::fprintf(stderr, "OpenCV cannot read the image %s; name another with --picture\n",
                 picture_path);
    return 1;
  }

  const std::string load_before = load_average();
  std::printf("%s, load %s; ms per frame of 1920x1080 on one thread, best of %d\n"
              "rgba: R, G, B and A of an RGBA frame; convert: GStreamer to RGBx; plain: one round\n"
              "%-9s %-9s %-13s %-8s %8s %8s %8s %8s | %6s %8s\n",
              processor_name().c_str(), load_before.c_str(), rounds, "format", "content",
              "channels", "target", "ours", "rgba", "convert", "plain", "of rgba", "faster");
  std::string rows;
  for (const char* format : formats)
    for (const char* content : contents)
      for (const Channels& counted : channels)
        for (const std::string& target : targets) {
          const std::string row = run_row(target, format, content, counted, rounds);
          if (row.empty()) {
            std::fprintf(stderr, "the counts of %s of %s %s are wrong with the target %s\n",
                         counted.name, content, format, target.c_str());
            return 1;
          }
          rows += (rows.empty() ? "" : ",\n") + row;
        }
  if (!json_path)
    return 0;
  gchar* const gstreamer = gst_version_string();
  const std::string json =
      "{\n  \"benchmark\": \"cpu-colours\",\n  \"machine\": " + quoted(processor_name()) +
      ",\n  \"cores\": " + std::to_string(std::max(1u, std::thread::hardware_concurrency())) +
      ",\n  \"gstreamer\": " + quoted(gstreamer) + ",\n  \"date\": " + quoted(utc_now()) +
      ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"load_average_before\": " + load_before +
      ",\n  \"load_average_after\": " + load_average() + ",\n  \"cells\": [\n" + rows +
      "\n  ]\n}\n";
  g_free(gstreamer);
  return write_file(json_path, json) ? 0 : 1;
}
