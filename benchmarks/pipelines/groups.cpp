// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "groups.h"

#include "benchmarks/ffmpeg.h"
#include "contestants.h"
#include "link.h"

#include <algorithm>
#include <optional>

namespace videohistogram::benchmark {

namespace {

/// Of the sizes below 720p, `auto` counts the small ones on the CPU.
constexpr Size small_sizes[] = {
    {"16x16", 16, 16}, {"128x128", 128, 128}, {"256x256", 256, 256}, {"512x512", 512, 512}};
constexpr Size sizes[] = {
    {"720p", 1280, 720}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}, {"8K", 7680, 4320}};

using Frames = std::shared_ptr<FrameSet>;

/// All ways to process system and device frames of one size.
class SystemGroup {
public:
  SystemGroup(const Size& size, bool quick) : size_(size), bytes_(quick ? 2.5e9 : 1e10) {
    group_.name = std::string("system/") + size.name;
    rgba_bytes_ = frame_bytes(size, GST_VIDEO_FORMAT_RGBA);
    const auto rgba = [&](Where where) {
      return std::make_shared<FrameSet>(where, GST_VIDEO_FORMAT_RGBA, size,
                                        frames_in_set(rgba_bytes_));
    };
    const Frames pageable = rgba(Where::pageable), pinned = rgba(Where::pinned),
                 offered = rgba(Where::offered), device = rgba(Where::device);
    const auto i420 =
        std::make_shared<FrameSet>(Where::pageable, GST_VIDEO_FORMAT_I420, size,
                                   frames_in_set(frame_bytes(size, GST_VIDEO_FORMAT_I420)));

    add("no element", "", "", pageable, 8);
    add_link(pinned);
    add_staging(pageable);
    add("cuda, device", ours("cuda"), "cuda", device, 8);
    add("cuda, pinned", ours("cuda"), "cuda", pinned);
    add("cuda, offered", ours("cuda"), "cuda", offered);
    add("cuda, pageable", ours("cuda"), "cuda", pageable);
    add("cuda, pinned, messages", ours("cuda post-messages=true"), "cuda", pinned);
    add("cpu, pageable", ours("cpu"), "cpu", pageable);
    // Without these caps cudaupload would pass its frames on in system memory.
    const std::string upload = "cudaupload name=element0 ! video/x-raw(memory:CUDAMemory) ! ";
    add("cudaupload, pinned", upload, "", pinned);
    add("cudaupload, offered", upload, "", offered);
    add("cudaupload, pageable", upload, "", pageable);
    add("cuda, pageable, I420", ours("cuda"), "cuda", i420);
    add("cpu, pageable, I420", ours("cpu"), "cpu", i420);
    add("videoanalyse, pageable, I420", "videoanalyse name=element0 ! ", "", i420, 0.125);
    add_ffmpeg(i420);

    group_.comparisons = {{"cuda, pinned", "link"},
                          {"cuda, offered", "link"},
                          {"cuda, pageable", "link"},
                          {"cuda, pageable", "staging"},
                          {"cuda, pinned", "cudaupload, pinned"},
                          {"cuda, offered", "cudaupload, offered"},
                          {"cuda, pageable", "cudaupload, pageable"},
                          {"cuda, pageable, I420", "videoanalyse, pageable, I420"},
                          {"cpu, pageable, I420", "videoanalyse, pageable, I420"},
                          {"cuda, pageable, I420", "ffmpeg signalstats, I420"},
                          {"cpu, pageable, I420", "ffmpeg signalstats, I420"}};
  }

  Group take() { return std::move(group_); }

private:
  guint64 timed_frames(double factor) const {
    return static_cast<guint64>(
        std::clamp(factor * bytes_ / static_cast<double>(rgba_bytes_), 24.0, 20000.0));
  }

  /// `factor` scales the number of frames, for contestants that are much faster or slower.
  void add(const char* name, const std::string& element, const char* counted_by,
           const Frames& frames, double factor = 1) {
    Pipeline pipeline;
    pipeline.line = branch(0, element);
    pipeline.counted_by = counted_by;
    pipeline.frames = {frames};
    // The warm-up passes every frame of the set once.
    pipeline.warm_up = factor < 1 ? 4 : frames->count() + 16;
    pipeline.count = pipeline.warm_up + timed_frames(factor);
    group_.contestants.push_back({name, pipeline.line, element.empty() ? 0 : bytes_of(*frames),
                                  [pipeline] { return run_pipeline(pipeline); }});
  }

  static size_t bytes_of(const FrameSet& frames) {
    GstVideoInfo info;
    gst_video_info_from_caps(&info, frames.caps());
    return info.size;
  }

  void add_link(const Frames& pinned) {
    group_.contestants.push_back({"link", "copies of pinned frames, back to back", rgba_bytes_,
                                  [pinned, bytes = rgba_bytes_, count = timed_frames(1)] {
                                    Run run;
                                    if (!pinned->make()) {
                                      run.why_not = pinned->why_not();
                                      return run;
                                    }
                                    run.frames_per_second = copy_rate(pinned->addresses(), bytes,
                                                                      static_cast<int>(count));
                                    run.frames = count;
                                    return run;
                                  }});
  }

  void add_staging(const Frames& pageable) {
    struct Best {
      std::optional<StagingShape> shape;
      std::string rates;
    };
    const auto best = std::make_shared<Best>();
    group_.contestants.push_back(
        {"staging", "threads copy pageable frames to pinned memory and that to the GPU",
         rgba_bytes_, [pageable, best, bytes = rgba_bytes_, count = timed_frames(1)] {
           Run run;
           run.why_not = why_no_gpu();
           if (!run.why_not.empty())
             return run;
           pageable->make();
           const int few = static_cast<int>(std::max<guint64>(count / 16, 8));
           if (!best->shape)
             best->shape = best_staging(pageable->addresses(), bytes, few, best->rates);
           run.frames_per_second =
               staging_rate(pageable->addresses(), bytes, static_cast<int>(count), *best->shape);
           run.frames = count;
           run.detail = best->shape->name() + "; GB/s by threads: " + best->rates;
           return run;
         }});
  }

  void add_ffmpeg(const Frames& i420) {
    const auto count = static_cast<unsigned>(timed_frames(0.125));
    group_.contestants.push_back(
        {"ffmpeg signalstats, I420",
         "ffmpeg -vf loop,signalstats, less the same without signalstats", bytes_of(*i420),
         [i420, count, bytes = bytes_of(*i420), size = size_] {
           constexpr size_t few = 4;
           Run run;
           i420->make();
           std::vector<const uint8_t*> frames = i420->addresses();
           frames.resize(std::min(few, frames.size()));
           const FfmpegInput input("yuv420p", static_cast<uint32_t>(size.width),
                                   static_cast<uint32_t>(size.height), bytes, frames);
           const FfmpegTime time = input.time("signalstats", count, 0, 1);
           run.why_not = time.why_not;
           if (!run.why_not.empty())
             return run;
           run.frames = count;
           run.frames_per_second = 1 / time.wall_s;
           run.detail = "start and reading left out";
           return run;
         }});
  }

  const Size size_;
  const double bytes_; ///< bytes to copy per run
  size_t rgba_bytes_;
  Group group_;
};

/// Eight elements at the same time in one process, each with its own source, and one alone.
Group eight_group(const Size& size, bool quick) {
  constexpr unsigned many = 8, set = 12;
  Group group;
  group.name = std::string("eight/") + size.name;
  const size_t bytes = frame_bytes(size, GST_VIDEO_FORMAT_RGBA);
  const guint64 count = static_cast<guint64>((quick ? 5e9 : 3e10) / static_cast<double>(bytes));
  std::vector<Frames> frames;
  for (unsigned i = 0; i < many; i++)
    frames.push_back(std::make_shared<FrameSet>(Where::pinned, GST_VIDEO_FORMAT_RGBA, size, set));

  group.contestants.push_back(
      {"link", "copies of pinned frames, back to back", bytes, [frames, bytes, count] {
         Run run;
         if (!frames[0]->make()) {
           run.why_not = frames[0]->why_not();
           return run;
         }
         run.frames_per_second = copy_rate(frames[0]->addresses(), bytes, static_cast<int>(count));
         run.frames = count;
         return run;
       }});
  // Shared by the group, since memory that earlier elements keep also serves later ones.
  const auto before = std::make_shared<std::optional<size_t>>();
  for (unsigned branches : {1u, many}) {
    Pipeline pipeline;
    pipeline.branches = branches;
    pipeline.counted_by = "cuda";
    pipeline.asks_gpu_memory = true;
    pipeline.frames.assign(frames.begin(), frames.begin() + branches);
    pipeline.warm_up = set + 16;
    pipeline.count = pipeline.warm_up + count / branches;
    for (unsigned i = 0; i < branches; i++)
      pipeline.line += branch(i, ours("cuda", i));
    group.contestants.push_back({branches == 1 ? "1 element" : "8 elements",
                                 branch(0, ours("cuda")), bytes, [pipeline, before] {
                                   if (!*before && why_no_gpu().empty())
                                     *before = gpu_bytes_in_use();
                                   Run run = run_pipeline(pipeline);
                                   if (*before && run.gpu_bytes > **before)
                                     run.gpu_bytes -= **before;
                                   return run;
                                 }});
  }
  group.comparisons = {{"1 element", "link"}, {"8 elements", "link"}, {"8 elements", "1 element"}};
  return group;
}

/// Videos that the GPU decodes, with and without the element: one, and as many at once as keep the
/// decoders of an H200 busy, with all colours of their pixels.
Group film_group(const Film& film) {
  Group group;
  group.name = "film";
  const auto frames = std::make_shared<std::optional<guint64>>();
  const auto add = [&](const char* name, unsigned branches, const std::string& properties) {
    Pipeline pipeline;
    pipeline.branches = branches;
    for (unsigned i = 0; i < branches; i++)
      pipeline.line += "filesrc location=\"" + film.path + "\" ! parsebin ! " + film.decoder +
                       " ! video/x-raw(memory:CUDAMemory) ! " +
                       (properties.empty() ? "" : ours(properties, i)) + "fakesink name=sink" +
                       std::to_string(i) + " sync=false ";
    pipeline.counted_by = properties.empty() ? "" : "cuda";
    pipeline.counts_stored = branches == 1;
    group.contestants.push_back(
        {name, pipeline.line, 0, [pipeline, film, frames] {
           Run run;
           if (film.path.empty()) {
             run.why_not = "no --film; benchmarks/pipelines/make-film "
                           "makes one";
             return run;
           }
           run = run_pipeline(pipeline);
           if (run.why_not.empty() && run.frames != frames->value_or(run.frames)) {
             run.why_not = std::to_string(run.frames) + " frames arrived, " +
                           std::to_string(**frames) + " in an earlier run";
             run.wrong = true;
           }
           if (run.why_not.empty())
             *frames = run.frames;
           return run;
         }});
  };
  add("without", 1, "");
  add("with", 1, "cuda");
  add("7 videos, without", 7, "");
  add("7 videos, r+g+b+maxrgb", 7, "cuda channels=r+g+b+maxrgb");
  group.comparisons = {{"with", "without"}, {"7 videos, r+g+b+maxrgb", "7 videos, without"}};
  return group;
}

} // namespace

std::vector<Group> all_groups(bool quick, const Film& film) {
  std::vector<Group> groups;
  // Groups of eight elements are measured before anything else has allocated GPU memory.
  for (const Size& size : {sizes[1], sizes[2]})
    groups.push_back(eight_group(size, quick));
  for (const Size& size : small_sizes)
    groups.push_back(SystemGroup(size, quick).take());
  for (const Size& size : sizes)
    groups.push_back(SystemGroup(size, quick).take());
  for (const Size& size : sizes)
    groups.push_back(gpus_group(size, quick));
  groups.push_back(film_group(film));
  return groups;
}

} // namespace videohistogram::benchmark
