// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/declared_colours.h"

#include "tools/read/colour_names.h"
#include "tools/read/pixel_formats.h"
#include "tools/record/colour_words.h"

extern "C" {
#include <libavutil/pixdesc.h>
}

#include <cstring>
#include <type_traits>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Files state any number: one that is not below `end`, or without a name, states nothing.
template <class T>
T known(const T& value, T end, T none, const char* (*name_of)(T)) {
  std::underlying_type_t<T> number;
  std::memcpy(&number, &value, sizeof number);
  const bool is_known =
      number < static_cast<decltype(number)>(end) && name_of(static_cast<T>(number));
  return is_known ? static_cast<T>(number) : none;
}

/// The parts of a structure of FFmpeg's.
template <class Stating>
ColourStatement read_statement(const Stating& stating, const AVColorSpace& matrix,
                               const AVChromaLocation& place) {
  return {
      known(stating.color_range, AVCOL_RANGE_NB, AVCOL_RANGE_UNSPECIFIED, av_color_range_name),
      known(matrix, AVCOL_SPC_NB, AVCOL_SPC_UNSPECIFIED, av_color_space_name),
      known(stating.color_trc, AVCOL_TRC_NB, AVCOL_TRC_UNSPECIFIED, av_color_transfer_name),
      known(stating.color_primaries, AVCOL_PRI_NB, AVCOL_PRI_UNSPECIFIED, av_color_primaries_name),
      known(place, AVCHROMA_LOC_NB, AVCHROMA_LOC_UNSPECIFIED, av_chroma_location_name)};
}

/// Numbers of H.273 that state nothing: reserved ones, and 2.
bool states_nothing(int number) {
  return number == 0 || number == 2 || number == 3;
}

/// A matrix of R'G'B' states nothing about samples that are Y'CbCr or gray.
AVColorSpace matrix_of(AVPixelFormat format, AVColorSpace matrix) {
  return (matrix == AVCOL_SPC_RGB && !is_rgb(format)) || matrix == AVCOL_SPC_RESERVED
             ? AVCOL_SPC_UNSPECIFIED
             : matrix;
}

ColourStatement clean(ColourStatement statement, AVPixelFormat format) {
  statement.matrix = matrix_of(format, statement.matrix);
  if (states_nothing(statement.transfer))
    statement.transfer = AVCOL_TRC_UNSPECIFIED;
  if (states_nothing(statement.primaries))
    statement.primaries = AVCOL_PRI_UNSPECIFIED;
  return statement;
}

template <class T>
T either(T first, T second, T none) {
  return first == none ? second : first;
}

/// Adds "matrix: BT.709 in the bitstream, BT.601 in the container" to a text if the parts are both
/// stated, and differ. `first` is the number of FFmpeg for the number 0 of H.273.
template <class T>
void add(std::string& text, const char* part, T bitstream, T container, T none, int first,
         std::string (*name_of)(uint32_t)) {
  if (bitstream == none || container == none || bitstream == container)
    return;
  const auto name = [&](T value) { return name_of(static_cast<uint32_t>(value - first)); };
  text += (text.empty() ? "" : "; ") + std::string(part) + ": " + name(bitstream) +
          " in the bitstream, " + name(container) + " in the container";
}

} // namespace

ColourStatement statement_of(const AVFrame& frame) {
  const AVPixelFormat format = format_of(frame);
  ColourStatement statement = read_statement(frame, frame.colorspace, frame.chroma_location);
  if (is_full_range(format))
    statement.range = AVCOL_RANGE_JPEG;
  return clean(statement, format);
}

ColourStatement statement_of(const AVCodecParameters& parameters) {
  return clean(read_statement(parameters, parameters.color_space, parameters.chroma_location),
               static_cast<AVPixelFormat>(parameters.format));
}

ColourStatement statement_of(const ColourOverrides& overrides) {
  const auto number = [](const std::string& name, int (*find)(const char*)) {
    return name.empty() ? -1 : find(name.c_str());
  };
  ColourStatement statement;
  if (overrides.range == "full")
    statement.range = AVCOL_RANGE_JPEG;
  else if (overrides.range == "limited")
    statement.range = AVCOL_RANGE_MPEG;
  if (const int matrix = number(overrides.matrix, av_color_space_from_name); matrix > 0)
    statement.matrix = static_cast<AVColorSpace>(matrix);
  if (const int transfer = number(overrides.transfer, av_color_transfer_from_name); transfer > 0)
    statement.transfer = static_cast<AVColorTransferCharacteristic>(transfer);
  if (const int primaries = number(overrides.primaries, av_color_primaries_from_name);
      primaries > 0)
    statement.primaries = static_cast<AVColorPrimaries>(primaries);
  return statement;
}

std::string find_unknown_colour(const ColourOverrides& overrides) {
  const ColourStatement known = statement_of(overrides);
  if (!overrides.range.empty() && known.range == AVCOL_RANGE_UNSPECIFIED)
    return overrides.range;
  if (!overrides.matrix.empty() && known.matrix == AVCOL_SPC_UNSPECIFIED)
    return overrides.matrix;
  if (!overrides.transfer.empty() && known.transfer == AVCOL_TRC_UNSPECIFIED)
    return overrides.transfer;
  if (!overrides.primaries.empty() && known.primaries == AVCOL_PRI_UNSPECIFIED)
    return overrides.primaries;
  return "";
}

bool is_colour_name(const std::string& part, const std::string& name) {
  constexpr std::pair<const char*, int (*)(const char*)> parts[] = {
      {"matrix", av_color_space_from_name},
      {"transfer", av_color_transfer_from_name},
      {"primaries", av_color_primaries_from_name},
      {"chroma_place", av_chroma_location_from_name}};
  for (const auto& [of_part, find] : parts) {
    if (part == of_part)
      return find(name.c_str()) >= 0;
  }
  return true;
}

ColourStatement combine(const ColourStatement& first, const ColourStatement& second) {
  return {either(first.range, second.range, AVCOL_RANGE_UNSPECIFIED),
          either(first.matrix, second.matrix, AVCOL_SPC_UNSPECIFIED),
          either(first.transfer, second.transfer, AVCOL_TRC_UNSPECIFIED),
          either(first.primaries, second.primaries, AVCOL_PRI_UNSPECIFIED),
          either(first.chroma_place, second.chroma_place, AVCHROMA_LOC_UNSPECIFIED)};
}

std::string describe_disagreement(const ColourStatement& bitstream,
                                  const ColourStatement& container) {
  std::string text;
  add(text, "range", bitstream.range, container.range, AVCOL_RANGE_UNSPECIFIED, AVCOL_RANGE_MPEG,
      name_range);
  add(text, "matrix", bitstream.matrix, container.matrix, AVCOL_SPC_UNSPECIFIED, 0, name_matrix);
  add(text, "transfer", bitstream.transfer, container.transfer, AVCOL_TRC_UNSPECIFIED, 0,
      name_transfer);
  add(text, "primaries", bitstream.primaries, container.primaries, AVCOL_PRI_UNSPECIFIED, 0,
      name_primaries);
  return text;
}

std::string colorimetry_text(const ColourStatement& statement) {
  const int range = statement.range == AVCOL_RANGE_JPEG   ? GST_VIDEO_COLOR_RANGE_0_255
                    : statement.range == AVCOL_RANGE_MPEG ? GST_VIDEO_COLOR_RANGE_16_235
                                                          : GST_VIDEO_COLOR_RANGE_UNKNOWN;
  const int matrix = gst_video_color_matrix_from_iso(static_cast<guint>(statement.matrix));
  const int transfer = gst_video_transfer_function_from_iso(static_cast<guint>(statement.transfer));
  const int primaries = gst_video_color_primaries_from_iso(static_cast<guint>(statement.primaries));
  return std::to_string(range) + ":" + std::to_string(matrix) + ":" + std::to_string(transfer) +
         ":" + std::to_string(primaries);
}

int foreign_matrix(const ColourStatement& statement) {
  const bool is_foreign = statement.matrix != AVCOL_SPC_UNSPECIFIED &&
                          gst_video_color_matrix_from_iso(static_cast<guint>(statement.matrix)) ==
                              GST_VIDEO_COLOR_MATRIX_UNKNOWN;
  return is_foreign ? statement.matrix : 0;
}

const char* name_of_range(AVColorRange range) {
  return range == AVCOL_RANGE_JPEG ? "full" : range == AVCOL_RANGE_MPEG ? "limited" : "";
}

void complete_colours(DeclaredVideo& video, const GstVideoColorimetry& counted) {
  DeclaredColours& colours = video.colours;
  const auto assume = [](ColourPart& part, uint32_t number, const char* name) {
    if (part.by == DeclaredBy::nobody)
      part = {number, name ? name : "", DeclaredBy::assumed};
  };
  if (is_rgb(av_get_pix_fmt(video.pixel_format.c_str()))) {
    // What is counted is a copy in Y'CbCr.
    assume(colours.range, 1, name_of_range(AVCOL_RANGE_JPEG));
    assume(colours.matrix, AVCOL_SPC_RGB, av_color_space_name(AVCOL_SPC_RGB));
    assume(colours.transfer, AVCOL_TRC_IEC61966_2_1,
           av_color_transfer_name(AVCOL_TRC_IEC61966_2_1));
    assume(colours.primaries, AVCOL_PRI_BT709, av_color_primaries_name(AVCOL_PRI_BT709));
    return;
  }
  const bool is_full = counted.range == GST_VIDEO_COLOR_RANGE_0_255;
  const auto matrix = static_cast<AVColorSpace>(gst_video_color_matrix_to_iso(counted.matrix));
  const auto transfer = static_cast<AVColorTransferCharacteristic>(
      gst_video_transfer_function_to_iso(counted.transfer));
  const auto primaries =
      static_cast<AVColorPrimaries>(gst_video_color_primaries_to_iso(counted.primaries));
  assume(colours.range, is_full, name_of_range(is_full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG));
  assume(colours.matrix, matrix, av_color_space_name(matrix));
  assume(colours.transfer, transfer, av_color_transfer_name(transfer));
  assume(colours.primaries, primaries, av_color_primaries_name(primaries));
}

} // namespace videohistogram::tools
