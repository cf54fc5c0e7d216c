// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/picture.h"

#include "core/drawing/background.h"
#include "plugin/scope/draw/layout.h"
#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace videohistogram::scope {

namespace {

constexpr uint32_t least_bins = 256;
constexpr double plot_share = 0.93; ///< of the height of a panel, without its title

/// Enough bins that each row of a plot has at least one: a power of two, so that a bin has whole
/// values.
uint32_t bins_for(const std::vector<Rect>& panels) {
  uint32_t longest = 0, bins = least_bins;
  for (const Rect& panel : panels)
    longest = std::max(longest, panel.height);
  while (bins < plot_share * longest && bins < TableList::most_bins)
    bins *= 2;
  return bins;
}

std::unique_ptr<Panel> make_panel(ScopeKind kind, const Rect& rect, const PictureOptions& options,
                                  TableList& tables) {
  if (kind == ScopeKind::histogram)
    return make_histogram_panel(rect, options, tables);
  if (kind == ScopeKind::vectorscope)
    return make_vectorscope_panel(rect, options, tables);
  if (kind == ScopeKind::diamond || kind == ScopeKind::split_diamond ||
      kind == ScopeKind::lightning)
    return make_gamut_panel(kind, rect, options, tables);
  if (kind >= ScopeKind::channel_plot)
    return make_plane_panel(kind, rect, options, tables);
  return make_waveform_panel(kind, rect, options, tables);
}

std::vector<std::unique_ptr<Panel>> make_panels(const std::vector<Rect>& rects,
                                                const std::vector<ScopeKind>& kinds,
                                                const std::vector<PictureOptions>& options,
                                                TableList& tables) {
  std::vector<std::unique_ptr<Panel>> panels;
  for (size_t i = 0; i < rects.size(); i++)
    if (rects[i].width > 0 && rects[i].height > 0) // else there are more scopes than pixels
      panels.push_back(make_panel(kinds[i], rects[i], options[i], tables));
  return panels;
}

Expected<TextStrip> make_strip(const Source& source, const PictureOptions& options, uint32_t width,
                               uint32_t height, const PixelOrder& order, const Fonts* fonts,
                               const Probes* probes) {
  TableList tables(source, least_bins);
  std::vector<StripText> texts = Numbers(source, options, tables).widest();
  const std::vector<StripText> of_probes = probes ? probes->widest() : std::vector<StripText>();
  texts.insert(texts.end(), of_probes.begin(), of_probes.end());
  if (texts.empty())
    return Expected<TextStrip>(TextStrip());
  Expected<Canvas> measuring = Canvas::create(1, 1, fonts);
  if (!measuring.ok())
    return measuring.error();
  return Expected<TextStrip>(TextStrip(*measuring, texts, width, height, order));
}

} // namespace

Expected<std::unique_ptr<Picture>> Picture::create(const Source& source,
                                                   const PictureOptions& wanted, uint32_t width,
                                                   uint32_t height, const PixelOrder& order,
                                                   const Fonts* fonts, const Probes* probes) {
  std::unique_ptr<Picture> picture(new Picture);
  Expected<TextStrip> strip = make_strip(source, wanted, width, height, order, fonts, probes);
  if (!strip.ok())
    return strip.error();
  picture->strip_ = *strip;
  PictureOptions numbered = wanted; // numbers without a strip need no counts
  if (strip->height() == 0)
    numbered.numbers = {};
  const std::vector<Rect> rects = lay_out(wanted.scopes, width, height - strip->height());
  std::vector<PictureOptions> options;
  double font = INFINITY; // all scopes have the text of the smallest one
  for (const Rect& rect : rects)
    font = std::min(font, Metrics(rect).font);
  for (size_t i = 0; i < rects.size(); i++) {
    options.push_back(wanted.of(i));
    options.back().font = font;
    options.back().pixel_aspect = wanted.pixel_aspect;
  }
  std::vector<std::unique_ptr<Panel>> panels;
  Status status;
  // With many bins, very large frames have too many counters.
  for (uint32_t bins = bins_for(rects); bins >= 2; bins /= 2) {
    TableList tables(source, bins);
    panels = make_panels(rects, wanted.scopes, options, tables);
    picture->numbers_.emplace(source, numbered, tables);
    status = tables.compile().move_to(picture->plan_);
    if (status.ok())
      break;
  }
  if (!status.ok())
    return status.error();

  picture->numbers_->prepare(*picture->plan_);
  Expected<Canvas> canvas = Canvas::create(width, height, fonts);
  if (!canvas.ok())
    return canvas.error();
  canvas->fill({0, 0, width, height}, style::page);
  auto drawing = std::make_shared<Drawing>();
  drawing->width = width;
  drawing->height = height;
  for (const std::unique_ptr<Panel>& panel : panels) {
    drawing->panels.push_back(panel->draw(*canvas, order, *picture->plan_));
    picture->plots_.insert(picture->plots_.end(), panel->plots().begin(), panel->plots().end());
  }
  drawing->background =
      Background(width, height, order, [&](uint32_t y) { return canvas->row(y); });
  picture->drawing_ = std::move(drawing);
  picture->painter_ = std::make_unique<Painter>(picture->drawing_);
  return Expected<std::unique_ptr<Picture>>(std::move(picture));
}

bool Picture::has_peaks() const {
  for (const PanelDrawing& panel : drawing_->panels)
    for (const PlotDrawing& plot : panel.plots)
      for (const TraceDrawing& trace : plot.traces)
        if (trace.extents && trace.extents->peak)
          return true;
  return false;
}

} // namespace videohistogram::scope
