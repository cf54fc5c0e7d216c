// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// How a block's threads walk over its part of a frame or a region and count it into the table.
#pragma once

#include "cuda/kernels/byte/table.cuh"
#include "cuda/kernels/common/load.cuh"

namespace videohistogram::cuda {

namespace {

/// The pixels that one thread loads at once.
template <class T>
struct Group {
  uint32_t words[4 * T::group_vectors];
};

template <class T>
__device__ __forceinline__ Group<T> load_group(const uint4* source, uint32_t index) {
  // A frame is read once, by streaming loads. But the three vectors of a group share cache lines
  // with the neighbouring threads' vectors, so those loads go through the cache.
  Group<T> group;
  load_aligned<4 * T::group_vectors, T::group_vectors == 1>(
      group.words, source + size_t{index} * T::group_vectors);
  return group;
}

template <class T>
__device__ __forceinline__ void count_group(const ByteParameters& p, const Group<T>& group,
                                            uint32_t lane_bytes) {
  const uint32_t(&words)[4 * T::group_vectors] = group.words;
  if (T::pixel_bytes == 3) {
    // Four pixels in three words.
#pragma unroll
    for (uint32_t i = 0; i + 2 < 4 * T::group_vectors; i += 3) {
      count_pixel<T>(p, words[i], lane_bytes);
      count_pixel<T>(p, __funnelshift_r(words[i], words[i + 1], 24), lane_bytes);
      count_pixel<T>(p, __funnelshift_r(words[i + 1], words[i + 2], 16), lane_bytes);
      count_pixel<T>(p, words[i + 2] >> 8, lane_bytes);
    }
  } else {
#pragma unroll
    for (uint32_t i = 0; i < 4; i++)
      count_pixel<T>(p, words[i], lane_bytes);
  }
}

/// Loads the pixel at an address of any alignment.
template <class T>
__device__ __forceinline__ uint32_t load_pixel(const uint8_t* at) {
  uint32_t pixel = 0;
#pragma unroll
  for (uint32_t byte = 0; byte < T::pixel_bytes; byte++)
    pixel |= uint32_t{__ldg(at + byte)} << 8 * byte;
  return pixel;
}

/// Runs `rounds` rounds, the same number in every thread. In a round a thread counts up to `Counts`
/// times in a channel. `left` is how often the thread may count before the table must be drained.
template <class T, uint32_t Counts, class CountRound>
__device__ __forceinline__ void count_rounds(uint32_t rounds, uint32_t& left, RowSums& sums,
                                             CountRound&& count_round) {
  static_assert(Counts <= T::max_thread_counts);
  while (rounds > 0) {
    const uint32_t now = min(rounds, left / Counts);
    for (uint32_t round = 0; round < now; round++)
      count_round();
    rounds -= now;
    left -= now * Counts;
    if (rounds == 0)
      return;
    __syncthreads();
    drain_rows<typename T::Layout>(sums);
    __syncthreads();
    clear_table<T>();
    __syncthreads();
    left = T::max_thread_counts;
  }
}

/// A rectangle of rows with any stride and alignment, and the rank of this block among its blocks.
struct Rows {
  const uint8_t* corner; ///< the first pixel of the row that is first in memory
  size_t stride;         ///< bytes
  uint32_t width, height, pixel_bytes;
  uint32_t rank, blocks;

  __device__ uint64_t row_bytes() const { return uint64_t{width} * pixel_bytes; }
};

/// Counts this block's part of a whole plane that is one run of bytes, aligned to 16 bytes.
template <class T>
__device__ __forceinline__ void count_run(const ByteParameters& p, const BytePlane& plane,
                                          const Rows& run, uint32_t lane_bytes, RowSums& sums) {
  const uint4* const source = reinterpret_cast<const uint4*>(run.corner);
  const uint64_t bytes = run.row_bytes() * run.height; // below 2^34
  const uint32_t groups = static_cast<uint32_t>(bytes / T::group_bytes);
  const uint32_t step = run.blocks * T::threads;
  uint32_t at = run.rank * T::threads + threadIdx.x;

  // The first loads are in flight while the table is cleared.
  Group<T> next[T::ahead];
#pragma unroll
  for (uint32_t k = 0; k < T::ahead; k++)
    if (at + k * step < groups)
      next[k] = load_group<T>(source, at + k * step);
  clear_table<T>();
  __syncthreads();

  ByteRows<T> rows;
  if (T::patterned)
    rows = byte_rows<T>(plane, lane_bytes);
  // The rest of the run, less than a group; one count per thread is reserved for it.
  uint32_t left = T::max_thread_counts - 1;
  const uint64_t grouped = uint64_t{groups} * T::group_bytes;
  if (run.rank == 0) {
    const uint64_t end = grouped + threadIdx.x * (T::bytewise ? 1 : T::pixel_bytes);
    if (end < bytes && T::bytewise)
      count_byte<T>(p, rows, run.corner[end], static_cast<uint32_t>(end % T::period), lane_bytes);
    else if (end < bytes)
      count_pixel<T>(p, load_pixel<T>(run.corner + end), lane_bytes);
  }

  const auto count_round = [&] {
    Group<T> now[T::ahead];
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++) {
      now[k] = next[k];
      const uint32_t later = at + (T::ahead + k) * step;
      if (later < groups)
        next[k] = load_group<T>(source, later);
    }
#pragma unroll
    for (uint32_t k = 0; k < T::ahead; k++)
      if (at + k * step < groups) {
        if (T::ones)
          count_ones<T>(now[k].words, lane_bytes);
        else if (T::patterned) // 16 is 1 modulo 3, and 0 modulo 4
          count_vector<T>(rows, now[k].words, T::period == 3 ? (at + k * step) % 3 : 0);
        else
          count_group<T>(p, now[k], lane_bytes);
      }
    at += T::ahead * step;
  };
  if (T::small) {
    for (uint32_t first = 0; first < groups; first += T::ahead * step)
      count_round();
  } else {
    const uint32_t round_groups = T::ahead * step;
    count_rounds<T, T::ahead * T::group_counts>((groups + round_groups - 1) / round_groups, left,
                                                sums, count_round);
  }
}

/// A vector inside a row, aligned to 16 bytes, with the word after it. A pixel belongs to the
/// vector in which it starts, unless bytes are counted independently.
struct Piece {
  uint4 vector;
  uint32_t beyond;
  uint32_t skip; ///< bytes before the first pixel, or period, that starts in the vector
};

/// Loads vector `x` of a row; the row begins in vector 0.
template <class T>
__device__ __forceinline__ Piece load_piece(const uint8_t* row, uint32_t x) {
  const uint32_t before = static_cast<uint32_t>(reinterpret_cast<size_t>(row)) % 16;
  const uint4* const at = reinterpret_cast<const uint4*>(row - before) + x;
  Piece piece;
  piece.vector = __ldg(at);
  piece.skip =
      T::period == 4 ? before % 4 : (before + x % 3 * 2) % 3; // 16 is 1 modulo 3, and -1 is 2
  piece.beyond = 0;
  if (!T::bytewise && (T::pixel_bytes == 3 || piece.skip > 0))
    piece.beyond = __ldg(reinterpret_cast<const uint32_t*>(at + 1));
  return piece;
}

/// Counts the pixels that start in a vector.
template <class T>
__device__ __forceinline__ void count_piece(const ByteParameters& p, const Piece& piece,
                                            uint32_t lane_bytes) {
  const uint4& v = piece.vector;
  const uint32_t shift = 8 * piece.skip;
  const uint32_t words[4] = {__funnelshift_r(v.x, v.y, shift), __funnelshift_r(v.y, v.z, shift),
                             __funnelshift_r(v.z, v.w, shift),
                             __funnelshift_r(v.w, piece.beyond, shift)};
  if (T::pixel_bytes == 4) {
#pragma unroll
    for (uint32_t i = 0; i < 4; i++)
      count_pixel<T>(p, words[i], lane_bytes);
    return;
  }
  count_pixel<T>(p, words[0], lane_bytes);
  count_pixel<T>(p, __funnelshift_r(words[0], words[1], 24), lane_bytes);
  count_pixel<T>(p, __funnelshift_r(words[1], words[2], 16), lane_bytes);
  count_pixel<T>(p, words[2] >> 8, lane_bytes);
  count_pixel<T>(p, words[3], lane_bytes);
  if (piece.skip == 0) // a sixth pixel starts in the last byte
    count_pixel<T>(p, __funnelshift_r(v.w, piece.beyond, 24), lane_bytes);
}

/// Counts all bytes of a vector.
template <class T>
__device__ __forceinline__ void count_bytes(const ByteParameters& p, const ByteRows<T>& rows,
                                            const Piece& piece, uint32_t lane_bytes) {
  const uint32_t words[4] = {piece.vector.x, piece.vector.y, piece.vector.z, piece.vector.w};
  if constexpr (T::ones) {
    count_ones<T>(words, lane_bytes);
  } else if constexpr (T::patterned) {
    count_vector<T>(rows, words, (T::period - piece.skip) % T::period);
  } else {
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) // rotated so that each byte is at its place in a pixel
      count_pixel<T>(p, __funnelshift_r(words[i], words[i], 8 * piece.skip), lane_bytes);
  }
}

/// The items at both ends of the rows that lie in no inner vector, in order: pixels, or bytes if
/// those are counted independently.
template <class T>
struct Ends {
  static constexpr uint32_t size = T::bytewise ? 1 : T::pixel_bytes;

  const Rows& rows;
  uint64_t row_bytes;
  uint32_t inner;    ///< inner vectors per row, from vector 1 on
  uint32_t row_ends; ///< maximum items per row, for any alignment

  __device__ Ends(const Rows& r, uint64_t bytes, uint32_t inner_vectors)
      : rows(r), row_bytes(bytes), inner(inner_vectors) {
    const uint64_t all = bytes / size;
    row_ends =
        static_cast<uint32_t>(min(all, (bytes - uint64_t{inner} * 16) / size + (size > 1 ? 1 : 0)));
  }

  __device__ uint64_t count() const { return uint64_t{row_ends} * rows.height; }

  /// Loads item `index` and, for a byte, its number in the period. False if the row ends before.
  __device__ __forceinline__ bool load(uint64_t index, uint32_t& value, uint32_t& byte) const {
    if (index >= count())
      return false;
    // A division of 64-bit numbers takes ten times as long.
    const uint32_t y = static_cast<uint32_t>(
        index >> 32 == 0 ? static_cast<uint32_t>(index) / row_ends : index / row_ends);
    uint64_t x = index - uint64_t{y} * row_ends;
    const uint8_t* const row = rows.corner + y * rows.stride;
    const uint32_t before = static_cast<uint32_t>(reinterpret_cast<size_t>(row)) % 16;
    // A row's first `first` items start before vector 1, the others after the inner vectors.
    const uint32_t first = (16 - before + size - 1) / size;
    if (inner > 0 && x >= first)
      x += (uint64_t{inner} * 16 + 16 - before + size - 1) / size - first;
    if (x * size >= row_bytes)
      return false;
    value = T::bytewise ? uint32_t{__ldg(row + x)} : load_pixel<T>(row + x * size);
    byte = T::bytewise ? static_cast<uint32_t>(x % T::period) : 0;
    return true;
  }
};

/// Counts this block's part of a rectangle, in reading order. Reads no byte outside the rectangle.
template <class T>
__device__ __forceinline__ void count_rows(const ByteParameters& p, const BytePlane& plane,
                                           const Rows& rows, uint32_t lane_bytes, RowSums& sums) {
  constexpr uint32_t ahead = 2;
  const uint64_t row_bytes = rows.row_bytes();
  // Inner vectors per row: from vector 1 on, with the word after them in the row at any alignment.
  const uint32_t inner =
      row_bytes >= 36 ? static_cast<uint32_t>((row_bytes - 20) / 16) : 0; // below 2^30
  const uint32_t vectors = inner * rows.height;                           // below 2^32 * 3 / 4
  const uint32_t step = rows.blocks * T::threads;
  const uint32_t first = rows.rank * T::threads + threadIdx.x;
  const uint32_t own = first < vectors ? (vectors - first - 1) / step + 1 : 0;

  // The position of the next piece. A thread that has loaded its last piece loads that piece again:
  // a branch around each load takes longer.
  uint32_t x = 0, dx = 0, last = own;
  size_t row_step = 0;
  const uint8_t* row = rows.corner;
  if (own > 0) {
    x = first % inner;
    row += first / inner * rows.stride;
    dx = step % inner;
    row_step = step / inner * rows.stride;
  }
  const auto load = [&](Piece& piece) {
    piece = load_piece<T>(row, x + 1);
    if (last <= 1)
      return;
    last--;
    const bool wraps = x + dx >= inner;
    x = wraps ? x + dx - inner : x + dx;
    row += wraps ? row_step + rows.stride : row_step;
  };

  Piece next[ahead];
  if (own > 0) {
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++)
      load(next[k]);
  }
  const Ends<T> ends(rows, row_bytes, inner);
  uint64_t end_at = first;
  uint32_t end_value, end_byte;
  bool has_end = ends.load(end_at, end_value, end_byte);
  clear_table<T>();
  __syncthreads();

  uint32_t left = T::max_thread_counts;
  const uint32_t end_rounds = static_cast<uint32_t>((ends.count() + step - 1) / step);
  ByteRows<T> byte_tables;
  if (T::patterned)
    byte_tables = byte_rows<T>(plane, lane_bytes);
  count_rounds<T, 1>(end_rounds, left, sums, [&] {
    if (has_end && T::bytewise)
      count_byte<T>(p, byte_tables, end_value, end_byte, lane_bytes);
    else if (has_end)
      count_pixel<T>(p, end_value, lane_bytes);
    end_at += step;
    has_end = ends.load(end_at, end_value, end_byte);
  });

  const auto count = [&](const Piece& piece) {
    if (T::bytewise)
      count_bytes<T>(p, byte_tables, piece, lane_bytes);
    else
      count_piece<T>(p, piece, lane_bytes);
  };
  // Rounds in which every thread has `ahead` pieces, then one in which some threads have fewer.
  const uint32_t full_rounds = vectors / step / ahead;
  count_rounds<T, ahead * T::vector_counts>(full_rounds, left, sums, [&] {
    Piece now[ahead];
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++) {
      now[k] = next[k];
      load(next[k]);
    }
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++)
      count(now[k]);
  });
  const uint32_t rest = own - full_rounds * ahead; // up to `ahead`
  count_rounds<T, ahead * T::vector_counts>(1, left, sums, [&] {
#pragma unroll
    for (uint32_t k = 0; k < ahead; k++)
      if (k < rest)
        count(next[k]);
  });
}

} // namespace

} // namespace videohistogram::cuda
