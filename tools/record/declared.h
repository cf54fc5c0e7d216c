// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a file states about its video.
#pragma once

#include "tools/record/fields.h"

#include <cstdint>
#include <optional>
#include <string>

namespace videohistogram::tools {

/// Who says what a part of the colours is.
enum class DeclaredBy : uint8_t {
  nobody,    ///< it is not known
  assumed,   ///< a rule, see docs/colours.md
  bitstream, ///< the frames
  container,
  setting ///< an option of the scan
};

template <>
inline constexpr std::array stored_names<DeclaredBy>{"", "assumed", "bitstream", "container",
                                                     "setting"};

/// One part of the colours of a video.
struct ColourPart {
  std::optional<uint32_t> number; ///< of ITU-T H.273; nothing: not known
  std::string name;               ///< FFmpeg's; empty: not known
  DeclaredBy by = DeclaredBy::nobody;

  bool operator==(const ColourPart& other) const {
    return number == other.number && name == other.name && by == other.by;
  }
};

/// Colours of the first frame. The range is 1: full, 0: limited.
struct DeclaredColours {
  ColourPart range, matrix, transfer, primaries, chroma_place;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("range", self.range.number);
    visit("range_name", self.range.name);
    visit("range_by", self.range.by);
    visit("matrix", self.matrix.number);
    visit("matrix_name", self.matrix.name);
    visit("matrix_by", self.matrix.by);
    visit("transfer", self.transfer.number);
    visit("transfer_name", self.transfer.name);
    visit("transfer_by", self.transfer.by);
    visit("primaries", self.primaries.number);
    visit("primaries_name", self.primaries.name);
    visit("primaries_by", self.primaries.by);
    visit("chroma_place", self.chroma_place.number);
    visit("chroma_place_name", self.chroma_place.name);
    visit("chroma_place_by", self.chroma_place.by);
  }
  bool operator==(const DeclaredColours& other) const {
    return range == other.range && matrix == other.matrix && transfer == other.transfer &&
           primaries == other.primaries && chroma_place == other.chroma_place;
  }
};

/// How a player shows a picture: first mirrored, then turned.
struct Orientation {
  bool mirrored = false; ///< left and right are exchanged
  int32_t rotation = 0;  ///< in degrees clockwise, from 0 to 359

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("mirrored", self.mirrored);
    visit("rotation", self.rotation);
  }
};

/// Technical data of a file. A text is empty and a number 0 where the file does not say it.
struct DeclaredVideo {
  DeclaredColours colours;
  std::string pixel_format;                   ///< FFmpeg's name of the format of decoded frames
  uint32_t coded_width = 0, coded_height = 0; ///< before cropping
  int32_t aspect_numerator = 1, aspect_denominator = 1; ///< of a pixel, for display
  Orientation orientation;
  std::string field_order; ///< such as "progressive", "tt"
  std::string profile;
  int64_t bit_rate = 0; ///< bits per second
  uint32_t programs = 0;
  std::string decoder;       ///< and the version of its library
  int64_t stream_start = 0;  ///< of the first frame on the clock of the file, in ns
  bool counts_times = false; ///< times follow from the rate, because the file has none
  bool hdr10 = false;        ///< light levels or a mastering display
  bool hdr10_plus = false, dolby_vision = false;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    DeclaredColours::list_fields(self.colours, visit);
    visit("pixel_format", self.pixel_format);
    visit("coded_width", self.coded_width);
    visit("coded_height", self.coded_height);
    visit("aspect_numerator", self.aspect_numerator);
    visit("aspect_denominator", self.aspect_denominator);
    Orientation::list_fields(self.orientation, visit);
    visit("field_order", self.field_order);
    visit("profile", self.profile);
    visit("bit_rate", self.bit_rate);
    visit("programs", self.programs);
    visit("decoder", self.decoder);
    visit("stream_start", self.stream_start);
    visit("counts_times", self.counts_times);
    visit("hdr10", self.hdr10);
    visit("hdr10_plus", self.hdr10_plus);
    visit("dolby_vision", self.dolby_vision);
  }
};

/// What became of the packets of a video: packets = decoded + discarded + those without a frame,
/// such as second fields and broken ones. Nothing if not the whole video was to be read.
struct FrameAccount {
  std::optional<uint64_t> packets;
  std::optional<uint64_t> decoded;   ///< frames that the decoder gave out
  std::optional<uint64_t> discarded; ///< packets whose frames an edit list says not to show
  std::optional<uint64_t> concealed; ///< decoded frames with damaged parts

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("packets", self.packets);
    visit("decoded", self.decoded);
    visit("discarded", self.discarded);
    visit("concealed", self.concealed);
  }
};

/// Light that the creator of a video states, in nits.
struct DeclaredLight {
  std::optional<uint32_t> max_cll, max_fall;
  std::string mastering_display; ///< as caps print it; empty: none

  bool operator==(const DeclaredLight& other) const {
    return max_cll == other.max_cll && max_fall == other.max_fall &&
           mastering_display == other.mastering_display;
  }
};

/// What a file says from one frame on.
struct FrameState {
  DeclaredVideo video;
  DeclaredLight light;
  std::string disagreement; ///< of bitstream and container about colours; empty: none

  bool operator==(const FrameState& other) const {
    return video.colours == other.video.colours && light == other.light &&
           disagreement == other.disagreement &&
           video.aspect_numerator == other.video.aspect_numerator &&
           video.aspect_denominator == other.video.aspect_denominator;
  }
};

} // namespace videohistogram::tools
