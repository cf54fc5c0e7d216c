// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/declared_video.h"

#include "tools/read/decoder_version.h"
#include "tools/read/gst_pointers.h"
#include "tools/read/pixel_formats.h"

#include <gst/video/video.h>

extern "C" {
#include <libavutil/display.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace videohistogram::tools {

namespace {

std::string text(const char* name) {
  return name ? name : "";
}

/// A part, and the first of those who state it.
template <class T>
ColourPart part(T setting, T bitstream, T container, T none, int offset,
                const char* (*name_of)(T)) {
  const std::pair<T, DeclaredBy> statements[] = {{setting, DeclaredBy::setting},
                                                 {bitstream, DeclaredBy::bitstream},
                                                 {container, DeclaredBy::container}};
  for (const auto& [value, by] : statements) {
    if (value != none)
      return {static_cast<uint32_t>(value - offset), text(name_of(value)), by};
  }
  return {};
}

DeclaredColours describe_colours(const ColourStatement& setting, const ColourStatement& bitstream,
                                 const ColourStatement& container) {
  // FFmpeg's numbers are those of H.273, but for ranges and places.
  DeclaredColours colours;
  colours.range = part(setting.range, bitstream.range, container.range, AVCOL_RANGE_UNSPECIFIED, 1,
                       name_of_range);
  colours.matrix = part(setting.matrix, bitstream.matrix, container.matrix, AVCOL_SPC_UNSPECIFIED,
                        0, av_color_space_name);
  colours.transfer = part(setting.transfer, bitstream.transfer, container.transfer,
                          AVCOL_TRC_UNSPECIFIED, 0, av_color_transfer_name);
  colours.primaries = part(setting.primaries, bitstream.primaries, container.primaries,
                           AVCOL_PRI_UNSPECIFIED, 0, av_color_primaries_name);
  colours.chroma_place = part(setting.chroma_place, bitstream.chroma_place, container.chroma_place,
                              AVCHROMA_LOC_UNSPECIFIED, 1, av_chroma_location_name);
  return colours;
}

std::string describe_mastering_display(const AVMasteringDisplayMetadata& display) {
  if (!display.has_primaries || !display.has_luminance)
    return "";
  // GStreamer's units are those of H.265.
  const auto in_units = [](AVRational value, int per_one) {
    return static_cast<guint32>(av_rescale_q(1, value, AVRational{1, per_one}));
  };
  const auto place = [&](const AVRational(&point)[2], auto& to) {
    to.x = static_cast<guint16>(in_units(point[0], 50000));
    to.y = static_cast<guint16>(in_units(point[1], 50000));
  };
  GstVideoMasteringDisplayInfo info;
  for (int i = 0; i < 3; i++)
    place(display.display_primaries[i], info.display_primaries[i]);
  place(display.white_point, info.white_point);
  info.max_display_mastering_luminance = in_units(display.max_luminance, 10000);
  info.min_display_mastering_luminance = in_units(display.min_luminance, 10000);
  const TextPtr printed(gst_video_mastering_display_info_to_string(&info));
  return printed.get();
}

/// Data beside the samples of a frame, else of the stream.
const uint8_t* find_data(const AVFrame& frame, AVFrameSideDataType of_frame, const AVStream& stream,
                         AVPacketSideDataType of_stream) {
  if (const AVFrameSideData* const data = av_frame_get_side_data(&frame, of_frame))
    return data->data;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  const AVPacketSideData* const data = av_packet_side_data_get(
      stream.codecpar->coded_side_data, stream.codecpar->nb_coded_side_data, of_stream);
  return data ? data->data : nullptr;
#else
  return av_stream_get_side_data(&stream, of_stream, nullptr);
#endif
}

DeclaredLight describe_light(const AVFrame& frame, const AVStream& stream) {
  DeclaredLight light;
  if (const auto* const level = reinterpret_cast<const AVContentLightMetadata*>(find_data(
          frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL))) {
    if (level->MaxCLL > 0) // 0: unknown
      light.max_cll = level->MaxCLL;
    if (level->MaxFALL > 0)
      light.max_fall = level->MaxFALL;
  }
  if (const auto* const display = reinterpret_cast<const AVMasteringDisplayMetadata*>(
          find_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, stream,
                    AV_PKT_DATA_MASTERING_DISPLAY_METADATA)))
    light.mastering_display = describe_mastering_display(*display);
  return light;
}

/// The field that is stored first and the one that is shown first. FFmpeg's TB and BT say that
/// these differ, but of all demuxers only that of MXF means it: QuickTime and Matroska have numbers
/// for frames whose rows alternate between the fields, of which the field named first is shown
/// first.
std::string describe_fields(AVFieldOrder order, const AVInputFormat& container) {
  const bool is_literal = std::strcmp(container.name, "mxf") == 0;
  switch (order) {
  case AV_FIELD_PROGRESSIVE:
    return "progressive";
  case AV_FIELD_TT:
    return "tt";
  case AV_FIELD_BB:
    return "bb";
  case AV_FIELD_TB:
    return is_literal ? "tb" : "tt";
  case AV_FIELD_BT:
    return is_literal ? "bt" : "bb";
  default:
    return "";
  }
}

} // namespace

std::string decoder_version() {
  const unsigned version = avcodec_version();
  return "libavcodec " + std::to_string(AV_VERSION_MAJOR(version)) + "." +
         std::to_string(AV_VERSION_MINOR(version)) + "." +
         std::to_string(AV_VERSION_MICRO(version));
}

AVRational pixel_aspect(const VideoReader& reader, const AVFrame& frame) {
  const AVRational aspect = av_guess_sample_aspect_ratio(
      &reader.file().context(), &reader.file().stream(), const_cast<AVFrame*>(&frame));
  return aspect.num > 0 && aspect.den > 0 ? aspect : AVRational{1, 1};
}

Orientation orientation_of(const VideoReader& reader, const AVFrame& frame) {
  const uint8_t* const data = find_data(frame, AV_FRAME_DATA_DISPLAYMATRIX, reader.file().stream(),
                                        AV_PKT_DATA_DISPLAYMATRIX);
  if (!data)
    return {};
  int32_t matrix[9];
  std::memcpy(matrix, data, sizeof matrix);
  Orientation orientation;
  // A matrix with a negative determinant mirrors. What it does after that is a rotation.
  orientation.mirrored = int64_t{matrix[0]} * matrix[4] - int64_t{matrix[1]} * matrix[3] < 0;
  if (orientation.mirrored) {
    for (const int i : {0, 1})
      matrix[i] = -std::max(matrix[i], -INT32_MAX); // a damaged file may have INT32_MIN
  }
  const double turned = av_display_rotation_get(matrix);
  if (!std::isnan(turned))
    orientation.rotation = static_cast<int32_t>((std::lround(-turned) + 720) % 360);
  return orientation;
}

FrameState describe_frame(const VideoReader& reader, const AVFrame& frame,
                          const ColourStatement& overrides) {
  const AVStream& stream = reader.file().stream();
  const AVCodecParameters& parameters = *stream.codecpar;
  const ColourStatement bitstream = statement_of(frame),
                        container = statement_of(reader.file().stated());
  FrameState state;
  DeclaredVideo& video = state.video;
  video.colours = describe_colours(overrides, bitstream, container);
  const AVCodecContext& codec = reader.decoder().context();
  // Of a frame in the memory of a GPU, what it would be in that of the host.
  video.pixel_format =
      text(av_get_pix_fmt_name(frame.hw_frames_ctx ? codec.sw_pix_fmt : format_of(frame)));
  video.coded_width = static_cast<uint32_t>(codec.coded_width);
  video.coded_height = static_cast<uint32_t>(codec.coded_height);
  const AVRational aspect = pixel_aspect(reader, frame);
  video.aspect_numerator = aspect.num;
  video.aspect_denominator = aspect.den;
  video.orientation = orientation_of(reader, frame);
  video.field_order = describe_fields(parameters.field_order, *reader.file().context().iformat);
  video.profile = text(avcodec_profile_name(parameters.codec_id, parameters.profile));
  video.bit_rate = parameters.bit_rate > 0 ? parameters.bit_rate : reader.file().context().bit_rate;
  video.programs = reader.file().context().nb_programs;
  video.decoder = text(codec.codec->name) + ", " + decoder_version();
  video.stream_start = reader.origin().value_or(0);
  video.counts_times = reader.counts_times();
  state.light = describe_light(frame, stream);
  video.hdr10 =
      state.light.max_cll || state.light.max_fall || !state.light.mastering_display.empty();
  video.hdr10_plus = av_frame_get_side_data(&frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nullptr;
  video.dolby_vision =
      find_data(frame, AV_FRAME_DATA_DOVI_RPU_BUFFER, stream, AV_PKT_DATA_DOVI_CONF) != nullptr;
  state.disagreement = describe_disagreement(bitstream, container);
  return state;
}

} // namespace videohistogram::tools
