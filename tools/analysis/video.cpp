// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/video.h"

#include "tools/analysis/pipeline.h"
#include "tools/analysis/time_limit.h"
#include "tools/decode/add_element.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/read/gpu/gpu.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace videohistogram::tools {

namespace {

std::atomic<bool> stopped{false};

/// Plays a video, and once more without seeking if no frame came: some demuxers seek to a wrong
/// place. What decoders make of damage differs from run to run, unless that is avoided at the cost
/// of speed: after an error the video is played anew so. Returns false if a stop request ended it.
bool play(const std::string& path, AnalysisSettings settings, Processor processor,
          VideoListener& listener, VideoRecord& record) {
  const TimeLimit limit(settings.timeout, listener);
  Seek seek = Seek::yes;
  for (;;) {
    switch (Pipeline(path, settings, processor, seek, limit, stopped, listener).play(record)) {
    case Ending::given_up:
      return false;
    case Ending::uncertain:
      listener.restart();
      settings.repeatable = true;
      continue;
    case Ending::finished:
      break;
    }
    if (record.frames > 0 || settings.selection.start <= 0 || limit.left() == 0 ||
        std::exchange(seek, Seek::no) == Seek::no)
      return true;
  }
}

/// A live source, or a URI: no file that has an identity.
std::optional<VideoRecord> analyse_stream(const std::string& source,
                                          const AnalysisSettings& settings, Processor processor,
                                          VideoListener& listener) {
  VideoRecord record;
  if (settings.live)
    record.identity.modified = g_get_real_time() * 1000;
  if (!play(source, settings, processor, listener, record))
    return {};
  return record;
}

} // namespace

std::optional<VideoRecord> analyse_video(const std::string& path, const AnalysisSettings& settings,
                                         Processor processor, VideoListener& listener) {
  if (settings.live || is_uri(path))
    return analyse_stream(path, settings, processor, listener);
  VideoRecord record;
  Identity after;
  if (!read_identity(path, record.identity)) {
    record.message = std::string("cannot be read: ") + std::strerror(errno);
    return record;
  }
  if (record.identity.size == 0) {
    record.message = "the file is empty";
    return record;
  }
  if (!play(path, settings, processor, listener, record))
    return {};
  if (!read_size_and_time(path, after) || after.size != record.identity.size ||
      after.modified != record.identity.modified) {
    VideoRecord changed; // what was found is of neither file
    changed.identity = record.identity;
    changed.message = "the file changed while it was read";
    return changed;
  }
  return record;
}

void stop_videos() {
  stopped = true;
}

std::string why_not_usable(Processor processor) {
  const std::string missing =
      missing_element({"appsrc", "capsfilter", "queue", "videohistogram", "fakesink"});
  if (!missing.empty())
    return missing + "; GST_PLUGIN_PATH may name the folder of libgstvideohistogram.so, and "
                     "gst-inspect-1.0 lists what is installed";
  return processor == Processor::gpu ? why_no_gpu() : "";
}

} // namespace videohistogram::tools
