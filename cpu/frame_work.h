// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"
#include "core/threads/workers.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace videohistogram::cpu {

/// Pixels per piece. Threads take one piece at a time, to end together even on a busy machine.
constexpr uint64_t piece_pixels = 16 * 1024;

// The functions of FrameWork that most layers share; others have overloads.

/// Whether the layer counts regions, too.
template <class LayerPlan>
constexpr bool counts_regions(const LayerPlan&) {
  return true;
}
/// The samples of a frame that the layer counts: those of one sample plane.
template <class LayerPlan>
SamplePlaneView view_of(const LayerPlan& plan, const FrameView& frame) {
  return frame.sample_plane(plan.sample_plane);
}
/// A rectangle of the frame, in pixels of the view.
template <class LayerPlan>
Rect rect_in(const LayerPlan&, const SamplePlaneView& view, const Rect& frame_rect) {
  return sample_plane_rect(*view.info, frame_rect);
}
/// Bytes of an RGBA image whose counting takes as long as that of a pixel of the view.
template <class LayerPlan>
uint64_t bytes_per_pixel(const LayerPlan&, const SamplePlaneView& view) {
  return view.info->pixel_bytes;
}
/// Tells a tally before the pieces of a rectangle that no other thread adds to `counts` until
/// fold(), so that they can be counted there.
template <class LayerPlan, class Tally>
void count_into(const LayerPlan&, Tally&, uint32_t* /*counts*/) {}

/// The work for one frame and its regions, cut into pieces of whole rows. A thread first takes the
/// pieces of its own share, adjacent in memory for the caches, then those left of other shares.
///
/// A layer is what is counted together. `LayerPlan` says how, `Tally` has the counters of a thread;
/// functions of their names, found by their arguments, do the work: counts_regions(), view_of(),
/// rect_in(), bytes_per_pixel(), reserve(), count_into(), count_rect(), merge_copies() and fold().
template <class LayerPlan, class Tally>
class FrameWork final : public ParallelTask {
public:
  /// Sets how the frames that follow are counted.
  void set_layers(std::vector<LayerPlan> plans) {
    layers_.clear();
    for (LayerPlan& plan : plans)
      layers_.push_back({std::move(plan), {}});
  }
  bool empty() const { return layers_.empty(); }

  /// Begins a frame, after set_layers(). `counts_of(layer, rectangle)` returns the counts of a
  /// rectangle, all zero, to which the layer's are added; rectangle 0 is the frame, i + 1 region i.
  /// nullptr: they are not counted.
  template <class CountsOf>
  void begin(const FrameView& frame, const Plan& plan, const std::vector<Rect>& regions,
             const CountsOf& counts_of) {
    rects_.clear();
    pieces_ = bytes_ = 0;
    for (uint32_t l = 0; l < layers_.size(); l++) {
      layers_[l].view = view_of(layers_[l].plan, frame);
      if (plan.whole_frame)
        add(l, {0, 0, frame.width, frame.height}, counts_of(l, 0));
      for (uint32_t i = 0; i < regions.size() && counts_regions(layers_[l].plan); i++)
        add(l, regions[i], counts_of(l, i + 1));
    }
  }

  /// Call before run_share() runs on up to `threads` threads.
  void prepare_for(size_t threads) {
    while (parts_.size() < threads)
      parts_.push_back(std::make_unique<Part>());
    for (size_t i = 0; i < threads; i++) {
      for (const Layer& layer : layers_)
        reserve(layer.plan, parts_[i]->tally);
      parts_[i]->next.store(pieces_ * i / threads, std::memory_order_relaxed);
      parts_[i]->end = pieces_ * (i + 1) / threads;
    }
    threads_ = threads;
    joined_.store(0, std::memory_order_relaxed);
  }

  uint64_t bytes() const { return bytes_; }

  void run_share() override {
    const size_t thread = joined_.fetch_add(1, std::memory_order_relaxed);
    Tally& tally = parts_[thread]->tally;
    const CutRect* current = nullptr;
    for (uint64_t piece; (piece = take(thread)) < pieces_;) {
      const CutRect* const rect = rect_of(piece);
      if (current != rect) {
        if (current)
          add_to_result(tally, *current);
        if (threads_ == 1)
          count_into(layers_[rect->layer].plan, tally, rect->counts);
      }
      current = rect;
      count_piece(*rect, piece, tally);
    }
    if (current)
      add_to_result(tally, *current);
  }

private:
  using View =
      decltype(view_of(std::declval<const LayerPlan&>(), std::declval<const FrameView&>()));

  struct Layer {
    LayerPlan plan;
    View view; ///< of the current frame
  };

  struct CutRect {
    Rect rect;          ///< in pixels of the layer
    uint32_t layer;     ///< index into layers_
    uint32_t* counts;   ///< of the rectangle; written with mutex_ held
    uint32_t rows;      ///< rows per piece; the last piece may have fewer
    uint64_t end_piece; ///< index of the frame's first piece after this rectangle
  };

  /// The state of one thread.
  struct Part {
    alignas(64) std::atomic<uint64_t> next{0}; ///< next piece of its share
    uint64_t end = 0;                          ///< end of its share
    Tally tally;                               ///< all zero between frames
  };

  /// The index of a piece that is left; pieces_ if there is none.
  uint64_t take(size_t thread) {
    for (size_t i = 0; i < threads_; i++) {
      Part& part = *parts_[(thread + i) % threads_];
      const uint64_t piece = part.next.fetch_add(1, std::memory_order_relaxed);
      if (piece < part.end)
        return piece;
    }
    return pieces_;
  }

  const CutRect* rect_of(uint64_t piece) const {
    return &*std::upper_bound(
        rects_.begin(), rects_.end(), piece,
        [](uint64_t wanted, const CutRect& rect) { return wanted < rect.end_piece; });
  }

  /// Adds a rectangle, in pixels of the frame.
  void add(uint32_t index, const Rect& frame_rect, uint32_t* counts) {
    if (!counts)
      return;
    const Layer& layer = layers_[index];
    const Rect rect = rect_in(layer.plan, layer.view, frame_rect);
    if (rect.width == 0 || rect.height == 0)
      return;
    CutRect cut{rect, index, counts, 0, 0};
    const auto max_rows =
        static_cast<uint32_t>(std::clamp<uint64_t>(piece_pixels / rect.width, 1, rect.height));
    // Pieces have about the same size: a small last piece would be counted by a slower method.
    cut.rows = (rect.height - 1) / ((rect.height - 1) / max_rows + 1) + 1;
    pieces_ += (rect.height - 1) / cut.rows + 1;
    bytes_ += uint64_t{rect.width} * rect.height * bytes_per_pixel(layer.plan, layer.view);
    cut.end_piece = pieces_;
    rects_.push_back(cut);
  }

  void count_piece(const CutRect& cut, uint64_t piece, Tally& tally) {
    const uint64_t pieces = (cut.rect.height - 1) / cut.rows + 1;
    const auto row = static_cast<uint32_t>((piece + pieces - cut.end_piece) * cut.rows);
    Rect rect = cut.rect;
    rect.y += row;
    rect.height = std::min(cut.rows, cut.rect.height - row);
    const Layer& layer = layers_[cut.layer];
    count_rect(layer.plan, layer.view, rect, tally);
  }

  void add_to_result(Tally& tally, const CutRect& cut) {
    const LayerPlan& plan = layers_[cut.layer].plan;
    merge_copies(plan, tally);
    std::lock_guard lock(mutex_);
    fold(plan, tally, cut.counts);
  }

  std::vector<Layer> layers_;
  std::vector<CutRect> rects_; ///< per layer: the frame, then its regions
  uint64_t pieces_ = 0;
  uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<Part>> parts_; ///< at least threads_ entries
  size_t threads_ = 0;
  std::atomic<size_t> joined_{0}; ///< threads that have joined
  std::mutex mutex_;              ///< for the counts of rectangles
};

} // namespace videohistogram::cpu
