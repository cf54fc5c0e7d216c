// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/frame_file.h"

#include "tools/base/failure.h"
#include "tools/record/values.h"

#include <zlib.h>

namespace videohistogram::tools {

namespace {

/// No text from the video is in a line: time codes are digits, colons and semicolons.
class Csv : public FrameFormat {
public:
  std::string head() override { return field_names<FrameRecord>(",") + "\n"; }
  std::string frame(const FrameRecord& frame) override { return csv_cells(frame) + "\n"; }
};

class JsonLines : public FrameFormat {
public:
  std::string frame(const FrameRecord& frame) override { return json_object(frame) + "\n"; }
};

std::unique_ptr<FrameFormat> make_format(const std::string& format, const std::string& path,
                                         const VideoRecord& video) {
  if (format == "csv")
    return std::make_unique<Csv>();
  if (format == "jsonl")
    return std::make_unique<JsonLines>();
  return make_qctools_format(path, video);
}

} // namespace

/// Makes a gzip file without time and name, so that equal frames give equal files.
class FrameFile::Compressor {
public:
  explicit Compressor(NewFile& file) : file_(file) {
    constexpr int gzip_window = 15 + 16;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw Failure{"zlib cannot start"};
  }
  ~Compressor() { deflateEnd(&stream_); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  void write(std::string_view text) { deflate_all(text, Z_NO_FLUSH); }
  void finish() { deflate_all("", Z_FINISH); }

private:
  void deflate_all(std::string_view text, int flush) {
    unsigned char out[16384];
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = out;
      stream_.avail_out = sizeof out;
      deflate(&stream_, flush); // cannot fail with valid arguments
      file_.write({reinterpret_cast<const char*>(out), sizeof out - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  NewFile& file_;
  z_stream stream_{};
};

FrameFile::FrameFile(const std::string& name, const std::string& format, const std::string& path,
                     const VideoRecord& video)
    : file_(name), format_(make_format(format, path, video)) {
  if (format == "qctools")
    compressor_ = std::make_unique<Compressor>(file_);
  put(format_->head());
}

FrameFile::~FrameFile() = default;

void FrameFile::write(const FrameRecord& frame) {
  put(format_->frame(frame));
}

void FrameFile::finish() {
  put(format_->foot());
  if (compressor_)
    compressor_->finish();
  file_.finish();
}

void FrameFile::put(std::string_view text) {
  if (compressor_)
    compressor_->write(text);
  else
    file_.write(text);
}

} // namespace videohistogram::tools
