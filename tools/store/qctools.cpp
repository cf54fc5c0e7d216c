// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/frame_file.h"

#include "core/format.h"
#include "tools/qc/ffmpeg_text.h"
#include "tools/qc/idet.h"
#include "tools/text/escape.h"
#include "tools/text/json.h"

#include <cmath>
#include <cstdlib>

namespace videohistogram::tools {

namespace {

/// How a filter prints a number.
using Print = std::string (*)(double value);

std::string print_general(double value) {
  return print_number(value, "");
}

/// A column as FFmpeg's metadata has it.
struct Key {
  size_t column;
  const char* name;
  Print print;
};

constexpr Key keys[] = {
    {figure::SCDMAFD, "scd.mafd", print_general},
    {figure::SCDSCORE, "scd.score", print_general},
    {figure::TOUT, "signalstats.TOUT", print_general},
    {figure::VREP, "signalstats.VREP", print_general},
    {figure::BRNG, "signalstats.BRNG", print_general},
    {figure::CROPX1, "cropdetect.x1", print_general},
    {figure::CROPX2, "cropdetect.x2", print_general},
    {figure::CROPY1, "cropdetect.y1", print_general},
    {figure::CROPY2, "cropdetect.y2", print_general},
    {figure::CROPW, "cropdetect.w", print_general},
    {figure::CROPH, "cropdetect.h", print_general},
    {figure::FLICKER, "deflicker.relative_change", print_float},
    {figure::YENTNORM, "entropy.normalized_entropy.normal.Y", print_fixed},
    {figure::UENTNORM, "entropy.normalized_entropy.normal.U", print_fixed},
    {figure::VENTNORM, "entropy.normalized_entropy.normal.V", print_fixed},
    {figure::YENTDIFF, "entropy.normalized_entropy.diff.Y", print_fixed},
    {figure::UENTDIFF, "entropy.normalized_entropy.diff.U", print_fixed},
    {figure::VENTDIFF, "entropy.normalized_entropy.diff.V", print_fixed},
    {figure::MSEFY, "psnr.mse.y", print_float},
    {figure::MSEFU, "psnr.mse.u", print_float},
    {figure::MSEFV, "psnr.mse.v", print_float},
    {figure::PSNRFY, "psnr.psnr.y", print_float},
    {figure::PSNRFU, "psnr.psnr.u", print_float},
    {figure::PSNRFV, "psnr.psnr.v", print_float},
    {figure::SSIMFY, "ssim.Y", print_float},
    {figure::SSIMFU, "ssim.U", print_float},
    {figure::SSIMFV, "ssim.V", print_float},
    {figure::SSIMFALL, "ssim.All", print_float},
};

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
    const auto& figures = frame.figures;
    for (size_t column = 0; column <= figure::VBITDEPTH; column++)
      add_tag(text, std::string("signalstats.") + frame_columns[column].name,
              std::isnan(figures[column]) ? "" : print_general(figures[column]));
    for (const Key& key : keys)
      add_tag(text, key.name,
              std::isnan(figures[key.column]) ? "" : key.print(figures[key.column]));
    add_equal_fields(text, figures);
    add_field_types(text, figures);
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
  using Figures = decltype(FrameRecord::figures);

  /// Nothing without a value.
  static void add_tag(std::string& text, const std::string& key, const std::string& value) {
    if (!value.empty())
      text += "            <tag" + attribute("key", ("lavfi." + key).c_str()) +
              attribute("value", value) + "/>\n";
  }

  /// The PSNR of equal fields, which columns cannot hold.
  static void add_equal_fields(std::string& text, const Figures& figures) {
    constexpr const char* names[] = {"psnr.psnr.y", "psnr.psnr.u", "psnr.psnr.v"};
    for (size_t p = 0; p < 3; p++)
      add_tag(text, names[p], figures[figure::MSEFY + p] == 0 ? "inf" : "");
  }

  void add_field_types(std::string& text, const Figures& figures) {
    const double single = figures[figure::IDETTYPE], multiple = figures[figure::IDETMULTI],
                 repeated = figures[figure::IDETREP];
    if (std::isnan(single) || std::isnan(multiple) || std::isnan(repeated))
      return;
    fields_.add(static_cast<FieldType>(single), static_cast<FieldType>(multiple),
                static_cast<RepeatedField>(repeated));
    for (const auto& [key, value] : fields_.list())
      add_tag(text, "idet." + key, value);
  }

  FieldCounts fields_;
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
