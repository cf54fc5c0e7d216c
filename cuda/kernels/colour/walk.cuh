// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The groups and the single items of a rectangle that each thread counts. All threads of a block
// take the same number of rounds, so that they can meet between two rounds.
#pragma once

#include "cuda/kernels/colour/group.cuh"

namespace videohistogram::cuda {

namespace {

/// The number of this thread among those of all blocks that count the same part, and their number.
/// Warps with successive numbers are in different blocks, which so take equally long.
struct Rank {
  uint32_t first, step;

  __device__ Rank(uint32_t portion, uint32_t portions)
      : first((threadIdx.x / 32 * portions + portion) * 32 + threadIdx.x % 32),
        step(portions * blockDim.x) {}
};

/// The groups of one thread, one after the other.
class GroupWalk {
public:
  __device__ __forceinline__ GroupWalk(const GroupArea& area, const Rank& rank)
      : area_(area), columns_(area.columns) {
    const uint32_t groups = area.columns * area.rows; // below 2^29
    rounds_ = (groups + rank.step - 1) / rank.step;
    left_ = rank.first < groups ? (groups - 1 - rank.first) / rank.step + 1 : 0;
    const uint32_t divisor = columns_ > 0 ? columns_ : 1;
    x_ = rank.first % divisor;
    y_ = rank.first / divisor;
    dx_ = rank.step % divisor;
    dy_ = rank.step / divisor;
  }

  __device__ __forceinline__ uint32_t rounds() const { return rounds_; } ///< of all threads
  __device__ __forceinline__ bool more() const { return left_ > 0; }
  __device__ __forceinline__ uint32_t column() const { return area_.column + x_; }
  __device__ __forceinline__ uint32_t row() const { return area_.row + y_; }
  __device__ __forceinline__ void advance() {
    left_--;
    x_ += dx_;
    y_ += dy_;
    if (x_ >= columns_) {
      x_ -= columns_;
      y_++;
    }
  }
  /// Loads the present group, and goes to the next one.
  template <class T>
  __device__ __forceinline__ Group<T> load(const SourceArguments& a) {
    const Group<T> group = load_group<T>(a, column(), row());
    advance();
    return group;
  }

private:
  const GroupArea& area_;
  uint32_t columns_, rounds_, left_, x_, y_, dx_, dy_;
};

/// The same if VectorSteps::possible. The arithmetic of the addresses is done by the host.
template <bool Luma>
class VectorWalk {
public:
  __device__ __forceinline__ VectorWalk(const ColourArguments& a, const Rank& rank) : a_(a) {
    const VectorSteps& v = a.vectors;
    const uint32_t groups = a.area.columns * a.area.rows, columns = a.area.columns;
    const uint32_t last = rank.first + (a.rounds - 1) * rank.step;
    left_ = a.rounds - (last < groups ? 0 : 1);
    const uint32_t y = rank.first / columns;
    x_ = rank.first - y * columns;
    const int64_t row = a.area.row + y, column = a.area.column + x_;
    if (Luma)
      luma_ = a.luma + row * v.luma_row + column * v.luma_column;
    chroma_ = a.chroma + row * v.chroma_row + column * v.chroma_column;
  }

  __device__ __forceinline__ uint32_t rounds() const { return a_.rounds; }
  __device__ __forceinline__ bool more() const { return left_ > 0; }

  template <class T>
  __device__ __forceinline__ Group<T> load(const SourceArguments&) {
    constexpr uint32_t half = T::chroma_words / 2;
    const VectorSteps& v = a_.vectors;
    Group<T> group{};
    if (Luma)
#pragma unroll
      for (uint32_t r = 0; r < T::rows; r++)
        load_words<4, T::streamed>(group.y[r], luma_ + r * v.luma_distance, 16);
    if (a_.arrangement == Arrangement::pairs) {
      load_words<T::chroma_words, T::streamed>(group.chroma, chroma_, 16);
    } else {
      load_words<half, T::streamed>(group.chroma, chroma_, 16);
      load_words<half, T::streamed>(group.chroma + half, chroma_ + v.cr_distance, 16);
    }
    left_--;
    x_ += v.columns;
    const bool wraps = x_ >= a_.area.columns;
    if (Luma)
      luma_ += v.luma;
    chroma_ += v.chroma;
    if (wraps) {
      x_ -= a_.area.columns;
      if (Luma)
        luma_ += v.luma_wrap;
      chroma_ += v.chroma_wrap;
    }
    return group;
  }

private:
  const ColourArguments& a_;
  const uint8_t *luma_, *chroma_;
  uint32_t x_, left_;
};

/// Calls `use` with the walk of this thread.
template <class T, class Use>
__device__ __forceinline__ void with_walk(const ColourArguments& a, const Rank& rank, Use&& use) {
  if (a.vectors.possible) {
    VectorWalk<T::luma> walk(a, rank);
    use(walk);
  } else {
    GroupWalk walk(a.area, rank);
    use(walk);
  }
}

/// An item: a pixel of the frame, or a chroma sample.
struct Item {
  uint32_t x, y;
};

/// The items of the rectangle that are in no group: the rows above and below the groups, then what
/// is left and right of them.
template <class T>
class SingleWalk {
public:
  __device__ __forceinline__ SingleWalk(const SourceArguments& a) : rect_(a.p.rect) {
    const GroupArea& area = a.area;
    const bool pairs = T::rows == 2;
    left_ = rect_.width;
    right_ = rect_.width;
    top_ = rect_.height;
    bottom_ = rect_.height;
    if (area.columns > 0) {
      constexpr uint32_t width = T::luma ? T::row_pixels : T::cells;
      left_ = area.column * width - rect_.x;
      right_ = left_ + area.columns * width;
      top_ = area.row * (pairs ? 2 : 1) - rect_.y;
      bottom_ = top_ + area.rows * (pairs ? 2 : 1);
    }
    side_width_ = left_ + (rect_.width - right_);
    outer_ = (top_ + (rect_.height - bottom_)) * rect_.width;
    count_ = outer_ + (bottom_ - top_) * side_width_;
  }

  __device__ __forceinline__ uint32_t count() const { return count_; }

  __device__ __forceinline__ Item at(uint32_t index) const {
    Item item;
    if (index < outer_) {
      item.y = index / rect_.width;
      item.x = index - item.y * rect_.width;
      if (item.y >= top_)
        item.y += bottom_ - top_;
    } else {
      index -= outer_;
      item.y = index / side_width_;
      item.x = index - item.y * side_width_;
      item.y += top_;
      if (item.x >= left_)
        item.x += right_ - left_;
    }
    return {item.x + rect_.x, item.y + rect_.y};
  }

private:
  Rect rect_;
  uint32_t left_, right_, top_, bottom_; ///< of the groups, relative to the rectangle
  uint32_t side_width_;
  uint32_t outer_; ///< items above and below the groups
  uint32_t count_;
};

/// Counts all groups of `walk`. `prepare` runs while the first loads are in flight, `before_group`
/// before each group, both in all threads of the block.
template <class T, class Walk, class Prepare, class BeforeGroup, class CountGroup>
__device__ __forceinline__ void count_groups(const SourceArguments& a, Walk& walk,
                                             Prepare&& prepare, BeforeGroup&& before_group,
                                             CountGroup&& count_group) {
  Group<T> next[T::batch];
  bool there[T::batch];
  const auto load = [&](uint32_t k) {
    there[k] = walk.more();
    if (there[k])
      next[k] = walk.template load<T>(a);
  };
#pragma unroll
  for (uint32_t k = 0; k < T::batch; k++)
    load(k);
  prepare();
#pragma unroll 1
  for (uint32_t round = 0; round < walk.rounds(); round += T::batch) {
    Group<T> now[T::batch];
    bool counted[T::batch];
#pragma unroll
    for (uint32_t k = 0; k < T::batch; k++) {
      now[k] = next[k];
      counted[k] = there[k];
      load(k);
    }
#pragma unroll
    for (uint32_t k = 0; k < T::batch; k++) {
      before_group();
      if (counted[k]) {
        normalise<T>(a, now[k]);
        count_group(now[k]);
      }
    }
  }
}

/// The same for the groups of `rank`, however they lie.
template <class T, class Prepare, class BeforeGroup, class CountGroup>
__device__ __forceinline__ void count_groups(const SourceArguments& a, const Rank& rank,
                                             Prepare&& prepare, BeforeGroup&& before_group,
                                             CountGroup&& count_group) {
  GroupWalk walk(a.area, rank);
  count_groups<T>(a, walk, prepare, before_group, count_group);
}

/// Counts all items that are in no group; see count_groups().
template <class T, class BeforeRound, class CountItem>
__device__ __forceinline__ void count_singles(const SourceArguments& a, const Rank& rank,
                                              BeforeRound&& before_round, CountItem&& count_item) {
  const SingleWalk<T> walk(a);
  if (walk.count() == 0)
    return;
  const uint32_t rounds = walk.count() / rank.step + (walk.count() % rank.step > 0 ? 1 : 0);
#pragma unroll 1
  for (uint32_t round = 0; round < rounds; round++) {
    before_round();
    const uint64_t index = uint64_t{round} * rank.step + rank.first;
    if (index < walk.count())
      count_item(walk.at(static_cast<uint32_t>(index)));
  }
}

} // namespace

} // namespace videohistogram::cuda
