// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/faults.h"

#include "tools/detect/bars.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr double shortest_bars = 1;    ///< seconds
constexpr double flattest_picture = 2; ///< standard deviation of Y, in codes of 8 bits
/// Frames that crowd at a limit, and such as use 8 bits only, of a video with a finding.
constexpr uint64_t least_crowded = 25, least_shallow = 12;
constexpr size_t least_values = 32; ///< of Y, in a frame that shows its depth

// Chroma out of phase: values of Cb and Cr, and the saturation, in codes of 8 bits.
constexpr double chroma_low = 25, chroma_high = 225, illegal_colour = 120, wild_colour = 150;
constexpr PassageRule chroma_rule{2, 0, 10, 0};

/// Of interlaced frames in motion, the fields of a frame are as far apart as the last one and the
/// first one of the next frame, and the fields in the wrong order are farther apart. Of progressive
/// ones the fields of a frame are alike, and both orders the same.
constexpr double combing = 0.92, order = 1.15;
/// Codes of 8 bits, on average. Frames that repeat a field move less.
constexpr double least_motion = 0.3, least_repeating_motion = 0.05;
constexpr PassageRule interlaced_rule{25, 2, 12, 0.75}, field_order_rule{25, 2, 12, 0.9};

constexpr const char* limit_names[n_limits] = {"Y at the upper limit", "Cb at the lower limit",
                                               "Cb at the upper limit", "Cr at the lower limit",
                                               "Cr at the upper limit"};

} // namespace

Faults::Faults(const DetectionSettings& settings, VideoListener& listener)
    : settings_(settings), listener_(listener), bars_("bars", shortest_bars),
      chroma_("chroma-phase", chroma_rule), interlaced_("interlaced", interlaced_rule),
      field_order_("field-order", field_order_rule), freezes_(settings.frozen_noise) {}

void Faults::expect_fields(const std::string& field_order) {
  if (field_order == "progressive")
    declared_ = FieldType::progressive;
  else if (field_order.size() == 2)
    declared_ = field_order[1] == 't' ? FieldType::top_first : FieldType::bottom_first;
}

void Faults::Whole::add(const FrameRecord& frame) {
  if (frames++ == 0) {
    first = frame.number;
    start = frame.time;
  }
  last = frame.number;
  end = frame.time;
}

void Faults::look_at_levels(const FrameRecord& frame, const Features& features) {
  for (size_t i = 0; i < n_limits; i++) {
    limits_[i].is_refuted |= features.limits[i].is_passed;
    if (features.limits[i].is_crowded)
      limits_[i].add(frame);
  }
  depth_ = features.depth;
  if (features.values < least_values)
    return;
  if (features.is_shallow)
    shallow_.add(frame);
  else
    shallow_.is_refuted = true;
}

void Faults::look_at_chroma(const FrameRecord& frame, const Features& features, bool has_content) {
  const auto& f = frame.figures;
  const double code = std::ldexp(1, static_cast<int>(features.depth) - 8);
  const bool is_extreme = std::max(f[figure::UMIN], f[figure::VMIN]) < chroma_low * code &&
                          std::min(f[figure::UMAX], f[figure::VMAX]) > chroma_high * code;
  const double saturation = f[figure::SATMAX];
  const bool is_wrong =
      saturation > wild_colour * code || (is_extreme && saturation > illegal_colour * code);
  chroma_.add(frame, has_content && is_wrong ? Evidence::yes : Evidence::no,
              "chroma reaches colours that no picture has", listener_);
}

void Faults::look_at_fields(const FrameRecord& frame, const Features& features) {
  if (!features.fields) {
    telecine_.add(frame, RepeatedField::neither, true, listener_);
    clogs_.add(frame, features.histogram, NAN, listener_);
    interlaced_.add(frame, Evidence::unknown, "", listener_);
    field_order_.add(frame, Evidence::unknown, "", listener_);
    return;
  }
  const FieldVerdict& verdict = *features.fields;
  const double code = std::ldexp(1, static_cast<int>(features.depth) - 8);
  const auto [near, far] = std::minmax(verdict.alpha[0], verdict.alpha[1]);
  const bool is_interlaced =
      static_cast<double>(far) > order * static_cast<double>(near) &&
      static_cast<double>(verdict.combed) > combing * static_cast<double>(near);
  const auto moves_by = [&](double motion) {
    return static_cast<double>(verdict.moved) >
           2 * motion * code * static_cast<double>(features.samples);
  };
  const bool moves = moves_by(least_motion);
  const Evidence interlaced = !moves || telecine_.goes_on() ? Evidence::unknown
                              : is_interlaced               ? Evidence::yes
                                                            : Evidence::no;
  const bool is_declared =
      declared_ == FieldType::top_first || declared_ == FieldType::bottom_first;
  if (!is_declared)
    interlaced_.add(frame, interlaced, "not declared", listener_);
  else
    field_order_.add(frame,
                     interlaced != Evidence::yes   ? Evidence::unknown
                     : verdict.single != declared_ ? Evidence::yes
                                                   : Evidence::no,
                     declared_ == FieldType::top_first
                         ? "the bottom field is first, and the top field is declared"
                         : "the top field is first, and the bottom field is declared",
                     listener_);
  telecine_.add(frame, moves_by(least_repeating_motion) ? verdict.repeated : RepeatedField::neither,
                moves, listener_);
  clogs_.add(frame, features.histogram, frame.figures[figure::MSEFY] / (code * code), listener_);
}

void Faults::add(const FrameRecord& frame, const Features& features) {
  const bool is_bars = features.counted && shows_bars(features.histogram);
  bars_.add(frame, is_bars, "", listener_);
  const bool is_black = frame.figures[figure::BLACK] >= settings_.black_picture;
  const bool is_flat = !(std::sqrt(features.variance[0]) >= flattest_picture);
  const bool has_content = features.counted && !is_bars && !is_black && !is_flat;
  if (has_content)
    look_at_levels(frame, features);
  look_at_chroma(frame, features, has_content);
  freezes_.add(frame, has_content, listener_);
  look_at_fields(frame, has_content ? features : Features());
  rows_.add(frame, features.rows, has_content, listener_);
}

void Faults::report(const char* kind, const Whole& whole, const std::string& detail) {
  listener_.finding({kind, whole.first, whole.last, whole.start, whole.end, detail});
}

void Faults::finish() {
  bars_.finish(listener_);
  for (Passage* passage : {&chroma_, &interlaced_, &field_order_})
    passage->finish(listener_);
  telecine_.finish(listener_);
  clogs_.finish(listener_);
  rows_.finish(listener_);
  // One finding for all limits, since a finding has a kind and a first frame alone.
  Whole clamped;
  std::string names;
  for (size_t i = 0; i < n_limits; i++) {
    const Whole& limit = limits_[i];
    if (limit.is_refuted || limit.frames < least_crowded)
      continue;
    names += (names.empty() ? "" : ", ") + std::string(limit_names[i]);
    if (clamped.frames == 0 || limit.first < clamped.first) {
      clamped.first = limit.first;
      clamped.start = limit.start;
    }
    if (clamped.frames == 0 || limit.last > clamped.last) {
      clamped.last = limit.last;
      clamped.end = limit.end;
    }
    clamped.frames = std::max(clamped.frames, limit.frames);
  }
  if (!names.empty())
    report("clamped", clamped, names + ", in " + std::to_string(clamped.frames) + " frames");
  if (shallow_.frames >= least_shallow && !shallow_.is_refuted)
    report("false-10-bit", shallow_, "8 of " + std::to_string(depth_) + " bits are used");
}

} // namespace videohistogram::tools
