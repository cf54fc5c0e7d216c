// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/strip.h"

#include "plugin/scope/draw/panels/graticule.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace videohistogram::scope {

namespace {

std::string text_of(const StripText& text) {
  return text.label + " " + text.value;
}

} // namespace

TextStrip::TextStrip(Canvas& measuring, const std::vector<StripText>& widest, uint32_t width,
                     uint32_t height, const PixelOrder& order)
    : width_(width), font_(std::max(9.0, std::round(std::min(width, height) / 50.0))),
      order_(order) {
  const double pitch = std::round(1.5 * font_), edge = std::round(0.6 * font_);
  double x = edge, rows = 1;
  for (const StripText& text : widest) {
    const double wide = measuring.measure(text_of(text), font_).width;
    if (x > edge && x + wide + edge > width) {
      x = edge;
      rows++;
    }
    if (rows * pitch > 0.4 * height)
      break;
    if (wide == 0 || x + wide + edge > width) {
      places_.push_back(std::nullopt);
      continue;
    }
    places_.push_back(Place{x, (rows - 0.5) * pitch});
    height_ = static_cast<uint32_t>(rows * pitch);
    x += wide + std::round(1.6 * font_);
  }
  top_ = height - height_;
}

Status TextStrip::draw(const std::vector<StripText>& texts, const PixelRows& picture,
                       const Fonts* fonts) const {
  if (height_ == 0)
    return {};
  Expected<Canvas> canvas = Canvas::create(width_, height_, fonts);
  if (!canvas.ok())
    return canvas.error();
  const Rect all = {0, 0, width_, height_};
  canvas->fill(all, style::page);
  canvas->horizontal(0, width_, 0, style::line, 1);
  for (size_t i = 0; i < std::min(texts.size(), places_.size()); i++)
    if (const std::optional<Place>& place = places_[i])
      canvas->text_if_free(place->x, place->y, Anchor::left, text_of(texts[i]), font_, style::title,
                           all, Outside::drop, {{0, texts[i].label.size(), style::label}});
  for (uint32_t y = 0; y < height_; y++) {
    const uint32_t* const row = canvas->row(y);
    uint8_t* out = picture.data + picture.stride * static_cast<ptrdiff_t>(top_ + y);
    for (uint32_t x = 0; x < width_; x++, out += sizeof(uint32_t)) {
      const auto part = [&](int shift) { return static_cast<uint8_t>(row[x] >> shift); };
      const uint32_t pixel = order_.pack(part(16), part(8), part(0), 255);
      std::memcpy(out, &pixel, sizeof pixel);
    }
  }
  return {};
}

} // namespace videohistogram::scope
