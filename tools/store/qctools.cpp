// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/frame_file.h"

#include "core/format.h"
#include "tools/text/escape.h"
#include "tools/text/json.h"

#include <cmath>
#include <cstdlib>

namespace videohistogram::tools {

namespace {

/// The key of FFmpeg's metadata; empty for columns that no filter of FFmpeg has.
std::string ffmpeg_key(size_t column) {
  const std::string name = frame_columns[column].name;
  if (column <= figure::VBITDEPTH)
    return "lavfi.signalstats." + name;
  if (column == figure::SCDMAFD)
    return "lavfi.scd.mafd";
  if (column == figure::SCDSCORE)
    return "lavfi.scd.score";
  return "";
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

/// Seconds with 6 digits after the point.
std::string print_seconds(int64_t nanoseconds) {
  const int64_t microseconds = (std::abs(nanoseconds) + 500) / 1000;
  std::string digits = std::to_string(microseconds % 1000000);
  digits.insert(0, 6 - digits.size(), '0');
  return (nanoseconds < 0 ? "-" : "") + std::to_string(microseconds / 1000000) + "." + digits;
}

class QcTools : public FrameFormat {
public:
  QcTools(std::string path, const VideoRecord& video) : path_(std::move(path)), video_(video) {
    const VideoFormat& format = video_.format;
    size_ = attribute("width", std::to_string(format.width)) +
            attribute("height", std::to_string(format.height));
    const FormatInfo* const pixels = find_format(format.format);
    if (pixels && pixels->ffmpeg_name)
      size_ += attribute("pix_fmt", pixels->ffmpeg_name);
    if (format.rate_numerator > 0)
      duration_ = attribute(
          "pkt_duration_time",
          print_seconds(INT64_C(1000000000) * format.rate_denominator / format.rate_numerator));
  }

  std::string head() override {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<!-- Created by gst-videohistogram-1.0 -->\n"
           "<ffprobe:ffprobe xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
           " xmlns:ffprobe=\"http://www.ffmpeg.org/schema/ffprobe\""
           " xsi:schemaLocation=\"http://www.ffmpeg.org/schema/ffprobe ffprobe.xsd\">\n"
           "    <frames>\n";
  }
  std::string frame(const FrameRecord& frame) override {
    std::string text = "        <frame media_type=\"video\" stream_index=\"0\"";
    if (frame.time != no_time)
      text += attribute("pkt_pts_time", print_seconds(frame.time));
    text += duration_ + size_ + ">\n";
    for (size_t column = 0; column < figure::count; column++) {
      const std::string key = ffmpeg_key(column);
      if (!key.empty() && !std::isnan(frame.figures[column]))
        text += "            <tag" + attribute("key", key) +
                attribute("value", print_number(frame.figures[column], "")) + "/>\n";
    }
    return text + "        </frame>\n";
  }
  std::string foot() override {
    const VideoFormat& format = video_.format;
    return "    </frames>\n    <streams>\n        <stream index=\"0\" codec_type=\"video\"" +
           size_ +
           attribute("r_frame_rate", std::to_string(format.rate_numerator) + "/" +
                                         std::to_string(format.rate_denominator)) +
           "/>\n    </streams>\n    <format" + attribute("filename", escape_markup(path_)) +
           attribute("nb_streams", "1") + attribute("duration", print_seconds(format.duration)) +
           "/>\n</ffprobe:ffprobe>\n";
  }

private:
  const std::string path_;
  const VideoRecord& video_;
  std::string size_, duration_; ///< attributes of each frame
};

} // namespace

std::unique_ptr<FrameFormat> make_qctools_format(const std::string& path,
                                                 const VideoRecord& video) {
  return std::make_unique<QcTools>(path, video);
}

} // namespace videohistogram::tools
