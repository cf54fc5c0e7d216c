// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The samples of a track of QuickTime and MP4 files, and its edit list.
#pragma once

#include "tools/input/iso_boxes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// The most samples, and the most edits, that are read of a track: a sample per frame of an hour at
/// 60 frames per second. A damaged file may declare 17,000 times as many without having their
/// bytes.
constexpr size_t most_samples = 250000;

struct MediaSample {
  uint64_t start = 0, end = 0; ///< in units of the media
  uint64_t place = 0;          ///< of its first byte in the file
  uint64_t size = 0;           ///< in bytes
  uint64_t description = 0;    ///< the entry of the box stsd, from 1
};

struct SampleTable {
  std::vector<MediaSample> samples;
  bool is_whole = false; ///< whether these are all samples of the track
};

/// The samples that a box stbl describes, up to the first that is damaged.
SampleTable read_samples(const std::string& path, const Box& table);

/// A passage of the movie that shows a passage of a track's media.
struct Edit {
  uint64_t duration = 0;   ///< in units of the movie
  int64_t media_start = 0; ///< in units of the media; -1 shows nothing
  bool is_normal = true;   ///< whether the media runs at its own speed
};

/// The edits of a box trak; one of the whole media if it has no list.
std::vector<Edit> read_edits(FileReader& file, const Box& track);

} // namespace videohistogram::tools
