// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "plugin/scope/draw/fonts.h"

#include <pango/pangocairo.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

struct Colour {
  double r, g, b; ///< 0 to 1
};

/// The point of a text whose position is given.
enum class Anchor { top_left, top_right, left, right, top, centre };

/// What happens to a text that would leave its area.
enum class Outside {
  drop, ///< it is not written
  move, ///< it is moved into the area as far as needed
};

/// An image on which lines and text are drawn, by cairo and pango. Distances are in pixels.
/// Thread-safety: one thread at a time.
class Canvas {
public:
  /// The image is black. `fonts`: outlive the canvas; null: Fonts::of_thread(). If they are not
  /// usable, no text is written. Errors: transient if there is no memory.
  static Expected<Canvas> create(uint32_t width, uint32_t height, const Fonts* fonts = nullptr);

  void fill(const Rect& rect, const Colour& colour);
  /// A line between pixels, `width` wide. `dash`: length of dashes and of gaps; 0: none.
  void line(double x1, double y1, double x2, double y2, const Colour& colour, double width,
            double dash = 0);
  /// A line across whole rows or columns of pixels, as sharp as pixels allow. `at` may lie anywhere
  /// inside the pixel.
  void horizontal(double x1, double x2, double at, const Colour& colour, double width,
                  double dash = 0);
  void vertical(double at, double y1, double y2, const Colour& colour, double width,
                double dash = 0);
  void ellipse(double x, double y, double x_radius, double y_radius, const Colour& colour,
               double width);
  void rectangle(double x, double y, double width, double height, const Colour& colour,
                 double line_width);

  struct Size {
    double width, height;
  };
  /// The size of a line of text; 0 x 0 if no text is written.
  Size measure(const std::string& text, double font);
  /// A text as an image.
  struct Coverage {
    uint32_t width, height;
    std::vector<uint8_t> shares; ///< of each pixel that is covered, row by row: 0 to 255
  };
  /// Renders a text without writing it into the image.
  Coverage coverage(const std::string& text, double font);
  /// Bytes of a text that have a colour of their own, from `begin` on and before `end`.
  struct ColouredPart {
    size_t begin, end;
    Colour colour;
  };
  /// Writes the text, unless it would leave `inside` or lie too near to an earlier text; over an
  /// area of the colour `ground`, if there is one, so that no line goes through it. Returns whether
  /// the text was written.
  bool text_if_free(double x, double y, Anchor anchor, const std::string& text, double font,
                    const Colour& colour, const Rect& inside, Outside outside = Outside::drop,
                    const std::vector<ColouredPart>& parts = {}, const Colour* ground = nullptr);

  /// The pixels that a line of text takes.
  struct Box {
    double left, top, right, bottom;
  };
  struct WrittenText : Box {
    std::string text;
  };
  /// All texts in the image, in the order in which they were written.
  const std::vector<WrittenText>& texts() const { return texts_; }

  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }
  /// The pixels of a row, 0xXXRRGGBB. XX has no meaning. Drawing makes the pointer invalid.
  const uint32_t* row(uint32_t y) const;

private:
  Canvas(cairo_surface_t* surface, uint32_t width, uint32_t height, const Fonts& fonts);
  Box box_of(double x, double y, Anchor anchor, const Size& size) const;
  void stroke(const Colour& colour, double width, double dash);

  template <class T, void (*release)(T*)>
  struct Release {
    void operator()(T* object) const { release(object); }
  };

  uint32_t width_, height_;
  std::unique_ptr<cairo_surface_t, Release<cairo_surface_t, cairo_surface_destroy>> surface_;
  std::unique_ptr<cairo_t, Release<cairo_t, cairo_destroy>> cairo_;
  LayoutReference layout_; ///< null: no text is written
  std::vector<WrittenText> texts_;
};

} // namespace videohistogram::scope
