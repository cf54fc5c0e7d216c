// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/facts.h"

#include "tools/record/colour_words.h"
#include "tools/report/page.h"
#include "tools/report/value_range.h"
#include "tools/text/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr const char* light_unit = "cd/m²";

/// "2026-03-01 12:34 UTC" of ns since 1970.
std::string format_date(int64_t nanoseconds) {
  const auto seconds = static_cast<std::time_t>(nanoseconds / 1000000000);
  std::tm parts{};
  char text[64];
  gmtime_r(&seconds, &parts);
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts)};
}

/// A measured light level beside the one that the file declares.
std::string format_levels(double measured, const std::optional<uint32_t>& declared) {
  if (std::isnan(measured) && !declared)
    return "";
  return (std::isnan(measured) ? "not measured" : format_light(measured, light_unit)) + "; " +
         (declared ? std::to_string(*declared) + " " + light_unit : std::string("none")) +
         " declared";
}

/// Such as "180 × 320, turned by 90° clockwise": how a player shows a video, where that is not as
/// it is stored.
std::string describe_display(const VideoRecord& video) {
  const DeclaredVideo& declared = video.declared;
  const int32_t numerator = declared.aspect_numerator, denominator = declared.aspect_denominator;
  uint32_t width = video.format.width, height = video.format.height;
  std::string reasons;
  if (numerator != denominator && numerator > 0 && denominator > 0) {
    // A file may state any aspect.
    const double shown = static_cast<double>(width) * numerator / denominator;
    width = static_cast<uint32_t>(std::clamp(std::round(shown), 1.0, 4294967295.0));
    reasons += ", pixels of " + std::to_string(numerator) + ":" + std::to_string(denominator);
  }
  const auto& [mirrored, rotation] = declared.orientation;
  if (mirrored)
    reasons += ", left and right exchanged";
  if (rotation != 0)
    reasons += ", turned by " + std::to_string(rotation) + "° clockwise";
  if (rotation % 180 == 90)
    std::swap(width, height);
  return reasons.empty() ? "" : format_size(width, height) + reasons;
}

/// "Y'CbCr 4:2:0" of I420_10LE. The format itself if it is of another kind.
std::string layout_of(const std::string& format) {
  constexpr std::pair<const char*, const char*> layouts[] = {
      {"GRAY", "gray"},         {"I420", "Y'CbCr 4:2:0"}, {"P016", "Y'CbCr 4:2:0"},
      {"I422", "Y'CbCr 4:2:2"}, {"Y42B", "Y'CbCr 4:2:2"}, {"v216", "Y'CbCr 4:2:2"},
      {"Y444", "Y'CbCr 4:4:4"}, {"Y41B", "Y'CbCr 4:1:1"}, {"YUV9", "Y'CbCr 4:1:0"},
  };
  for (const auto& [start, layout] : layouts) {
    if (format.rfind(start, 0) == 0)
      return layout;
  }
  return format;
}

/// Such as "Y'CbCr 4:2:0, 10 bits (yuv420p10le)".
std::string describe_samples(const VideoRecord& video) {
  const ValueRange range = value_range(video);
  const std::string& name = video.declared.pixel_format;
  // The planes of 4:4:0 are counted one by one, in a format of 4:4:4.
  const bool is_440 = name.rfind("yuv440", 0) == 0 || name.rfind("yuvj440", 0) == 0;
  const std::string layout = is_440 ? "Y'CbCr 4:4:0" : layout_of(video.format.format);
  const char* const stored = name.rfind("xyz", 0) == 0 ? "X'Y'Z'" : "R'G'B'";
  const std::string text = (range.is_copy ? std::string(stored) + ", counted as " : "") + layout +
                           (layout.empty() ? "" : ", " + std::to_string(range.depth) + " bits");
  return text + (name.empty() ? "" : " (" + name + ")");
}

std::string describe_fields(const std::string& order) {
  constexpr std::pair<const char*, const char*> orders[] = {
      {"progressive", "progressive"},
      {"tt", "interlaced, top field first"},
      {"bb", "interlaced, bottom field first"},
      {"tb", "interlaced, top field coded first and bottom field shown first"},
      {"bt", "interlaced, bottom field coded first and top field shown first"},
  };
  for (const auto& [name, words] : orders) {
    if (order == name)
      return words;
  }
  return order;
}

/// Such as "top left; declared by the container".
std::string describe_place(const ColourPart& part) {
  constexpr const char* names[] = {"left", "center", "top left", "top", "bottom left", "bottom"};
  return part.number && *part.number < std::size(names)
             ? std::string(names[*part.number]) + "; " + describe_source(part.by)
             : "";
}

std::string describe_metadata(const DeclaredVideo& video) {
  std::string text;
  for (const auto& [present, name] :
       {std::pair(video.hdr10, "HDR10"), std::pair(video.hdr10_plus, "HDR10+"),
        std::pair(video.dolby_vision, "Dolby Vision")}) {
    if (present)
      text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

/// "0.005 to 1000 cd/m²; x, y of red 0.68, 0.32, ..." of the numbers in caps: x and y of red,
/// green, blue and white in 1/50000, the greatest and the least light in 1/10000 cd/m².
std::string describe_mastering_display(const std::string& caps) {
  unsigned n[10];
  if (std::sscanf(caps.c_str(), "%u:%u:%u:%u:%u:%u:%u:%u:%u:%u", &n[0], &n[1], &n[2], &n[3], &n[4],
                  &n[5], &n[6], &n[7], &n[8], &n[9]) != 10)
    return caps;
  const auto point = [&](size_t i) {
    return format_real(n[i] / 50000.0, 4) + ", " + format_real(n[i + 1] / 50000.0, 4);
  };
  const auto light = [&](unsigned units) { return format_real(units / 10000.0, 4); };
  return light(n[9]) + " to " + light(n[8]) + " " + light_unit + "; x, y of red " + point(0) +
         ", green " + point(2) + ", blue " + point(4) + ", white " + point(6);
}

/// The numbers add up: packets are decoded, discarded, or have no frame of their own.
std::string describe_packets(const FrameAccount& account) {
  const uint64_t packets = account.packets.value_or(0), decoded = account.decoded.value_or(0),
                 discarded = account.discarded.value_or(0),
                 concealed = account.concealed.value_or(0);
  if (packets == 0)
    return "";
  std::string text = format_count(packets) + ": " + format_count(decoded) + " decoded";
  if (discarded > 0)
    text += ", " + format_count(discarded) + " discarded by an edit list";
  if (packets > decoded + discarded)
    text += ", " + format_count(packets - decoded - discarded) + " without a frame of their own";
  if (concealed > 0)
    text += "; " + format_number_of(concealed, "frame") + " with concealed damage";
  return text;
}

std::string describe_rate(int64_t bits) {
  return bits <= 0       ? ""
         : bits < 999500 ? format_real(static_cast<double>(bits) / 1e3, 0) + " kbit/s"
                         : format_real(static_cast<double>(bits) / 1e6, 1) + " Mbit/s";
}

} // namespace

std::string format_size(uint32_t width, uint32_t height) {
  return std::to_string(width) + " × " + std::to_string(height);
}

std::string make_facts(const VideoRecord& video, int64_t length) {
  const VideoFormat& format = video.format;
  std::string html = "<dl class=\"facts\">\n";
  if (video.frames > 0) {
    html += make_fact("Length", format_time(length));
    html += make_fact("Frames", format_count(video.frames));
    if (video.lost)
      html += make_fact("Lost frames", format_count(*video.lost));
    html +=
        make_fact("Frames per second", format_rate(format.rate_numerator, format.rate_denominator));
    html += make_fact("Time code of the first frame", format.timecode);
    html += make_fact("Size", format_size(format.width, format.height));
    html += make_fact("Shown as", describe_display(video));
    if (!video.active.empty() &&
        (video.active.width != format.width || video.active.height != format.height))
      html += make_fact("Active picture", format_size(video.active.width, video.active.height) +
                                              " at " + std::to_string(video.active.x) + ", " +
                                              std::to_string(video.active.y));
    // Live sources, and databases of version 4, have what GStreamer says alone.
    const std::string colours = describe_colours(video.declared.colours);
    html += make_fact("Colours", colours.empty() ? format.colorimetry : colours);
    html += make_fact("Samples", describe_samples(video));
    html += make_fact("Fields", describe_fields(video.declared.field_order));
    html += make_fact("Codec", format.codec);
    html += make_fact("Container", format.container);
    html += make_fact("MaxCLL", format_levels(video.light.max_cll, video.light.declared_max_cll));
    html +=
        make_fact("MaxFALL", format_levels(video.light.max_fall, video.light.declared_max_fall));
    html += make_fact("MaxFALL of the active picture",
                      format_light(video.light.active_max_fall, light_unit));
  }
  html += make_fact("File", format_bytes(video.identity.size));
  if (video.identity.modified != 0)
    html += make_fact("Modified", format_date(video.identity.modified));
  return html + "</dl>\n";
}

std::string make_technical_data(const VideoRecord& video) {
  const VideoFormat& format = video.format;
  const DeclaredVideo& declared = video.declared;
  if (video.frames == 0)
    return "";
  std::string html = "<h2>Technical data</h2>\n<dl class=\"facts\">\n";
  if (layout_of(format.format).find(" 4:4:4") == std::string::npos)
    html += make_fact("Place of chroma", describe_place(declared.colours.chroma_place));
  html += make_fact("HDR metadata", describe_metadata(declared));
  html += make_fact("Mastering display", describe_mastering_display(video.light.mastering_display));
  if (declared.coded_width > 0 &&
      (declared.coded_width != format.width || declared.coded_height != format.height))
    html += make_fact("Coded size", format_size(declared.coded_width, declared.coded_height));
  html += make_fact("Bit rate", describe_rate(declared.bit_rate));
  if (declared.programs > 1)
    html += make_fact("Programs", format_count(declared.programs));
  html += make_fact("Packets", describe_packets(video.account));
  if (declared.counts_times)
    html += make_fact("Times", "by the frame rate, because the file has none");
  if (declared.stream_start != 0)
    html += make_fact("First frame on the clock of the file", format_time(declared.stream_start));
  html += make_fact("Decoder", declared.decoder);
  html += make_fact("SHA-256 of both ends", video.identity.hash);
  return html + "</dl>\n";
}

} // namespace videohistogram::tools
