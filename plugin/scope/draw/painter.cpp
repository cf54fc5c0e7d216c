// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/painter.h"

#include "core/scope_guard.h"
#include "core/threads/wait_awake.h"
#include "plugin/scope/draw/paint/trace.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

namespace videohistogram::scope {

/// Pixels of the smallest picture that two threads draw. Waking the second thread takes as long as
/// drawing some 100,000 pixels.
static constexpr size_t least_of_two_threads = 400'000;

Painter::Painter(std::shared_ptr<const Drawing> drawing) : drawing_(std::move(drawing)) {
  for (const PanelDrawing& panel : drawing_->panels) {
    std::vector<TraceLayer*>& traces = panels_.emplace_back();
    for (const PlotDrawing& plot : panel.plots) {
      for (const TraceDrawing& trace : plot.traces) {
        auto layer = std::make_unique<TraceLayer>(trace, plot.rect);
        traces.push_back(layer.get());
        layers_.push_back(std::move(layer));
      }
      if (plot.dots)
        layers_.push_back(make_dots_layer(*plot.dots, plot.traces.back(), plot.rect));
    }
    layers_.push_back(make_histogram_layer(panel));
  }
  const size_t width = drawing_->width;
  for (Scratch& scratch : scratch_)
    scratch = {std::vector<uint32_t>(width), std::vector<uint32_t>(width + row_padding), {}};
}

void Painter::hold(Hold hold) {
  hold_ = hold;
  hold_anew_ = true;
}

/// Gives the traces of each panel their common scale.
void Painter::scale_traces() {
  for (const std::vector<TraceLayer*>& traces : panels_) {
    CountSums sums;
    for (const TraceLayer* trace : traces)
      sums.add(trace->sums());
    for (TraceLayer* trace : traces)
      trace->set_full(full_count(sums, trace_range));
  }
}

/// Threads first load layers, then, when all are loaded, draw bands of rows.
class Painter::Work final : public ParallelTask {
public:
  /// `tables`: null to load none. `out`: null to draw nothing.
  Work(Painter& painter, const CountedTables* tables, const PixelRows* out)
      : painter_(painter), tables_(tables), out_(out),
        layers_(tables ? painter.layers_.size() : 0) {
    if (tables)
      step_ = painter.hold_state_.next(painter.hold_, std::exchange(painter.hold_anew_, false));
  }

  void run_share() override {
    Scratch& scratch = painter_.scratch_[threads_++];
    load();
    wait_until_loaded();
    if (out_)
      draw(scratch);
  }

private:
  /// Enough that threads end at about the same time.
  static constexpr uint32_t bands = 16;

  void load() {
    for (size_t i = next_layer_++; i < layers_; i = next_layer_++) {
      // Also after an exception, since another thread waits for the layer.
      const ScopeGuard note([this] { note_loaded(); });
      painter_.layers_[i]->load(*tables_, step_);
    }
  }
  void note_loaded() {
    if (++ended_ < layers_)
      return;
    painter_.scale_traces();
    loaded_ = true;
    { std::lock_guard lock(mutex_); } // a thread that sees the old value is asleep by now
    all_loaded_.notify_all();
  }
  void wait_until_loaded() {
    const auto is_loaded = [this] { return loaded_ || layers_ == 0; };
    wait_awake(is_loaded);
    if (is_loaded())
      return;
    std::unique_lock lock(mutex_);
    all_loaded_.wait(lock, is_loaded);
  }
  void draw(Scratch& scratch) {
    const uint32_t height = painter_.drawing_->height;
    uint32_t y = 0;
    for (uint32_t band = next_band_++; band < bands; band = next_band_++)
      for (; y < height * (band + 1) / bands; y++) {
        painter_.drawing_->background.go_to(y, scratch.background.data());
        if (y >= height * band / bands)
          painter_.draw_row(y, *out_, tables_ != nullptr, scratch);
      }
  }

  Painter& painter_;
  const CountedTables* const tables_;
  const PixelRows* const out_;
  const size_t layers_; ///< that are loaded
  HoldStep step_;
  std::atomic<size_t> threads_ = 0, next_layer_ = 0, ended_ = 0;
  std::atomic<bool> loaded_ = false; ///< all layers are, and have their scale
  std::atomic<uint32_t> next_band_ = 0;
  std::mutex mutex_;
  std::condition_variable all_loaded_;
};

void Painter::load(const CountedTables& tables) {
  ScopeGuard forget_all([this] { forget(); }); // an exception may leave some layers as they were
  Work(*this, &tables, nullptr).run_share();
  forget_all.dismiss();
}

void Painter::draw(const CountedTables* tables, const PixelRows& out, unsigned threads) {
  ScopeGuard forget_all([this] { forget(); });
  Work work(*this, tables, &out);
  if (threads > 1 && size_t{drawing_->width} * drawing_->height >= least_of_two_threads)
    workers_.run(work, 1);
  else
    work.run_share();
  forget_all.dismiss();
}

/// Traces are added in a row that stays in the cache: the picture may be slow to read.
void Painter::draw_row(uint32_t y, const PixelRows& out, bool traces, Scratch& scratch) const {
  std::copy_n(scratch.background.data(), drawing_->width, scratch.row.data());
  if (traces)
    for (const std::unique_ptr<Layer>& layer : layers_)
      layer->add_row(y, scratch.row.data(), scratch.traces);
  std::memcpy(out.data + out.stride * static_cast<ptrdiff_t>(y), scratch.row.data(),
              drawing_->width * sizeof(uint32_t));
}

} // namespace videohistogram::scope
