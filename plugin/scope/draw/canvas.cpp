// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/canvas.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

/// The surface is black from the start.
Canvas::Canvas(cairo_surface_t* surface, uint32_t width, uint32_t height, const Fonts& fonts)
    : width_(width), height_(height), surface_(surface), cairo_(cairo_create(surface)),
      layout_(fonts.usable() ? fonts.make_layout(cairo_.get()) : nullptr) {}

Expected<Canvas> Canvas::create(uint32_t width, uint32_t height, const Fonts* fonts) {
  cairo_surface_t* const surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height));
  const cairo_status_t status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return Expected<Canvas>(Canvas(surface, width, height, fonts ? *fonts : Fonts::of_thread()));
  cairo_surface_destroy(surface);
  return Error{ErrorKind::transient,
               "A picture of " + std::to_string(width) + "x" + std::to_string(height) +
                   " cannot be drawn; ask for a smaller one by caps downstream",
               cairo_status_to_string(status)};
}

void Canvas::fill(const Rect& rect, const Colour& colour) {
  cairo_set_source_rgb(cairo_.get(), colour.r, colour.g, colour.b);
  cairo_rectangle(cairo_.get(), rect.x, rect.y, rect.width, rect.height);
  cairo_fill(cairo_.get());
}

void Canvas::stroke(const Colour& colour, double width, double dash) {
  cairo_set_source_rgb(cairo_.get(), colour.r, colour.g, colour.b);
  cairo_set_line_width(cairo_.get(), width);
  cairo_set_dash(cairo_.get(), &dash, dash > 0 ? 1 : 0, 0);
  cairo_stroke(cairo_.get());
}

void Canvas::line(double x1, double y1, double x2, double y2, const Colour& colour, double width,
                  double dash) {
  cairo_move_to(cairo_.get(), x1, y1);
  cairo_line_to(cairo_.get(), x2, y2);
  stroke(colour, width, dash);
}

void Canvas::horizontal(double x1, double x2, double at, const Colour& colour, double width,
                        double dash) {
  const double middle = std::floor(at) + 0.5 + (std::lround(width) % 2 ? 0.0 : 0.5);
  line(x1, middle, x2, middle, colour, width, dash);
}

void Canvas::vertical(double at, double y1, double y2, const Colour& colour, double width,
                      double dash) {
  const double middle = std::floor(at) + 0.5 + (std::lround(width) % 2 ? 0.0 : 0.5);
  line(middle, y1, middle, y2, colour, width, dash);
}

void Canvas::ellipse(double x, double y, double x_radius, double y_radius, const Colour& colour,
                     double width) {
  cairo_new_path(cairo_.get());
  cairo_save(cairo_.get());
  cairo_translate(cairo_.get(), 0, y);
  cairo_scale(cairo_.get(), 1, y_radius / x_radius);
  cairo_translate(cairo_.get(), 0, -y);
  cairo_arc(cairo_.get(), x, y, x_radius, 0, 2 * G_PI);
  cairo_restore(cairo_.get()); // the line has the same width all around
  stroke(colour, width, 0);
}

void Canvas::rectangle(double x, double y, double width, double height, const Colour& colour,
                       double line_width) {
  cairo_rectangle(cairo_.get(), x, y, width, height);
  stroke(colour, line_width, 0);
}

Canvas::Size Canvas::measure(const std::string& text, double font) {
  if (!layout_)
    return {0, 0};
  lay_out_text(layout_.get(), text, font);
  int width = 0, height = 0;
  pango_layout_get_pixel_size(layout_.get(), &width, &height);
  return {static_cast<double>(width), static_cast<double>(height)};
}

Canvas::Coverage Canvas::coverage(const std::string& text, double font) {
  const Size size = measure(text, font);
  if (!layout_)
    return {0, 0, {}};
  Coverage coverage{static_cast<uint32_t>(size.width), static_cast<uint32_t>(size.height), {}};
  coverage.shares.resize(size_t{coverage.width} * coverage.height);
  cairo_surface_t* const surface = cairo_image_surface_create(
      CAIRO_FORMAT_A8, static_cast<int>(size.width), static_cast<int>(size.height));
  cairo_t* const cairo = cairo_create(surface);
  pango_cairo_show_layout(cairo, layout_.get());
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const uint8_t* const rows = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  for (uint32_t y = 0; y < coverage.height && rows; y++) // null: there was no memory
    std::copy_n(rows + static_cast<ptrdiff_t>(y) * stride, coverage.width,
                &coverage.shares[size_t{y} * coverage.width]);
  cairo_surface_destroy(surface);
  return coverage;
}

Canvas::Box Canvas::box_of(double x, double y, Anchor anchor, const Size& size) const {
  double left = x, top = y;
  if (anchor == Anchor::top_right || anchor == Anchor::right)
    left -= size.width;
  else if (anchor == Anchor::top || anchor == Anchor::centre)
    left -= size.width / 2;
  if (anchor == Anchor::left || anchor == Anchor::right || anchor == Anchor::centre)
    top -= size.height / 2;
  left = std::round(left);
  top = std::round(top);
  return {left, top, left + size.width, top + size.height};
}

bool Canvas::text_if_free(double x, double y, Anchor anchor, const std::string& text, double font,
                          const Colour& colour, const Rect& inside, Outside outside,
                          const std::vector<ColouredPart>& parts, const Colour* ground) {
  if (!layout_)
    return false;
  const Size size = measure(text, font);
  const double right = double{1} * inside.x + inside.width,
               bottom = double{1} * inside.y + inside.height;
  Box box = box_of(x, y, anchor, size);
  if (outside == Outside::move) {
    const double left = std::max(std::min(box.left, right - size.width), double{1} * inside.x);
    const double top = std::max(std::min(box.top, bottom - size.height), double{1} * inside.y);
    box = {left, top, left + size.width, top + size.height};
  }
  if (box.left < inside.x || box.top < inside.y || box.right > right || box.bottom > bottom)
    return false;
  // Lines of digits have room above and below them in their boxes.
  const double slack = 0.15 * font, gap = 0.5 * font;
  for (const Box& other : texts_)
    if (box.left < other.right + gap && other.left < box.right + gap &&
        box.top + slack < other.bottom - slack && other.top + slack < box.bottom - slack)
      return false;
  if (ground) {
    const auto whole = [](double v) { return static_cast<uint32_t>(v); };
    fill({whole(box.left), whole(box.top), whole(std::ceil(size.width)),
          whole(std::ceil(size.height))},
         *ground);
  }
  cairo_set_source_rgb(cairo_.get(), colour.r, colour.g, colour.b);
  cairo_move_to(cairo_.get(), box.left, box.top);
  PangoAttrList* const attributes = pango_attr_list_new();
  for (const ColouredPart& part : parts) {
    const auto code = [](double component) { return static_cast<guint16>(65535 * component); };
    PangoAttribute* const attribute =
        pango_attr_foreground_new(code(part.colour.r), code(part.colour.g), code(part.colour.b));
    attribute->start_index = static_cast<guint>(part.begin);
    attribute->end_index = static_cast<guint>(part.end);
    pango_attr_list_insert(attributes, attribute);
  }
  pango_layout_set_attributes(layout_.get(), attributes);
  pango_cairo_show_layout(cairo_.get(), layout_.get());
  pango_layout_set_attributes(layout_.get(), nullptr);
  pango_attr_list_unref(attributes);
  texts_.push_back({box, text});
  return true;
}

const uint32_t* Canvas::row(uint32_t y) const {
  cairo_surface_flush(surface_.get());
  const auto stride = static_cast<size_t>(cairo_image_surface_get_stride(surface_.get()));
  const uint8_t* const row = cairo_image_surface_get_data(surface_.get()) + y * stride;
  return reinterpret_cast<const uint32_t*>(row); // cairo's rows are aligned
}

} // namespace videohistogram::scope
