// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A file as a sequence of packets of one video.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/read/read_error.h"
#include "tools/record/sequence.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Reads one file and nothing else: no network address, and no file that this one names.
/// Thread-safety: one thread.
class MediaFile {
public:
  /// Opens the file, or the images of a Sequence, and chooses the video stream of this number,
  /// from 1. `is_stopped` is asked between reads; once it is true, reading ends. Throws ReadError.
  MediaFile(const std::string& path, int stream, std::function<bool()> is_stopped);
  MediaFile(const MediaFile&) = delete;
  MediaFile& operator=(const MediaFile&) = delete;

  /// The next packet of the chosen stream. Returns false at its end. Throws ReadError if the file
  /// cannot be read to the end.
  bool read(AVPacket& packet);
  /// Goes on with the stream that took the place of the present one in its program. Returns false
  /// if there is none.
  bool begin_next_stream();
  /// To the last key frame that begins at this time or before, in units of the stream. Returns
  /// false if the file cannot be sought in.
  bool seek(int64_t time);

  AVFormatContext& context() const { return *format_; }
  AVStream& stream() const { return *format_->streams[stream_]; }
  /// What the container states about the stream. The libraries add to it what the decoder finds.
  const AVCodecParameters& stated() const;
  uint64_t packets() const { return packets_; }

private:
  void open(const std::string& path);
  AVFormatContext* new_context() const;
  AVFormatContext* open_file(const std::string& url);
  AVFormatContext* open_sequence(const Sequence& sequence);
  const AVInputFormat* find_demuxer(const char* name);
  void choose(int number);
  void choose_stream(unsigned index);
  void note_programs();
  /// Throws ReadError for the number of an error. `task` is what failed, for the message.
  void check(int result, const std::string& task) const;
  /// Whether the number of an error tells that the file ends before the data of its container do.
  bool is_cut_off(int result) const;
  /// The number of the error if the storage gives no data, else 0. `result` is libavformat's.
  int storage_error(int result) const;

  const std::function<bool()> is_stopped_;
  FilePtr file_; // after the context that uses it
  FormatPtr format_;
  std::map<unsigned, ParametersPtr> stated_;
  /// The video streams of each program when it was last looked at, by its number.
  std::map<int, std::vector<unsigned>> programs_;
  std::map<unsigned, unsigned> successors_; ///< of streams that have left their program
  unsigned stream_ = 0;
  uint64_t packets_ = 0;
};

/// Whether a stream is one of moving or still images that are the content of the file, and not the
/// cover of a sound recording.
bool is_video(const AVStream& stream);

} // namespace videohistogram::tools
