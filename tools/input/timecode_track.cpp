// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/timecode_track.h"

#include "tools/input/sample_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

std::optional<uint64_t> handler_of(FileReader& file, const Box& track) {
  return number_in<4>(file, find_box(file, track, {"mdia", "hdlr"}), 8);
}

std::optional<uint64_t> number_of(FileReader& file, const Box& track) {
  const Box head = find_box(file, track, {"tkhd"});
  return number_in<1>(file, head, 0) == uint64_t{1} ? number_in<4>(file, head, 20)
                                                    : number_in<4>(file, head, 12);
}

/// The time code track that the video track names; the first one if no video track names any.
std::optional<Box> choose_track(FileReader& file, const std::vector<Box>& tracks, int stream) {
  std::vector<Box> timecodes;
  std::optional<uint64_t> named;
  bool any_named = false;
  int video = 0;
  for (const Box& track : tracks) {
    const std::optional<uint64_t> handler = handler_of(file, track);
    if (handler == name_of("tmcd"))
      timecodes.push_back(track);
    if (handler != name_of("vide"))
      continue;
    const auto reference = number_in<4>(file, find_box(file, track, {"tref", "tmcd"}), 0);
    any_named = any_named || reference;
    if (++video == stream)
      named = reference;
  }
  for (const Box& track : timecodes) {
    if (named ? number_of(file, track) == named : !any_named)
      return track;
  }
  return {};
}

/// The entries of a box stsd, in their order. One that does not tell time codes has rate 0.
std::vector<TimecodeFormat> read_formats(FileReader& file, const Box& samples) {
  Box descriptions = find_box(file, samples, {"stsd"});
  descriptions.start = std::min(descriptions.start + 8, descriptions.end);
  std::vector<TimecodeFormat> formats;
  for (const Box& entry : find_boxes(file, descriptions)) {
    const auto name = file.number<4>(entry.start - 4);
    // The fields are those of QuickTime's tmcd.
    const auto flags = number_in<4>(file, entry, 12), scale = number_in<4>(file, entry, 16),
               duration = number_in<4>(file, entry, 20), frames = number_in<1>(file, entry, 24);
    constexpr uint64_t is_drop = 1, is_counter = 8;
    TimecodeFormat format;
    if (name == name_of("tmcd") && flags && !(*flags & is_counter) && scale && *scale > 0 &&
        duration && *duration > 0 && frames && *frames >= 1 && *frames <= 99) {
      format.rate.frames = static_cast<uint32_t>(*frames);
      format.rate.drop = *flags & is_drop && *frames % 30 == 0;
      format.frames_per_second = static_cast<double>(*scale) / static_cast<double>(*duration);
    }
    formats.push_back(format);
  }
  return formats;
}

/// Units per second of a box mvhd or mdhd.
double read_scale(FileReader& file, const Box& head) {
  const bool is_long = number_in<1>(file, head, 0) == uint64_t{1};
  const auto scale = is_long ? number_in<4>(file, head, 20) : number_in<4>(file, head, 12);
  return static_cast<double>(scale.value_or(0));
}

/// The runs of the samples in media time, up to the first that is not in the file.
std::vector<TimecodeRun> read_runs(const std::string& path, const Box& samples, double scale,
                                   const std::vector<TimecodeFormat>& formats) {
  FileReader file(path); // its block serves samples that follow one another
  const SampleTable table = read_samples(path, samples);
  std::vector<TimecodeRun> runs;
  for (const MediaSample& sample : table.samples) {
    const bool is_last = table.is_whole && &sample == &table.samples.back();
    const auto first = sample.size >= 4 ? file.number<4>(sample.place) : std::optional<uint64_t>();
    if (!first)
      break;
    if (sample.description < 1 || sample.description > formats.size() ||
        formats[sample.description - 1].rate.frames == 0)
      continue;
    TimecodeRun run;
    run.start = run.origin = static_cast<double>(sample.start) * 1e9 / scale;
    run.end = is_last ? endless : static_cast<double>(sample.end) * 1e9 / scale;
    run.first = *first;
    run.format = sample.description - 1;
    runs.push_back(run);
  }
  return runs;
}

/// What the edits show of runs in media time, in stream time.
std::vector<TimecodeRun> show_runs(const std::vector<TimecodeRun>& media,
                                   const std::vector<Edit>& edits, double movie_scale,
                                   double scale) {
  std::vector<TimecodeRun> runs;
  size_t steps = 0; // edits may show the same samples many times
  double time = 0;
  for (const Edit& edit : edits) {
    // Writers are not exact about the end of the last one.
    const bool is_last = &edit == &edits.back();
    const double start = time;
    time = is_last ? endless : time + static_cast<double>(edit.duration) * 1e9 / movie_scale;
    if (edit.media_start < 0 || !edit.is_normal)
      continue;
    const double shift = start - static_cast<double>(edit.media_start) * 1e9 / scale;
    auto run = std::upper_bound(
        media.begin(), media.end(), start,
        [&](double begin, const TimecodeRun& run) { return begin < run.end + shift; });
    for (; run != media.end() && run->start + shift < time; ++run) {
      if (++steps > most_samples)
        return runs;
      TimecodeRun shown = *run;
      shown.origin += shift;
      shown.start = std::max(run->start + shift, start);
      shown.end = std::min(run->end + shift, time);
      if (shown.start < shown.end)
        runs.push_back(shown);
    }
  }
  return runs;
}

} // namespace

TimecodeTrack::TimecodeTrack(std::vector<TimecodeFormat> formats, std::vector<TimecodeRun> runs)
    : formats_(std::move(formats)), runs_(std::move(runs)) {}

std::string TimecodeTrack::at(int64_t time) const {
  const auto quarter = [&](const TimecodeRun& run) {
    return 0.25e9 / formats_[run.format].frames_per_second;
  };
  // Two frames share a time code where these count pairs; times are rounded to units of the file,
  // those of edits to units of the movie, which may be milliseconds.
  const auto behind = std::upper_bound(
      runs_.begin(), runs_.end(), static_cast<double>(time),
      [&](double at, const TimecodeRun& run) { return at < run.start - quarter(run); });
  if (time < 0 || behind == runs_.begin())
    return "";
  const TimecodeRun& run = *std::prev(behind);
  const double place = static_cast<double>(time) + quarter(run);
  if (place >= run.end)
    return "";
  const TimecodeFormat& format = formats_[run.format];
  const double frames = std::floor((place - run.origin) * format.frames_per_second / 1e9);
  // No time of a video comes near this limit.
  return format_timecode(run.first + static_cast<uint64_t>(std::clamp(frames, 0.0, 1e18)),
                         format.rate);
}

std::optional<TimecodeTrack> read_timecode_track(const std::string& path, int stream) {
  FileReader file(path);
  const Box movie = find_box(file, {0, INT64_MAX}, {"moov"});
  const std::optional<Box> track = choose_track(file, find_boxes(file, movie, "trak"), stream);
  if (!track)
    return {};
  const Box samples = find_box(file, *track, {"mdia", "minf", "stbl"});
  const double movie_scale = read_scale(file, find_box(file, movie, {"mvhd"})),
               scale = read_scale(file, find_box(file, *track, {"mdia", "mdhd"}));
  if (movie_scale == 0 || scale == 0)
    return {};
  std::vector<TimecodeFormat> formats = read_formats(file, samples);
  std::vector<TimecodeRun> runs = show_runs(read_runs(path, samples, scale, formats),
                                            read_edits(file, *track), movie_scale, scale);
  if (runs.empty())
    return {};
  return TimecodeTrack(std::move(formats), std::move(runs));
}

} // namespace videohistogram::tools
