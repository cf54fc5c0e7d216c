// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Displays of one joint histogram over a plane of two signals.
#pragma once

#include "plugin/scope/draw/panels/gamut_geometry.h"
#include "plugin/scope/draw/panels/panel.h"

#include <cmath>
#include <functional>
#include <memory>
#include <string>

namespace videohistogram::scope {

/// How the values of a quantity become signals: (value - zero) / unit.
struct SignalScale {
  uint32_t depth = 0; ///< bits of a value
  double zero = 0, unit = 1;
  uint32_t end = UINT32_MAX; ///< values from here on are none of the plot

  static constexpr double far = 1e6; ///< outside of any plot
  /// `position`: on the axis, 0 to 1.
  double signal_at(double position) const {
    const double value = std::ldexp(position, static_cast<int>(depth)) - 0.5;
    return value < end ? (value - zero) / unit : far;
  }
};

/// The signals at the sides of a plot.
struct Sides {
  double left, right, bottom, top;
};

class PlanePanel : public Panel {
public:
  PanelDrawing draw(Canvas& canvas, const PixelOrder& order, const Plan& plan) final;

protected:
  /// `reason`: why there is nothing to draw; empty if there is.
  PlanePanel(const Rect& rect, const PictureOptions& options, TableList& tables, Quantity x,
             Quantity y, const Sides& sides, std::string title, std::string reason);

  virtual void draw_graticule(Canvas& canvas) const = 0;
  /// The brightness of a single sample.
  virtual double least() const {
    return options_.trace_colour == TraceColour::neutral ? least_neutral_joint : least_joint;
  }
  /// Sets the colours or the light of the trace.
  virtual void set_light(TraceDrawing& trace, const PixelOrder& order) const = 0;

  /// Signals in pixels of the picture.
  GamutPoint place(const GamutPoint& signals) const {
    return {plot_.x + plot_.width * across(signals.x), plot_.y + plot_.height * down(signals.y)};
  }
  /// The signals at the middle of a pixel of the plot.
  GamutPoint signals_at(uint32_t x, uint32_t y) const {
    return {sides_.left + (sides_.right - sides_.left) * (x + 0.5) / plot_.width,
            sides_.top - (sides_.top - sides_.bottom) * (y + 0.5) / plot_.height};
  }
  void line(Canvas& canvas, const GamutPoint& from, const GamutPoint& to, const Colour& colour,
            double dash = 0) const {
    const GamutPoint a = place(from), b = place(to);
    canvas.line(a.x, a.y, b.x, b.y, colour, metrics_.line, dash);
  }
  /// Writes a text whose anchor is at signals, unless it would lie over another one.
  void write(Canvas& canvas, const GamutPoint& at, Anchor anchor, const std::string& text) const;
  /// Draws boxes around the colours of bars. `signals_of`: where the signals of a colour lie.
  void
  draw_targets(Canvas& canvas,
               const std::function<GamutPoint(const GamutPoint& r_g, double b)>& signals_of) const;
  double dash() const { return std::max(3.0, metrics_.font / 3); }

  Rect plot_; ///< a square on the display

private:
  double across(double x) const { return (x - sides_.left) / (sides_.right - sides_.left); }
  double down(double y) const { return (sides_.top - y) / (sides_.top - sides_.bottom); }

  const Sides sides_;
  const std::string title_, reason_;
  SignalScale x_scale_{}, y_scale_{};
  TableShape table_;
};

/// Of the kind `cie_xy` or `cie_uv`.
std::unique_ptr<Panel> make_cie_panel(ScopeKind kind, const Rect& rect,
                                      const PictureOptions& options, TableList& tables);

} // namespace videohistogram::scope
