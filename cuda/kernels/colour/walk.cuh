// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The groups and the single items of a rectangle that each thread counts. All threads of a block
// take the same number of rounds, so that they can meet between two rounds.
#pragma once

#include "cuda/kernels/colour/group.cuh"

namespace videohistogram::cuda {

namespace {

/// The number of this thread among those of all blocks that count the same part, and their number.
struct Rank {
  uint32_t first, step;

  __device__ Rank(uint32_t portion, uint32_t portions)
      : first(portion * blockDim.x + threadIdx.x), step(portions * blockDim.x) {}
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

private:
  const GroupArea& area_;
  uint32_t columns_, rounds_, left_, x_, y_, dx_, dy_;
};

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

/// Counts all groups. `prepare` runs while the first loads are in flight, `before_round` before
/// each round, both in all threads of the block.
template <class T, class Prepare, class BeforeRound, class CountGroup>
__device__ __forceinline__ void count_groups(const SourceArguments& a, const Rank& rank,
                                             Prepare&& prepare, BeforeRound&& before_round,
                                             CountGroup&& count_group) {
  GroupWalk walk(a.area, rank);
  Group<T> next;
  bool there = walk.more();
  if (there)
    next = load_group<T>(a, walk.column(), walk.row());
  prepare();
#pragma unroll 1
  for (uint32_t round = 0; round < walk.rounds(); round++) {
    Group<T> now = next;
    const bool counted = there;
    if (there) {
      walk.advance();
      there = walk.more();
      if (there)
        next = load_group<T>(a, walk.column(), walk.row());
    }
    before_round();
    if (counted) {
      normalise<T>(a, now);
      count_group(now);
    }
  }
}

/// Counts all items that are in no group; see count_groups().
template <class T, class BeforeRound, class CountItem>
__device__ __forceinline__ void count_singles(const SourceArguments& a, const Rank& rank,
                                              BeforeRound&& before_round, CountItem&& count_item) {
  const SingleWalk<T> walk(a);
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
