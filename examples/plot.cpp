// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plot.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

constexpr double width = 1000, height = 560;
constexpr double left = 76, right = 24, top = 84, bottom = 104;
constexpr double plot_width = width - left - right, plot_height = height - top - bottom;

struct Colour {
  double r, g, b;
};

Colour channel_colour(const std::string& name) {
  if (name == "R" || name == "Cr")
    return {0.84, 0.15, 0.16};
  if (name == "G")
    return {0.13, 0.58, 0.21};
  if (name == "B" || name == "Cb")
    return {0.12, 0.35, 0.82};
  if (name == "A")
    return {0.58, 0.35, 0.70};
  return {0.25, 0.25, 0.25};
}

struct Curve {
  std::string name;
  Colour colour;
  std::vector<double> share; ///< share of the channel's samples, per bin
  double mean, std_dev, low, high;
};

std::vector<Curve> make_curves(GstVideoHistogram* histogram) {
  std::vector<Curve> curves(gst_video_histogram_get_n_channels(histogram));
  for (guint c = 0; c < curves.size(); c++) {
    Curve& curve = curves[c];
    gsize bins = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &bins);
    const double samples = static_cast<double>(gst_video_histogram_get_samples(histogram, c));
    curve.name = gst_video_histogram_get_channel_name(histogram, c);
    curve.colour = channel_colour(curve.name);
    for (gsize b = 0; b < bins; b++)
      curve.share.push_back(samples > 0 ? static_cast<double>(counts[b]) / samples : 0);
    curve.mean = gst_video_histogram_get_mean(histogram, c);
    curve.std_dev = std::sqrt(gst_video_histogram_get_variance(histogram, c));
    curve.low = curve.share.front();
    curve.high = curve.share.back();
  }
  return curves;
}

/// Turns a share into a height of 0 to 1.
class Axis {
public:
  Axis(const std::vector<Curve>& curves, PlotScale scale) : scale_(scale) {
    double smallest = 1;
    for (const Curve& curve : curves)
      for (size_t b = 0; b < curve.share.size(); b++) {
        const double share = curve.share[b];
        // Clipped pixels may outnumber all others. The linear axis ignores the outer bins, which
        // the legend shows as numbers.
        const bool edge = b == 0 || b + 1 == curve.share.size();
        if (scale == PlotScale::log || !edge || curve.share.size() < 8)
          largest_ = std::max(largest_, share);
        if (share > 0)
          smallest = std::min(smallest, share);
      }
    if (largest_ == 0)
      largest_ = 1;
    if (scale == PlotScale::linear) {
      step_ = std::pow(10, std::floor(std::log10(largest_)));
      if (largest_ / step_ < 2)
        step_ /= 5;
      else if (largest_ / step_ < 5)
        step_ /= 2;
      largest_ = std::ceil(largest_ / step_) * step_;
    } else {
      largest_ = std::pow(10, std::ceil(std::log10(largest_)));
      smallest_ =
          std::pow(10, std::min(std::floor(std::log10(smallest)), std::log10(largest_) - 1));
    }
  }

  double height_of(double share) const {
    if (scale_ == PlotScale::linear)
      return std::min(share / largest_, 1.0);
    return share <= smallest_ ? 0 : std::log(share / smallest_) / std::log(largest_ / smallest_);
  }

  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (scale_ == PlotScale::linear)
      for (int i = 0; i * step_ <= largest_ * 1.0001; i++)
        ticks.push_back(i * step_);
    else
      for (double tick = smallest_; tick <= largest_ * 1.0001; tick *= 10)
        ticks.push_back(tick);
    return ticks;
  }

private:
  PlotScale scale_;
  double largest_ = 0, smallest_ = 0, step_ = 0;
};

class Drawing {
public:
  explicit Drawing(double total_height)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, int(width), int(total_height)),
                 cairo_surface_destroy),
        cairo_(cairo_create(surface_.get()), cairo_destroy) {
    cairo_set_source_rgb(cairo(), 1, 1, 1);
    cairo_paint(cairo());
    cairo_select_font_face(cairo(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
  }

  cairo_t* cairo() const { return cairo_.get(); }

  /// `anchor` is the fraction of the text's width that lies left of x.
  void text(double x, double y, double size, double anchor, const std::string& text,
            Colour colour = {0.2, 0.2, 0.2}) {
    cairo_set_font_size(cairo(), size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo(), text.c_str(), &extents);
    cairo_set_source_rgb(cairo(), colour.r, colour.g, colour.b);
    cairo_move_to(cairo(), x - anchor * extents.x_advance, y);
    cairo_show_text(cairo(), text.c_str());
  }

  void line(double x1, double y1, double x2, double y2, double grey) {
    cairo_set_source_rgb(cairo(), grey, grey, grey);
    cairo_set_line_width(cairo(), 1);
    cairo_move_to(cairo(), std::round(x1) + 0.5, std::round(y1) + 0.5);
    cairo_line_to(cairo(), std::round(x2) + 0.5, std::round(y2) + 0.5);
    cairo_stroke(cairo());
  }

  std::string write(const std::string& path) {
    const cairo_status_t status = cairo_surface_write_to_png(surface_.get(), path.c_str());
    return status == CAIRO_STATUS_SUCCESS ? "" : cairo_status_to_string(status);
  }

private:
  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
};

std::string print(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

double y_of(double share_height) {
  return top + plot_height * (1 - share_height);
}

void draw_axes(Drawing& drawing, const Axis& axis, size_t bins) {
  for (double tick : axis.ticks()) {
    const double y = y_of(axis.height_of(tick));
    drawing.line(left, y, left + plot_width, y, tick == 0 ? 0.4 : 0.88);
    drawing.text(left - 8, y + 4, 12, 1, print("%.4g %%", 100 * tick));
  }
  const size_t step = std::max<size_t>(1, bins / 8);
  for (size_t bin = 0; bin < bins; bin += step) {
    // The last tick is at the last bin, 255 rather than 256.
    const size_t shown = bin + step >= bins ? bins - 1 : bin;
    for (size_t b : {bin, shown}) {
      const double x = left + plot_width * (static_cast<double>(b) + 0.5) / double(bins);
      drawing.line(x, top + plot_height, x, top + plot_height + 5, 0.4);
      drawing.text(x, top + plot_height + 19, 12, 0.5, std::to_string(b));
      if (bin == shown)
        break;
    }
  }
  drawing.line(left, top + plot_height, left + plot_width, top + plot_height, 0.4);
  drawing.text(left - 8, top + plot_height + 19, 12, 1, "bin");
  drawing.text(left + plot_width, top - 10, 12, 1, "share of a channel's samples in a bin");
}

void draw_curve(Drawing& drawing, const Axis& axis, const Curve& curve) {
  cairo_t* cairo = drawing.cairo();
  const double bin_width = plot_width / static_cast<double>(curve.share.size());
  const auto steps = [&] {
    for (size_t b = 0; b < curve.share.size(); b++) {
      const double y = y_of(axis.height_of(curve.share[b]));
      cairo_line_to(cairo, left + bin_width * double(b), y);
      cairo_line_to(cairo, left + bin_width * double(b + 1), y);
    }
  };
  cairo_move_to(cairo, left, top + plot_height);
  steps();
  cairo_line_to(cairo, left + plot_width, top + plot_height);
  cairo_close_path(cairo);
  // LUMA is a weighted sum of R, G and B, so its curve is not filled.
  const double opacity = curve.name == "LUMA" ? 0 : 0.13;
  cairo_set_source_rgba(cairo, curve.colour.r, curve.colour.g, curve.colour.b, opacity);
  cairo_fill(cairo);
  steps();
  cairo_set_source_rgb(cairo, curve.colour.r, curve.colour.g, curve.colour.b);
  cairo_set_line_width(cairo, 1.4);
  cairo_stroke(cairo);
}

/// One column per channel: name, mean, standard deviation, and the shares of the outer bins.
void draw_legend(Drawing& drawing, const std::vector<Curve>& curves) {
  const double column = plot_width / static_cast<double>(curves.size());
  for (size_t c = 0; c < curves.size(); c++) {
    const Curve& curve = curves[c];
    const double x = left + column * static_cast<double>(c), y = height - 50;
    cairo_set_source_rgb(drawing.cairo(), curve.colour.r, curve.colour.g, curve.colour.b);
    cairo_rectangle(drawing.cairo(), x, y - 10, 11, 11);
    cairo_fill(drawing.cairo());
    drawing.text(x + 18, y, 14, 0, curve.name, curve.colour);
    drawing.text(x + 18, y + 17, 12, 0,
                 print("mean %.1f", curve.mean) + print(", std-dev %.1f", curve.std_dev));
    drawing.text(x + 18, y + 33, 12, 0,
                 print("first bin %.2f %%", 100 * curve.low) +
                     print(", last %.2f %%", 100 * curve.high));
  }
}

/// The scale that makes the picture as wide as the plot, but at most twice as high.
double picture_scale(const PlotPicture& picture) {
  return std::min(plot_width / picture.width, plot_height * 2 / picture.height);
}

double picture_height(const PlotPicture& picture) {
  return std::round(picture_scale(picture) * picture.height);
}

void draw_picture(Drawing& drawing, const PlotPicture& picture) {
  const double scale = picture_scale(picture);
  const double x0 = std::round((width - scale * picture.width) / 2);
  cairo_t* cairo = drawing.cairo();
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      const_cast<unsigned char*>(picture.pixels), CAIRO_FORMAT_RGB24, picture.width, picture.height,
      picture.stride);
  cairo_save(cairo);
  cairo_translate(cairo, x0, right);
  cairo_scale(cairo, scale, scale);
  cairo_set_source_surface(cairo, surface, 0, 0);
  cairo_paint(cairo);
  cairo_restore(cairo);
  cairo_surface_destroy(surface);

  // At least 1.5 pixels, so that a line stays visible in an image that is scaled down.
  const double size = std::max(scale, 1.5);
  cairo_set_source_rgb(cairo, 1, 0, 1);
  cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
  for (const PlotPicture::Pixel& pixel : picture.marked)
    cairo_rectangle(cairo, x0 + scale * (pixel.x + 0.5) - size / 2,
                    right + scale * (pixel.y + 0.5) - size / 2, size, size);
  cairo_fill(cairo);
  cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

} // namespace

std::string write_plot(GstVideoHistogram* histogram, const std::string& title,
                       const std::string& subtitle, PlotScale scale, const std::string& path,
                       const PlotPicture* picture) {
  const std::vector<Curve> curves = make_curves(histogram);
  const Axis axis(curves, scale);
  const double above = picture ? picture_height(*picture) + right : 0;
  Drawing drawing(above + height);
  if (picture)
    draw_picture(drawing, *picture);
  cairo_translate(drawing.cairo(), 0, above);
  drawing.text(left, 36, 20, 0, title, {0, 0, 0});
  drawing.text(left, 60, 13, 0, subtitle);
  draw_axes(drawing, axis, gst_video_histogram_get_bins(histogram, 0));
  for (const Curve& curve : curves)
    draw_curve(drawing, axis, curve);
  draw_legend(drawing, curves);
  return drawing.write(path);
}
