// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/timecode_track.h"

#include "tools/input/file_reader.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace videohistogram::tools {

namespace {

/// The content of a box, from `start` to before `end`. A box that does not exist is empty.
struct Box {
  uint64_t start = 0, end = 0;
};

/// Boxes that are looked at in one box, more than any has but for movie fragments.
constexpr int most_boxes = 100000;

/// All boxes of this name in another box.
std::vector<Box> find_boxes(FileReader& file, const Box& parent, std::string_view name) {
  std::vector<Box> found;
  uint64_t place = parent.start;
  for (int boxes = 0; boxes < most_boxes && place < parent.end; boxes++) {
    const std::optional<uint64_t> present = file.number<4>(place + 4);
    std::optional<uint64_t> size = file.number<4>(place);
    const bool is_long = size == uint64_t{1};
    if (is_long)
      size = file.number<8>(place + 8);
    const uint64_t head = is_long ? 16 : 8;
    if (!present || !size || *size < head || *size > parent.end - place)
      break;
    if (present == name_of(name))
      found.push_back({place + head, place + *size});
    place += *size;
  }
  return found;
}

/// The first box at the end of a path of names.
Box find_box(FileReader& file, Box box, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const std::vector<Box> found = find_boxes(file, box, name);
    if (found.empty())
      return {};
    box = found.front();
  }
  return box;
}

/// A number in a box, `offset` bytes behind its start.
template <size_t size>
std::optional<uint64_t> number_in(FileReader& file, const Box& box, uint64_t offset) {
  return box.end - box.start >= offset + size ? file.number<size>(box.start + offset)
                                              : std::optional<uint64_t>();
}

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

/// The place of the first sample in the file.
std::optional<uint64_t> first_sample(FileReader& file, const Box& samples) {
  const Box offsets = find_box(file, samples, {"stco"});
  return offsets.end > 0 ? number_in<4>(file, offsets, 8)
                         : number_in<8>(file, find_box(file, samples, {"co64"}), 8);
}

/// The end of the first sample in ns, if there are others; they have time codes of their own.
int64_t end_of_first(FileReader& file, const Box& track, const Box& samples) {
  const Box durations = find_box(file, samples, {"stts"}),
            head = find_box(file, track, {"mdia", "mdhd"});
  const auto all = number_in<4>(file, find_box(file, samples, {"stsz"}), 8);
  const auto duration = number_in<4>(file, durations, 12);
  const bool is_long = number_in<1>(file, head, 0) == uint64_t{1};
  const auto scale = is_long ? number_in<4>(file, head, 20) : number_in<4>(file, head, 12);
  if (!all || *all <= 1 || !duration || !scale || *scale == 0)
    return INT64_MAX;
  return std::llround(static_cast<double>(*duration) * 1e9 / static_cast<double>(*scale));
}

} // namespace

std::string TimecodeTrack::at(int64_t time) const {
  if (time < 0 || time >= end)
    return "";
  // Two frames share a time code where these count pairs; times are rounded to units of the file.
  const double frames = std::floor(static_cast<double>(time) * frames_per_second / 1e9 + 0.25);
  return format_timecode(first + static_cast<uint64_t>(frames), rate);
}

std::optional<TimecodeTrack> read_timecode_track(const std::string& path, int stream) {
  FileReader file(path);
  const Box movie = find_box(file, {0, INT64_MAX}, {"moov"});
  const std::optional<Box> track = choose_track(file, find_boxes(file, movie, "trak"), stream);
  if (!track)
    return {};
  const Box samples = find_box(file, *track, {"mdia", "minf", "stbl"});
  const Box description = find_box(file, samples, {"stsd"});
  // The entry begins behind 8 bytes of the box; its fields are those of QuickTime's tmcd.
  const auto flags = number_in<4>(file, description, 28),
             scale = number_in<4>(file, description, 32),
             duration = number_in<4>(file, description, 36),
             frames = number_in<1>(file, description, 40);
  const auto place = first_sample(file, samples);
  const auto first = place ? file.number<4>(*place) : std::optional<uint64_t>();
  constexpr uint64_t is_drop = 1, is_counter = 8;
  if (number_in<4>(file, description, 12) != name_of("tmcd") || !flags || *flags & is_counter ||
      !scale || !duration || *duration == 0 || !frames || *frames < 1 || *frames > 99 || !first)
    return {};
  TimecodeTrack timecodes;
  timecodes.first = *first;
  timecodes.rate.frames = static_cast<uint32_t>(*frames);
  timecodes.rate.drop = *flags & is_drop && *frames % 30 == 0;
  timecodes.frames_per_second = static_cast<double>(*scale) / static_cast<double>(*duration);
  timecodes.end = end_of_first(file, *track, samples);
  return timecodes;
}

} // namespace videohistogram::tools
