// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Elements on 1, 2, 4 ... GPUs with each split, and bare copies that are split in the same way.
// "single": one frame at a time, so that its time is that from submit to result.
#include "contestants.h"
#include "link.h"
#include "links.h"

#include <set>

namespace videohistogram::benchmark {

namespace {

using Frames = std::shared_ptr<FrameSet>;

struct Way {
  const char* name; ///< value of `split`; "channels": bare copies of each frame to every GPU
  Sharing sharing;
};
constexpr Way ways[] = {
    {"rows", Sharing::rows}, {"frames", Sharing::frames}, {"channels", Sharing::channels}};

/// Formats a name such as "pinned, 2 rows".
std::string name_of(const std::string& what, unsigned gpus, const char* split) {
  return what + ", " + std::to_string(gpus) + (gpus > 1 ? std::string(" ") + split : "");
}

class GpusGroup {
public:
  GpusGroup(const Size& size, bool quick) : bytes_(quick ? 2.5e9 : 6e9) {
    group_.name = std::string("gpus/") + size.name;
    frame_bytes_ = frame_bytes(size, GST_VIDEO_FORMAT_RGBA);
    const unsigned all = std::max(gpu_count(), 1u);
    std::set<unsigned> counts{all};
    for (unsigned gpus = 1; gpus < all; gpus *= 2)
      counts.insert(gpus);
    // An element holds three frames per GPU, and its source needs some more.
    const unsigned in_set = std::max(frames_in_set(frame_bytes_), 3 * all + 5);
    pinned_ = std::make_shared<FrameSet>(Where::pinned, GST_VIDEO_FORMAT_RGBA, size, in_set);
    const auto pageable =
        std::make_shared<FrameSet>(Where::pageable, GST_VIDEO_FORMAT_RGBA, size, in_set);

    for (const unsigned gpus : counts) {
      add_bare(gpus);
      add_elements("pinned", pinned_, gpus);
      add_elements("pageable", pageable, gpus);
    }
  }

  Group take() { return std::move(group_); }

private:
  guint64 timed_frames(double factor) const {
    return static_cast<guint64>(
        std::clamp(factor * bytes_ / static_cast<double>(frame_bytes_), 24.0, 20000.0));
  }

  void compare(const std::string& of, const std::string& to, double Run::*by) {
    group_.comparisons.push_back({of, to, by});
  }

  void add_bare(unsigned gpus) {
    for (const Way& way : ways) {
      const std::string name = name_of("bare", gpus, way.name);
      group_.contestants.push_back(
          {name, std::string("copies of pinned frames, split by ") + way.name, frame_bytes_,
           [frames = pinned_, bytes = frame_bytes_, count = timed_frames(1), gpus, way] {
             Run run;
             if (!ready(*frames, gpus, run))
               return run;
             run.frames_per_second = shared_copy_rate(frames->addresses(), bytes,
                                                      static_cast<int>(count), gpus, way.sharing);
             run.frames = count;
             return run;
           }});
      if (gpus == 1)
        break;
      compare(name, "bare, 1", &Run::frames_per_second);
    }
    const std::string single = name_of("bare", gpus, "rows") + ", single";
    group_.contestants.push_back(
        {single, "one copy of a pinned frame at a time, a band to each GPU", frame_bytes_,
         [frames = pinned_, bytes = frame_bytes_, count = timed_frames(0.25), gpus] {
           Run run;
           if (!ready(*frames, gpus, run))
             return run;
           run.element_us =
               single_copy_us(frames->addresses(), bytes, static_cast<int>(count), gpus);
           run.frames_per_second = 1e6 / run.element_us;
           run.frames = count;
           return run;
         }});
    if (gpus > 1)
      compare(single, "bare, 1, single", &Run::element_us);
  }

  void add_elements(const std::string& what, const Frames& frames, unsigned gpus) {
    std::string devices = "\"0";
    for (unsigned gpu = 1; gpu < gpus; gpu++)
      devices += "," + std::to_string(gpu);
    devices += "\"";
    for (const char* split : {"rows", "frames", "auto"}) {
      const std::string name = name_of(what, gpus, split);
      add_element(name, std::string("cuda split=") + split + " devices=" + devices, frames, gpus,
                  1);
      if (what == "pinned" && std::string(split) != "auto")
        compare(name, name_of("bare", gpus, split), &Run::frames_per_second);
      if (gpus > 1)
        compare(name, name_of(what, 1, ""), &Run::frames_per_second);
      if (gpus == 1)
        break;
    }

    // Rows only: with the other splits one GPU, or each, copies as much as a single GPU does.
    const std::string single = name_of(what, gpus, "rows") + ", single";
    add_element(single, "cuda max-in-flight=1 split=rows devices=" + devices, frames, gpus, 0.25);
    if (what == "pinned")
      compare(single, name_of("bare", gpus, "rows") + ", single", &Run::element_us);
    if (gpus > 1)
      compare(single, name_of(what, 1, "") + ", single", &Run::element_us);
  }

  void add_element(const std::string& name, const std::string& element, const Frames& frames,
                   unsigned gpus, double factor) {
    Pipeline pipeline;
    pipeline.line = branch(0, ours(element));
    pipeline.counted_by = "cuda";
    pipeline.frames = {frames};
    pipeline.warm_up = frames->count() + 16;
    pipeline.count = pipeline.warm_up + timed_frames(factor);
    group_.contestants.push_back({name, pipeline.line, frame_bytes_, [pipeline, gpus] {
                                    Run run;
                                    return ready(*pipeline.frames[0], gpus, run)
                                               ? run_pipeline(pipeline)
                                               : run;
                                  }});
  }

  /// Makes the frames and the contexts, so that no run waits for them. Returns false, with the
  /// reason in `run`, if that fails.
  static bool ready(FrameSet& frames, unsigned gpus, Run& run) {
    run.why_not = why_no_gpu();
    if (run.why_not.empty() && !frames.make())
      run.why_not = frames.why_not();
    if (run.why_not.empty())
      open_gpus(gpus);
    return run.why_not.empty();
  }

  const double bytes_; ///< bytes to copy per run
  size_t frame_bytes_;
  Frames pinned_;
  Group group_;
};

} // namespace

Group gpus_group(const Size& size, bool quick) {
  return GpusGroup(size, quick).take();
}

} // namespace videohistogram::benchmark
