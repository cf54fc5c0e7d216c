// SPDX-License-Identifier: LGPL-2.1-or-later
#include "ffmpeg.h"

#include <glib/gstdio.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace videohistogram::benchmark {

namespace {

/// Seconds that a command takes; `why_not` says why it failed.
double run_command(const std::string& command, std::string& why_not) {
  const gint64 begin = g_get_monotonic_time();
  GError* error = nullptr;
  gchar* said = nullptr;
  gint status = 0;
  if (!g_spawn_command_line_sync(command.c_str(), nullptr, &said, &status, &error) ||
      !g_spawn_check_wait_status(status, &error)) {
    why_not = said && *said ? said : error->message;
    g_clear_error(&error);
  }
  g_free(said);
  return static_cast<double>(g_get_monotonic_time() - begin) / 1e6;
}

/// The first frames of the set in a file, in memory where the system has such a folder.
std::string write_frames(const FrameSet& i420, size_t bytes) {
  constexpr size_t few = 4;
  std::string path =
      std::string(g_file_test("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir()) +
      "/bench_pipelines-" + std::to_string(getpid()) + ".yuv";
  FILE* file = std::fopen(path.c_str(), "wb");
  if (!file)
    return {};
  bool written = true;
  for (size_t i = 0; i < std::min(few, i420.addresses().size()); i++)
    written &= std::fwrite(i420.addresses()[i], bytes, 1, file) == 1;
  written &= std::fclose(file) == 0;
  if (!written) {
    g_unlink(path.c_str());
    return {};
  }
  return path;
}

} // namespace

const char* ffmpeg_command() {
  return "ffmpeg -nostdin -v error -f rawvideo -pix_fmt yuv420p -stream_loop -1 -i FILE "
         "-vf signalstats -f null -";
}

Run run_ffmpeg(FrameSet& i420, unsigned count) {
  Run run;
  gchar* program = g_find_program_in_path("ffmpeg");
  if (!program) {
    run.why_not = "no ffmpeg program";
    return run;
  }
  g_free(program);
  i420.make();
  GstVideoInfo info;
  gst_video_info_from_caps(&info, i420.caps());
  const std::string path = write_frames(i420, info.size);
  if (path.empty()) {
    run.why_not = "the frames cannot be written to a file";
    return run;
  }
  const std::string input = "ffmpeg -nostdin -v error -f rawvideo -pix_fmt yuv420p -s " +
                            std::to_string(info.width) + "x" + std::to_string(info.height) +
                            " -stream_loop -1 -i " + path + " -frames:v " + std::to_string(count);
  const double all = run_command(input + " -vf signalstats -f null -", run.why_not);
  const double reading = run.why_not.empty() ? run_command(input + " -f null -", run.why_not) : 0;
  g_unlink(path.c_str());
  if (run.why_not.empty() && all <= reading)
    run.why_not = "too few frames to tell the filter's time";
  if (!run.why_not.empty())
    return run;
  run.frames = count;
  run.frames_per_second = count / (all - reading);
  run.detail = "start and reading left out";
  return run;
}

} // namespace videohistogram::benchmark
