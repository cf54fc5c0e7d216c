// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/picture.h"

#include "core/threads/wait_awake.h"
#include "plugin/scope/draw/kernels/kernels.h"
#include "plugin/scope/draw/panels/graticule.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

namespace videohistogram::scope {

namespace {

constexpr uint32_t least_bins = 256;
/// Pixels from which a second thread draws: to wake it takes as long as some 100,000 of them.
constexpr size_t least_of_two_threads = 400'000;
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

std::vector<std::unique_ptr<Panel>> make_panels(const std::vector<Rect>& rects,
                                                const PictureOptions& options, TableList& tables) {
  std::vector<std::unique_ptr<Panel>> panels;
  for (size_t i = 0; i < rects.size(); i++) {
    const Rect& rect = rects[i];
    if (rect.width == 0 || rect.height == 0)
      continue; // more scopes than pixels
    switch (options.scopes[i]) {
    case ScopeKind::histogram:
      panels.push_back(make_histogram_panel(rect, options, tables));
      break;
    case ScopeKind::vectorscope:
      panels.push_back(make_vectorscope_panel(rect, options, tables));
      break;
    case ScopeKind::waveform:
    case ScopeKind::parade:
      panels.push_back(make_waveform_panel(options.scopes[i], rect, options, tables));
      break;
    }
  }
  return panels;
}

} // namespace

Expected<std::unique_ptr<Picture>> Picture::create(const Source& source,
                                                   const PictureOptions& options, uint32_t width,
                                                   uint32_t height, const PixelOrder& order,
                                                   const Fonts* fonts) {
  const std::vector<Rect> rects = lay_out(options.scopes, width, height);
  std::unique_ptr<Picture> picture(new Picture);
  Status status;
  // Very large frames have too many counters with many bins.
  for (uint32_t bins = bins_for(rects); bins >= 2; bins /= 2) {
    TableList tables(source, bins);
    picture->panels_ = make_panels(rects, options, tables);
    status = tables.compile().move_to(picture->plan_);
    if (status.ok())
      break;
  }
  if (!status.ok())
    return status.error();

  Expected<Canvas> canvas = Canvas::create(width, height, fonts);
  if (!canvas.ok())
    return canvas.error();
  canvas->fill({0, 0, width, height}, style::page);
  for (const auto& panel : picture->panels_)
    panel->draw_graticule(*canvas, order);
  picture->background_ =
      Background(width, height, order, [&](uint32_t y) { return canvas->row(y); });
  for (Scratch& scratch : picture->scratch_)
    scratch = {std::vector<uint32_t>(width), std::vector<uint32_t>(width + row_padding), {}};
  for (const auto& panel : picture->panels_) {
    for (size_t i = 0; i < panel->parts(); i++)
      picture->parts_.push_back({panel.get(), i});
    const std::vector<PlotArea> plots = panel->plots();
    for (size_t i = 0; i < plots.size(); i++)
      picture->plots_.push_back({panel.get(), i, plots[i].rect});
  }
  return Expected<std::unique_ptr<Picture>>(std::move(picture));
}

void Picture::hold(Hold hold) {
  for (const auto& panel : panels_)
    panel->hold(hold);
}

void Picture::forget() {
  for (const auto& panel : panels_)
    panel->forget();
}

void Picture::load(const CountedTables& tables) {
  for (const Part& part : parts_)
    part.panel->load(tables, part.index);
}

/// Threads first load parts of panels, then, when all are loaded, draw bands of rows.
class Picture::Work final : public ParallelTask {
public:
  Work(Picture& picture, const CountedTables* tables, const PixelRows& out)
      : picture_(picture), tables_(tables), out_(out) {}

  void run_share() override {
    Scratch& scratch = picture_.scratch_[threads_++];
    load();
    wait_until_loaded();
    const auto height = static_cast<uint32_t>(picture_.background_.height());
    uint32_t y = 0;
    for (uint32_t band = next_band_++; band < bands; band = next_band_++)
      for (; y < height * (band + 1) / bands; y++) {
        picture_.background_.go_to(y, scratch.background.data());
        if (y >= height * band / bands)
          picture_.draw_row(y, out_, tables_ != nullptr, scratch);
      }
  }

private:
  /// Enough that threads end at about the same time.
  static constexpr uint32_t bands = 16;

  size_t parts() const { return tables_ ? picture_.parts_.size() : 0; }
  void load() {
    for (size_t i = next_part_++; i < parts(); i = next_part_++) {
      struct Count {
        Work& work;
        ~Count() { work.note_loaded(); } // after an exception, too: another thread waits for it
      } count{*this};
      picture_.parts_[i].panel->load(*tables_, picture_.parts_[i].index);
    }
  }
  void note_loaded() {
    if (++loaded_ < parts())
      return;
    { std::lock_guard lock(mutex_); } // a thread that sees the old value is asleep by now
    all_loaded_.notify_all();
  }
  void wait_until_loaded() {
    const auto is_loaded = [this] { return loaded_ >= parts(); };
    wait_awake(is_loaded);
    if (is_loaded())
      return;
    std::unique_lock lock(mutex_);
    all_loaded_.wait(lock, is_loaded);
  }

  Picture& picture_;
  const CountedTables* const tables_;
  const PixelRows& out_;
  std::atomic<size_t> threads_ = 0, next_part_ = 0, loaded_ = 0;
  std::atomic<uint32_t> next_band_ = 0;
  std::mutex mutex_;
  std::condition_variable all_loaded_;
};

void Picture::draw(const CountedTables* tables, const PixelRows& out, unsigned threads) {
  Work work(*this, tables, out);
  if (threads > 1 && background_.width() * background_.height() >= least_of_two_threads)
    workers_.run(work, 1);
  else
    work.run_share();
}

/// Traces are added in a row that stays in the cache: the picture may be slow to read.
void Picture::draw_row(uint32_t y, const PixelRows& out, bool traces, Scratch& scratch) const {
  std::copy_n(scratch.background.data(), background_.width(), scratch.row.data());
  for (const PlacedPlot& plot : plots_)
    if (traces && y - plot.rect.y < plot.rect.height) // false above the plot, too: it wraps around
      plot.panel->add_row(plot.index, y - plot.rect.y, &scratch.row[plot.rect.x], scratch.traces);
  std::memcpy(out.data + out.stride * static_cast<ptrdiff_t>(y), scratch.row.data(),
              background_.width() * sizeof(uint32_t));
}

std::shared_ptr<const Drawing> Picture::drawing() {
  if (drawing_)
    return drawing_;
  auto drawing = std::make_shared<Drawing>();
  drawing->width = static_cast<uint32_t>(background_.width());
  drawing->height = static_cast<uint32_t>(background_.height());
  drawing->background = background_;
  for (const PlacedPlot& plot : plots_) {
    drawing->plots.push_back(plot.panel->describe(plot.index, *plan_));
    drawing->plots.back().panel = static_cast<size_t>(
        std::find_if(panels_.begin(), panels_.end(),
                     [&](const auto& panel) { return panel.get() == plot.panel; }) -
        panels_.begin());
  }
  drawing_ = std::move(drawing);
  return drawing_;
}

std::vector<PlotArea> Picture::plots() const {
  std::vector<PlotArea> all;
  for (const auto& panel : panels_)
    for (PlotArea& area : panel->plots())
      all.push_back(std::move(area));
  return all;
}

} // namespace videohistogram::scope
