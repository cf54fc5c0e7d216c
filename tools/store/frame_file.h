// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The frames of one video in a text file.
#pragma once

#include "tools/record/video.h"
#include "tools/store/new_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// The text of frames in one format.
class FrameFormat {
public:
  virtual ~FrameFormat() = default;
  virtual std::string head() { return ""; }
  virtual std::string frame(const FrameRecord& frame) = 0;
  virtual std::string foot() { return ""; }
};

/// The file gets its name when it is complete. All calls throw Failure.
class FrameFile {
public:
  /// `format` is "csv", "jsonl", or "qctools", which is compressed. `path` is the video's.
  FrameFile(const std::string& name, const std::string& format, const std::string& path,
            const VideoRecord& video);
  ~FrameFile();

  void write(const FrameRecord& frame);
  void finish();

private:
  class Compressor;

  void put(std::string_view text);

  NewFile file_;
  std::unique_ptr<FrameFormat> format_;
  std::unique_ptr<Compressor> compressor_; ///< NULL: plain text
};

/// Frames as FFmpeg's ffprobe prints them, for QCTools. `path` is the video's.
std::unique_ptr<FrameFormat> make_qctools_format(const std::string& path, const VideoRecord& video);

} // namespace videohistogram::tools
