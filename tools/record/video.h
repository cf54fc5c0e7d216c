// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The record of one video.
#pragma once

#include "tools/record/declared.h"
#include "tools/record/frame.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Properties of a file that show whether it changed, without reading it as a whole.
struct Identity {
  uint64_t size = 0;
  int64_t modified = 0; ///< in ns since 1970
  std::string hash;     ///< SHA-256 in hexadecimal digits of the first and the last MiB

  bool operator==(const Identity& other) const {
    return size == other.size && modified == other.modified && hash == other.hash;
  }

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("size", self.size);
    visit("modified", self.modified);
    visit("hash", self.hash);
  }
};

/// Format of a video by its decoder and container. A text is empty and a number 0 where neither
/// says it. The size and the format are those of the first frame.
struct VideoFormat {
  uint32_t width = 0, height = 0;
  std::string format;
  uint32_t depth = 0; ///< bits per value of the figures
  std::string colorimetry, codec, container;
  int32_t rate_numerator = 0, rate_denominator = 1;
  int64_t duration = 0; ///< as the container declares it, else by the times of frames, in ns
  std::string timecode; ///< of the first frame

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("width", self.width);
    visit("height", self.height);
    visit("format", self.format);
    visit("depth", self.depth);
    visit("rate_numerator", self.rate_numerator);
    visit("rate_denominator", self.rate_denominator);
    visit("colorimetry", self.colorimetry);
    visit("codec", self.codec);
    visit("container", self.container);
    visit("duration", self.duration);
    visit("timecode", self.timecode);
  }
};

/// The duration of a frame in ns, rounded down; 0 if the rate is not known.
inline int64_t frame_duration(const VideoFormat& format) {
  return format.rate_numerator > 0 && format.rate_denominator > 0
             ? int64_t{1000000000} * format.rate_denominator / format.rate_numerator
             : 0;
}

/// How the analysis of a video ended.
enum class Outcome : uint8_t {
  complete, ///< all frames were analysed
  damaged,  ///< frames were analysed, but the decoder gave up before the end
  failed,   ///< no frame was analysed
  skipped   ///< the file has no video
};

template <>
inline constexpr std::array stored_names<Outcome>{"complete", "damaged", "failed", "skipped"};

inline bool has_frames(Outcome outcome) {
  return outcome == Outcome::complete || outcome == Outcome::damaged;
}

/// A rectangle in pixels of the frame.
struct Rectangle {
  uint32_t x = 0, y = 0, width = 0, height = 0;

  bool empty() const { return width == 0 || height == 0; }
};

/// Content light levels of a video in PQ, in nits.
struct LightLevels {
  double max_cll = NAN, max_fall = NAN; ///< measured; NaN: not in PQ
  double active_max_fall = NAN;         ///< MaxFALL over the active picture alone
  std::optional<uint32_t> declared_max_cll, declared_max_fall;
  std::string mastering_display; ///< as caps print it; empty: none is declared

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("max_cll", self.max_cll);
    visit("max_fall", self.max_fall);
    visit("active_max_fall", self.active_max_fall);
    visit("declared_max_cll", self.declared_max_cll);
    visit("declared_max_fall", self.declared_max_fall);
    visit("mastering_display", self.mastering_display);
  }
};

/// One figure over all frames of a video that have it.
struct FigureSum {
  uint64_t frames = 0;
  double minimum = NAN, mean = NAN, maximum = NAN;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("frames", self.frames);
    visit("minimum", self.minimum);
    visit("mean", self.mean);
    visit("maximum", self.maximum);
  }
};

/// The verdict about a video by a rule.
enum class Verdict : uint8_t {
  none, ///< the rule does not apply to this video
  pass,
  fail
};

template <>
inline constexpr std::array stored_names<Verdict>{"", "pass", "fail"};

/// One figure of a video in tables and files.
struct NamedSum {
  std::string figure;
  FigureSum sum;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("figure", self.figure);
    FigureSum::list_fields(self.sum, visit);
  }
};

/// All that is known of a video but its path.
struct VideoRecord {
  Outcome outcome = Outcome::failed;
  std::string message;  ///< why the outcome is not `complete`
  bool lasting = false; ///< another attempt with this decoder would have the same outcome
  Identity identity;
  VideoFormat format;
  uint64_t frames = 0, corrupted = 0;
  std::optional<uint64_t> lost; ///< frames that a live source lost; nothing: unknown, or not live
  int64_t delay = 0; ///< of a live source: the longest time from a frame to its figures, in ns
  Verdict r103 = Verdict::none; ///< EBU R 103: at most 1 % of the pixels of any frame are outside
  Rectangle active;             ///< the smallest that holds the active pictures of all frames
  LightLevels light;
  DeclaredVideo declared;
  FrameAccount account;
  std::array<FigureSum, figure::count> sums{};

  /// The row of a video. Its delay and its sums are not in it.
  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("outcome", self.outcome);
    visit("message", self.message);
    visit("lasting", self.lasting);
    Identity::list_fields(self.identity, visit);
    VideoFormat::list_fields(self.format, visit);
    visit("frames", self.frames);
    visit("corrupted", self.corrupted);
    visit("lost", self.lost);
    visit("r103", self.r103);
    const bool known = !self.active.empty();
    visit("active_x", Maybe{self.active.x, known});
    visit("active_y", Maybe{self.active.y, known});
    visit("active_width", Maybe{self.active.width, known});
    visit("active_height", Maybe{self.active.height, known});
    LightLevels::list_fields(self.light, visit);
    DeclaredVideo::list_fields(self.declared, visit);
    FrameAccount::list_fields(self.account, visit);
  }
};

/// The sums of the figures that any frame has.
inline std::vector<NamedSum> list_sums(const VideoRecord& video) {
  std::vector<NamedSum> sums;
  for (size_t i = 0; i < figure::count; i++) {
    if (video.sums[i].frames > 0)
      sums.push_back({frame_columns[i].name, video.sums[i]});
  }
  return sums;
}

/// All kinds of findings.
constexpr const char* finding_kinds[] = {"bars",           "black",      "cadence-broken",
                                         "chroma-phase",   "clamped",    "colours-disagree",
                                         "corrupted",      "damaged",    "decoder-errors",
                                         "dropout",        "ends-early", "false-10-bit",
                                         "field-order",    "flashes",    "flashes-extended",
                                         "format-changed", "frozen",     "gap",
                                         "head-clog",      "interlaced", "light-changed",
                                         "line-repeats",   "lost",       "no-time",
                                         "not-counted",    "r103",       "red-flashes",
                                         "short-freeze",   "telecine",   "time-backwards",
                                         "timeout",        "truncated"};

/// Something about a span of frames that a reader should know.
struct Finding {
  std::string kind;             ///< one of finding_kinds
  uint64_t first = 0, last = 0; ///< numbers of frames
  int64_t start = no_time;      ///< stream time in ns of the first frame
  int64_t end = no_time;        ///< of the frame after the last one, or of the last one of a video
  std::string detail;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("kind", self.kind);
    visit("first_frame", self.first);
    visit("last_frame", self.last);
    visit("start_time", Maybe{self.start, self.start != no_time});
    visit("end_time", Maybe{self.end, self.end != no_time});
    visit("detail", self.detail);
  }
};

/// How a shot begins.
enum class Transition : uint8_t {
  start,  ///< with the first frame of the video
  cut,    ///< between two frames
  gradual ///< with a fade, a dissolve or a wipe
};

template <>
inline constexpr std::array stored_names<Transition>{"start", "cut", "gradual"};

/// The shots of a video follow each other without a gap. A gradual transition belongs to the shot
/// that it leads to, and is its beginning.
struct Shot {
  uint64_t number = 0;          ///< from 0
  uint64_t first = 0, last = 0; ///< numbers of frames
  int64_t start = no_time;      ///< stream time in ns of the first frame
  int64_t end = no_time;        ///< of the frame after the last one, or of the last one of a video
  Transition transition = Transition::start;
  uint64_t transition_last = 0; ///< the last frame of a gradual transition

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("shot", self.number);
    visit("first_frame", self.first);
    visit("last_frame", self.last);
    visit("start_time", Maybe{self.start, self.start != no_time});
    visit("end_time", Maybe{self.end, self.end != no_time});
    visit("transition", self.transition);
    const bool gradual = self.transition == Transition::gradual;
    visit("transition_first", Maybe{self.first, gradual});
    visit("transition_last", Maybe{self.transition_last, gradual});
  }
};

} // namespace videohistogram::tools
