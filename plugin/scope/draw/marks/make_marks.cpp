// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/make_marks.h"

#include "plugin/scope/draw/marks/legend.h"
#include "plugin/scope/draw/marks/levels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace videohistogram::scope {

namespace {

/// Codes that the rounding of Y, Cb and Cr moves R, G and B at most.
constexpr uint32_t rounding_codes = 2;
constexpr double light_scale = 1 << 28;
constexpr double percent_of_bright = 50, nits_of_bright = 26; ///< from which stripes are dark

/// A colour as three bytes of frames.
std::array<uint8_t, 3> in_frame(const PictureColours& colours, const uint8_t rgb[3]) {
  std::array<uint8_t, 3> bytes;
  for (size_t i = 0; i < 3; i++) {
    const int32_t sum =
        colours.parts[0][rgb[0]][i] + colours.parts[1][rgb[1]][i] + colours.parts[2][rgb[2]][i];
    bytes[i] = static_cast<uint8_t>(std::clamp(sum >> PictureColours::shift, 0, 255));
  }
  return bytes;
}

class MarksMaker {
public:
  MarksMaker(const Source& source, const MarkOptions& options, const PictureColours& colours)
      : source_(source), options_(options), colours_(colours), levels_(source) {}

  Expected<std::shared_ptr<const FrameMarks>> make(bool legend_at_right, const Fonts* fonts);

private:
  template <class T>
  size_t append(const std::vector<T>& values) {
    const size_t place = tables_.size();
    const size_t bytes = values.size() * sizeof(T);
    tables_.resize(place + (bytes + 15) / 16 * 16);
    if (bytes > 0)
      std::memcpy(&tables_[place], values.data(), bytes);
    return place;
  }
  uint32_t whole_chroma(double pixels) const {
    return static_cast<uint32_t>(pixels) >> x_sub_ << x_sub_;
  }
  void find_chroma_size();
  void set_colour(uint32_t kind, const Colour& colour);
  void add_levels();
  void add_gamut();
  void add_safe_areas();
  Status add_legend(bool at_right, const Fonts* fonts);

  const Source& source_;
  const MarkOptions& options_;
  const PictureColours& colours_;
  const Levels levels_;
  MarkRules rules_{};
  FrameMarks::Places places_;
  std::vector<uint8_t> tables_;
  uint8_t x_sub_ = 0, y_sub_ = 0;
};

void MarksMaker::find_chroma_size() {
  for (uint32_t p = 0; p < source_.format->n_sample_planes; p++) {
    x_sub_ = std::max(x_sub_, source_.format->sample_planes[p].x_sub);
    y_sub_ = std::max(y_sub_, source_.format->sample_planes[p].y_sub);
  }
}

void MarksMaker::set_colour(uint32_t kind, const Colour& colour) {
  const auto code = [](double c) { return static_cast<uint8_t>(std::lround(255 * c)); };
  const uint8_t rgb[3] = {code(colour.r), code(colour.g), code(colour.b)};
  const std::array<uint8_t, 3> bytes = in_frame(colours_, rgb);
  for (size_t i = 0; i < 3; i++)
    rules_.colours[kind][i] = static_cast<uint16_t>(bytes[i] << (source_.format->depth - 8));
}

/// The tables of false colour and of the zebra.
void MarksMaker::add_levels() {
  const std::vector<ColourStep>& steps = steps_of(source_.colours.transfer);
  const LevelRange range = options_.zebra_range.value_or(default_zebra(source_.colours.transfer));
  const double bright = levels_.by_maximum() ? nits_of_bright : percent_of_bright;
  std::vector<uint8_t> step_of(levels_.n_values(), mark::none);
  std::vector<uint8_t> zebra_of(levels_.n_values(), mark::none);
  for (uint32_t value = 0; value < levels_.n_values(); value++) {
    if (options_.false_colour) {
      step_of[value] = mark::grey;
      for (size_t i = 0; i < steps.size(); i++)
        if (levels_.contains({steps[i].low, steps[i].high}, value))
          step_of[value] = static_cast<uint8_t>(mark::first_step + i);
    }
    if (options_.zebra && levels_.contains(range, value))
      zebra_of[value] = levels_.reaches(value, bright) ? mark::zebra_dark : mark::zebra_light;
  }
  places_.steps = append(step_of);
  places_.zebra = append(zebra_of);
  for (size_t i = 0; i < steps.size(); i++)
    set_colour(static_cast<uint32_t>(mark::first_step + i), steps[i].colour);
}

void MarksMaker::add_gamut() {
  const FormatInfo& format = *source_.format;
  if (!options_.gamut || reason_against_gamut(source_, options_.gamut_limits))
    return;
  const bool narrow = !source_.colours.full_range;
  const uint32_t depth = format.is_rgb() ? format.depth : colour_depth(format.depth);
  rules_.rgb = make_colour_transform(source_.colours, format.depth, narrow);
  if (options_.gamut_limits == GamutLimits::r103) {
    rules_.gamut = GamutMarks::r103;
    rules_.limits = code_limits(RangeLimits::r103, depth);
    return;
  }
  rules_.gamut = GamutMarks::inner;
  const Matrix3 matrix =
      rgb_of_rgb(bt2020_primaries,
                 options_.gamut_limits == GamutLimits::bt709 ? bt709_primaries : p3_primaries);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      rules_.inner.rows[i][j] = static_cast<int32_t>(std::lround(65536 * matrix[i][j]));
  const double zero = narrow ? 16 << (depth - 8) : 0;
  const double unit = narrow ? 219 << (depth - 8) : (1 << depth) - 1;
  const double moved = rounding_codes << (depth - format.depth);
  std::vector<int32_t> below, above;
  for (uint32_t code = 0; code < 1u << depth; code++) {
    const auto light = [&](double of) {
      return static_cast<int32_t>(
          std::lround(light_scale * linear_light(source_.colours.transfer, (of - zero) / unit)));
    };
    below.push_back(light(code - moved));
    above.push_back(light(code + moved));
  }
  places_.light_below = append(below);
  places_.light_above = append(above);
}

/// The areas of SMPTE ST 2046-1 and EBU R 95: 3.5 and 5 % of the frame lie outside at each side.
void MarksMaker::add_safe_areas() {
  if (!options_.safe_areas)
    return;
  const uint32_t width = source_.width, height = source_.height;
  rules_.line_width = std::max(1u, (height + 270) / 540);
  const std::pair<double, uint32_t> areas[] = {{0.035, 4 * rules_.stripe}, {0.05, rules_.stripe}};
  for (size_t i = 0; i < 2; i++) {
    const auto [outside, dash] = areas[i];
    const auto x = static_cast<uint32_t>(std::lround(outside * width)),
               y = static_cast<uint32_t>(std::lround(outside * height));
    rules_.safe[i] = {{x, y, width - 2 * x, height - 2 * y}, dash};
  }
}

Status MarksMaker::add_legend(bool at_right, const Fonts* fonts) {
  if (!options_.legend)
    return {};
  Expected<Legend> made =
      draw_legend(source_, options_, levels_, rules_.marked_columns, source_.height, fonts);
  if (!made.ok())
    return made.error();
  const Legend& legend = *made;
  // Whole chroma samples: the pixels at the right and the lower edge are left out where needed.
  const uint32_t sub = std::max(x_sub_, y_sub_), gap = legend.gap >> sub << sub;
  const uint32_t width = whole_chroma(legend.width), height = legend.height >> y_sub_ << y_sub_;
  if (width == 0 || height == 0 || width + 2 * gap > rules_.marked_columns ||
      height + 2 * gap > source_.height)
    return {};
  const uint32_t right = whole_chroma(rules_.marked_columns - rules_.divider_columns - gap - width);
  rules_.legend = {at_right ? right : gap, gap, width, height};
  std::vector<uint32_t> pixels;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const uint32_t pixel = legend.pixels[size_t{y} * legend.width + x];
      const uint8_t rgb[3] = {static_cast<uint8_t>(pixel >> 16), static_cast<uint8_t>(pixel >> 8),
                              static_cast<uint8_t>(pixel)};
      const std::array<uint8_t, 3> bytes = in_frame(colours_, rgb);
      pixels.push_back(static_cast<uint32_t>(bytes[0]) << 8 |
                       static_cast<uint32_t>(bytes[1]) << 16 |
                       static_cast<uint32_t>(bytes[2]) << 24);
    }
  places_.picture = append(pixels);
  return {};
}

Expected<std::shared_ptr<const FrameMarks>> MarksMaker::make(bool legend_at_right,
                                                             const Fonts* fonts) {
  const FormatInfo& format = *source_.format;
  find_chroma_size();
  rules_.width = source_.width;
  rules_.height = source_.height;
  rules_.is_rgb = format.is_rgb();
  rules_.has_chroma = format.is_ycbcr() && source_.colours.has_matrix;
  rules_.has_levels = options_.false_colour || options_.zebra;
  rules_.by_maximum = levels_.by_maximum();
  rules_.luma = source_.luma;
  if (!format.is_rgb())
    rules_.full = make_colour_transform(source_.colours, format.depth, false);
  rules_.stripe = std::max(8u, source_.height / 135 * 2);
  const bool splits = options_.split < 1;
  rules_.marked_columns =
      splits ? whole_chroma(std::round(options_.split * source_.width)) : source_.width;
  if (splits)
    rules_.divider_columns = std::min(std::max(2u, 1u << x_sub_), rules_.marked_columns);
  rules_.has_peaks = options_.peaking;
  const double unit =
      source_.colours.full_range ? (1 << format.depth) - 1 : 219 << (format.depth - 8);
  rules_.peak_gradient = static_cast<uint32_t>(std::ceil(options_.peaking_threshold * unit / 100));
  set_colour(mark::zebra_dark, {0, 0, 0});
  set_colour(mark::zebra_light, {1, 1, 1});
  set_colour(mark::out_of_gamut, mark_style::gamut);
  set_colour(mark::peak, mark_style::peaking);
  set_colour(mark::divider, {1, 1, 1});
  // Grey: the luma is that of the pixel.
  rules_.colours[mark::grey][1] = rules_.colours[mark::grey][2] =
      static_cast<uint16_t>(1u << (format.depth - 1));
  add_levels();
  add_gamut();
  add_safe_areas();
  if (Status status = add_legend(legend_at_right, fonts); !status.ok())
    return status.error();
  return Expected<std::shared_ptr<const FrameMarks>>(
      std::make_shared<const FrameMarks>(rules_, std::move(tables_), places_));
}

} // namespace

const char* reason_against_gamut(const Source& source, GamutLimits limits) {
  const bool needs_matrix = source.format->is_ycbcr() && !source.colours.has_matrix;
  if (limits == GamutLimits::r103)
    return source.colours.full_range
               ? "frames in full range have no value outside of EBU R 103; if the frames are in "
                 "limited range, set colorimetry"
           : needs_matrix ? "R, G and B do not follow from the frames by a matrix; if the frames "
                            "have another matrix, set colorimetry"
                          : nullptr;
  const bool has_colours = source.format->is_rgb() || source.format->is_ycbcr();
  if (has_colours && !needs_matrix && are_equal(source.colours.primaries, bt2020_primaries))
    return nullptr;
  return "gamut-limits=bt709 and p3 need frames with the primaries of BT.2020; if the frames have "
         "these, set colorimetry";
}

Expected<std::shared_ptr<const FrameMarks>> make_marks(const Source& source,
                                                       const MarkOptions& options,
                                                       const PictureColours& colours,
                                                       bool legend_at_right, const Fonts* fonts) {
  return MarksMaker(source, options, colours).make(legend_at_right, fonts);
}

} // namespace videohistogram::scope
