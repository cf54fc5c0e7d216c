// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts with AVX-512, available from Ice Lake and Zen 4 on, without tables to increment. The time
// does not depend on the image's content, except that blocks of 512 similar neighbours are faster.
//
//   1. The bytes of a channel go into four buckets by their two high bits.
//   2. 1024 bytes of a bucket are transposed into the bit planes of their six low bits.
//   3. For each of the 64 sets of bits, the AND of their planes marks the bytes that have all bits
//      of the set. The popcounts of these ANDs are summed.
//   4. At the end, differences of the sums give the number of bytes of each value.
//
// Bytes that are 0 add nothing in step 3, so they fill up a bucket at the end.
//
// Measured on a Zen 4 core at 3.7 GHz, GRAY8, GB/s:
//
//                                                                  random
//   increments in eight tables, one store per cycle                   3.7  (count_tables.cpp)
//   a table for pairs of bytes, 16-bit / 8-bit counters         3.9 / 4.4  (two-valued 3.1 / 2.9)
//   no buckets: 256 products of planes and inverted planes            3.5
//   buckets, 64 products of planes and inverted planes                7.1
//   sets of planes: fewer ANDs, and bytes of 0 add nothing            7.5
//   the newest bytes of a bucket stay for the next batch              8.1  <- this file
//
// Rejected: 16-bit sums, four sets per vector (3% slower, no fewer L1 misses); table increments
// between the popcounts, while no other stores are due (one per popcount: 1% faster; four: a
// quarter slower); 32-byte stores into the buckets where they suffice (filling is 8% faster with
// noise, a quarter slower with two values). Filling takes 3.4 ns per 64 bytes, counting 4.1 ns.
// Filling takes 5.6 ns if the four compressed vectors share one register.
#include "cpu/kernels/plane/count_functions.h"

#include "cpu/kernels/plane/samples_avx512.h"

#include <cstring>

namespace videohistogram::cpu::avx512 {

namespace {

constexpr uint32_t block_vectors = Buckets::block / vector_bytes;

inline Vector blend(Mask from_b, Vector a, Vector b) {
  return _mm512_mask_mov_epi8(a, from_b, b);
}

/// The six low bit planes of 512 bytes. The order of the bytes' bits within a plane does not
/// matter, but must be the same in all planes.
inline void transpose(const uint8_t* p, Vector planes[6]) {
  Vector x[8], y[8];
  // Transposes the 8x8 bits of every 8 bytes, so that byte k holds bit k of each byte, and rotates
  // the bytes of vector i by i.
  constexpr uint64_t unit = 0x8040201008040201;
#pragma GCC unroll 8
  for (uint32_t i = 0; i < 8; i++)
    x[i] = _mm512_gf2p8affine_epi64_epi8(
        _mm512_set1_epi64(static_cast<long long>(unit << (8 * i) | unit >> (64 - 8 * i) % 64)),
        _mm512_loadu_si512(p + i * vector_bytes), 0);
    // Byte l of vector k comes from vector k + l, so that all bits of a byte belong to one plane.
#pragma GCC unroll 8
  for (uint32_t k = 0; k < 8; k++)
    y[k] = blend(0xAAAAAAAAAAAAAAAA, x[k], x[(k + 1) % 8]);
#pragma GCC unroll 8
  for (uint32_t k = 0; k < 8; k++)
    x[k] = blend(0xCCCCCCCCCCCCCCCC, y[k], y[(k + 2) % 8]);
#pragma GCC unroll 8
  for (uint32_t k = 0; k < 8; k++)
    y[k] = blend(0xF0F0F0F0F0F0F0F0, x[k], x[(k + 4) % 8]);
  // After the rotation back, bytes i of each plane hold the bits of vector i.
  planes[0] = y[0];
  planes[1] = _mm512_ror_epi64(y[7], 8);
  planes[2] = _mm512_ror_epi64(y[6], 16);
  planes[3] = _mm512_ror_epi64(y[5], 24);
  planes[4] = _mm512_ror_epi64(y[4], 32);
  planes[5] = _mm512_ror_epi64(y[3], 40);
}

/// The ANDs of all non-empty sets of three planes.
inline void make_subsets(const Vector planes[3], Vector subsets[8]) {
  subsets[1] = planes[0];
  subsets[2] = planes[1];
  subsets[3] = _mm512_and_si512(planes[0], planes[1]);
  subsets[4] = planes[2];
  subsets[5] = _mm512_and_si512(planes[0], planes[2]);
  subsets[6] = _mm512_and_si512(planes[1], planes[2]);
  subsets[7] = _mm512_and_si512(subsets[3], planes[2]);
}

/// The ANDs of half a batch's planes. count() gives the bytes, per 64 bits, with all bits of a set.
struct Half {
  Vector low[8], high[8];

  Vector count(uint32_t bits) const {
    const uint32_t l = bits % 8, h = bits / 8;
    return _mm512_popcnt_epi64(h == 0   ? low[l]
                               : l == 0 ? high[h]
                                        : _mm512_and_si512(high[h], low[l]));
  }
};

inline Vector count(const Half halves[2], uint32_t bits) {
  return _mm512_add_epi64(halves[0].count(bits), halves[1].count(bits));
}

/// Adds to `sums`, for each set of bits but the empty one, the number of a batch's bytes that have
/// all bits of the set. Two sets share a vector of sums: the second one's are the upper halves.
__attribute__((noinline)) void count_batch(const uint8_t* p, uint32_t sums[32][16]) {
  Half halves[2];
#pragma GCC unroll 2
  for (uint32_t i = 0; i < 2; i++) {
    Vector planes[6];
    transpose(p + i * 512, planes);
    make_subsets(planes, halves[i].low);
    make_subsets(planes + 3, halves[i].high);
  }
#pragma GCC unroll 32
  for (uint32_t bits = 0; bits < 64; bits += 2) {
    const Vector even = bits == 0 ? _mm512_setzero_si512() : count(halves, bits);
    const Vector both =
        _mm512_mask_shuffle_epi32(even, 0xAAAA, count(halves, bits + 1), _MM_PERM_CCAA);
    void* const sum = sums[bits / 2];
    _mm512_store_si512(sum, _mm512_add_epi32(_mm512_load_si512(sum), both));
  }
}

/// Counts the oldest batch of bucket `b`.
inline void take_batch(Buckets& buckets, uint32_t b) {
  uint8_t* const bytes = buckets.bytes[b];
  count_batch(bytes, buckets.sums[b]);
  buckets.counted[b] += Buckets::batch;
  buckets.sizes[b] -= Buckets::batch;
  for (uint32_t i = 0; i < buckets.sizes[b]; i += vector_bytes)
    _mm512_store_si512(bytes + i, _mm512_load_si512(bytes + Buckets::batch + i));
}

/// Counts a batch of each bucket that also has enough newer bytes. Loading bytes that several
/// recent stores wrote would wait until these stores are complete.
inline void take_batches(Buckets& buckets) {
  for (uint32_t b = 0; b < 4; b++)
    if (buckets.sizes[b] >= Buckets::batch + Buckets::young)
      take_batch(buckets, b);
}

/// Puts bytes into buckets. Keeps the buckets' ends in registers: hence an object is used for one
/// block only, and has no arrays.
class Filler {
public:
  explicit Filler(Buckets& buckets)
      : buckets_(buckets), end0_(buckets.bytes[0] + buckets.sizes[0]),
        end1_(buckets.bytes[1] + buckets.sizes[1]), end2_(buckets.bytes[2] + buckets.sizes[2]),
        end3_(buckets.bytes[3] + buckets.sizes[3]) {}
  /// Call when all bytes are appended. A destructor would need exception tables without
  /// optimization, and these a symbol outside of the namespace.
  void finish() const {
    buckets_.sizes[0] = static_cast<uint32_t>(end0_ - buckets_.bytes[0]);
    buckets_.sizes[1] = static_cast<uint32_t>(end1_ - buckets_.bytes[1]);
    buckets_.sizes[2] = static_cast<uint32_t>(end2_ - buckets_.bytes[2]);
    buckets_.sizes[3] = static_cast<uint32_t>(end3_ - buckets_.bytes[3]);
  }

  /// Appends the first `n` bytes of v; the others must be 0.
  void append(Vector v, uint32_t n) {
    const Mask bit7 = _mm512_movepi8_mask(v);
    const Mask bit6 = _mm512_test_epi8_mask(v, _mm512_set1_epi8(64));
    const Mask neither = _mm512_mask_cmplt_epu8_mask(first(n), v, _mm512_set1_epi8(64));
    Vector part0 = _mm512_maskz_compress_epi8(neither, v);
    Vector part1 = _mm512_maskz_compress_epi8(_kandn_mask64(bit7, bit6), v);
    Vector part2 = _mm512_maskz_compress_epi8(_kandn_mask64(bit6, bit7), v);
    Vector part3 = _mm512_maskz_compress_epi8(_kand_mask64(bit6, bit7), v);
    // Forces four registers: an instruction that writes a register waits for the last write to it.
    asm("" : "+v"(part0), "+v"(part1), "+v"(part2), "+v"(part3));
    // Moving a mask takes two cycles, a popcount a quarter of one.
    const uint64_t seven = _cvtmask64_u64(bit7), six = _cvtmask64_u64(bit6);
    const auto n3 = static_cast<uint32_t>(_mm_popcnt_u64(seven & six));
    const uint32_t n2 = static_cast<uint32_t>(_mm_popcnt_u64(seven)) - n3;
    const uint32_t n1 = static_cast<uint32_t>(_mm_popcnt_u64(six)) - n3;
    _mm512_storeu_si512(end0_, part0);
    _mm512_storeu_si512(end1_, part1);
    _mm512_storeu_si512(end2_, part2);
    _mm512_storeu_si512(end3_, part3);
    end0_ += n - n1 - n2 - n3;
    end1_ += n1;
    end2_ += n2;
    end3_ += n3;
  }

private:
  Buckets& buckets_;
  uint8_t *end0_, *end1_, *end2_, *end3_;
};

/// Counts a block whose bytes all belong in one bucket; returns false if they do not. If all bytes
/// are equal, counts them in the table.
inline bool count_alike(const Vector block[block_vectors], Buckets& buckets, uint32_t* table) {
  const __m128i start = _mm512_castsi512_si128(block[0]);
  const Vector equal = _mm512_broadcastb_epi8(start);
  Vector different = _mm512_setzero_si512();
#pragma GCC unroll 8
  for (uint32_t i = 0; i < block_vectors; i++) // different |= block[i] ^ equal
    different = _mm512_ternarylogic_epi64(different, block[i], equal, 0xF6);
  if (_mm512_test_epi8_mask(different, _mm512_set1_epi8(static_cast<char>(192))) != 0)
    return false;
  const uint32_t value = static_cast<uint32_t>(_mm_cvtsi128_si32(start)) & 255;
  if (_mm512_test_epi8_mask(different, different) == 0) {
    table[value] += Buckets::block;
    return true;
  }
  uint8_t* const end = buckets.bytes[value / 64] + buckets.sizes[value / 64];
#pragma GCC unroll 8
  for (uint32_t i = 0; i < block_vectors; i++)
    _mm512_storeu_si512(end + i * vector_bytes, block[i]);
  buckets.sizes[value / 64] += Buckets::block;
  return true;
}

/// Pixels per chunk: its channels are counted one after the other while it stays in the L1 cache.
constexpr uint32_t chunk = 2048;

/// `share`: which of `pixel_bytes` parts of the next chunk is prefetched meanwhile; `pixel_bytes`:
/// none. A core does not predict these reads, and memory is idle meanwhile.
template <uint32_t pixel_bytes, typename Source>
__attribute__((noinline)) void count_channel(const Source& channel, const uint8_t* p, size_t pixels,
                                             Buckets& buckets, uint32_t* table, uint32_t share) {
  const Source source = channel; // a copy that stays in registers
  // Y of pairs has pixels of 2 bytes, but its chunks consist of pixels of 4.
  constexpr uint32_t ahead = chunk * (pixel_bytes == 2 ? 4 : pixel_bytes);
  for (; pixels >= Buckets::block; pixels -= Buckets::block, p += Buckets::block * pixel_bytes) {
    Vector block[block_vectors];
#pragma GCC unroll 8
    for (uint32_t i = 0; i < block_vectors; i++)
      block[i] = source(p + i * vector_bytes * pixel_bytes, vector_bytes);
    if (pixel_bytes > 1 && share < pixel_bytes)
#pragma GCC unroll 8
      for (uint32_t i = 0; i < block_vectors; i++)
        _mm_prefetch(
            reinterpret_cast<const char*>(p + ahead + (i * pixel_bytes + share) * vector_bytes),
            _MM_HINT_T0);
    if (!count_alike(block, buckets, table)) {
      Filler filler(buckets);
#pragma GCC unroll 8
      for (uint32_t i = 0; i < block_vectors; i++)
        filler.append(block[i], vector_bytes);
      filler.finish();
    }
    take_batches(buckets);
  }
  if (pixels > 0) {
    Filler filler(buckets);
    for (; pixels >= vector_bytes; pixels -= vector_bytes, p += vector_bytes * pixel_bytes)
      filler.append(source(p, vector_bytes), vector_bytes);
    if (pixels > 0) {
      const auto n = static_cast<uint32_t>(pixels);
      filler.append(source(p, n), n);
    }
    filler.finish();
  }
  take_batches(buckets);
}

/// Whether all pixels of a block are equal: the block does not change when shifted by one pixel.
template <uint32_t pixel_bytes>
inline bool is_flat(const uint8_t* p) {
  const auto changes = [p](uint32_t i) {
    return _mm512_xor_si512(_mm512_loadu_si512(p + i), _mm512_loadu_si512(p + i + pixel_bytes));
  };
  constexpr uint32_t last = Buckets::block * pixel_bytes - vector_bytes - pixel_bytes;
  Vector changed = changes(last);
  if (_mm512_test_epi8_mask(changed, changed) != 0)
    return false;
  for (uint32_t i = 0; i < last; i += vector_bytes)
    changed = _mm512_or_si512(changed, changes(i));
  return _mm512_test_epi8_mask(changed, changed) == 0;
}

/// Counts a block of equal pixels.
inline void count_flat(const BytePlan& plan, const uint8_t* p, ByteTally& tally) {
  for (uint32_t c = 0; c < plan.n_places; c++) {
    const BytePlan::Place& place = plan.places[c];
    uint32_t value = p[place.byte];
    visit_computed(place.quantity, plan.rgb, [&](const auto& compute) {
      value = compute(uint32_t{p[plan.rgb.red]}, uint32_t{p[plan.rgb.green]},
                      uint32_t{p[plan.rgb.blue]});
    });
    tally.tables[place.table][value] += Buckets::block;
  }
}

template <uint32_t pixel_bytes>
void count_pixels(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally) {
  while (pixels > 0) {
    if constexpr (pixel_bytes > 1) {
      if (pixels >= Buckets::block && is_flat<pixel_bytes>(p)) {
        count_flat(plan, p, tally);
        pixels -= Buckets::block;
        p += Buckets::block * pixel_bytes;
        continue;
      }
    }
    const size_t n = pixels < chunk || plan.n_places == 1 ? pixels : chunk;
    for (uint32_t c = 0; c < plan.n_places; c++) {
      const BytePlan::Place& place = plan.places[c];
      Buckets& buckets = tally.buckets[place.buckets];
      uint32_t* const table = tally.tables[place.table];
      if (place.step == 0)
        continue;
      if (pixel_bytes == 4 && place.step == 2)
        count_channel<2>(Samples<2>(place.byte), p, 2 * n, buckets, table, place.byte);
      else if (pixel_bytes < 3 || place.buckets < ByteTally::computed_buckets)
        count_channel<pixel_bytes>(Samples<pixel_bytes>(place.byte), p, n, buckets, table,
                                   place.byte);
      else if constexpr (pixel_bytes >= 3)
        visit_computed(place.quantity, plan.rgb, [&](const auto& compute) {
          count_channel<pixel_bytes>(
              ComputedSamples<pixel_bytes, Functor<decltype(compute)>>(plan.rgb, compute), p, n,
              buckets, table, pixel_bytes);
        });
    }
    pixels -= n;
    p += n * pixel_bytes;
  }
}

/// Adds the bytes of bucket `b` to its 64 counters and empties the bucket.
void empty(Buckets& buckets, uint32_t b, uint32_t* counters) {
  if (buckets.sizes[b] >= Buckets::batch)
    take_batch(buckets, b);
  std::memset(buckets.bytes[b] + buckets.sizes[b], 0, Buckets::batch - buckets.sizes[b]);
  count_batch(buckets.bytes[b], buckets.sums[b]);

  uint32_t counts[64]; // bytes that have at least these bits
  for (uint32_t bits = 0; bits < 64; bits += 2) {
    const Vector eight = _mm512_load_si512(buckets.sums[b][bits / 2]);
    const __m256i four =
        _mm256_add_epi32(_mm512_castsi512_si256(eight), _mm512_extracti64x4_epi64(eight, 1));
    const __m128i two =
        _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    const __m128i one = _mm_add_epi32(two, _mm_unpackhi_epi64(two, two));
    std::memcpy(counts + bits, &one, 2 * sizeof *counts);
  }
  counts[0] = buckets.counted[b] + buckets.sizes[b];
  for (uint32_t bit = 1; bit < 64; bit *= 2) // subtracts bytes that also have this bit
    for (uint32_t others = 0; others < 64; others += 2 * bit)
      for (uint32_t bits = others; bits < others + bit; bits++)
        counts[bits] -= counts[bits + bit];
  for (uint32_t bits = 0; bits < 64; bits++)
    counters[bits] += counts[bits];

  std::memset(buckets.sums[b], 0, sizeof buckets.sums[b]);
  buckets.sizes[b] = buckets.counted[b] = 0;
}

} // namespace

void count(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally) {
  switch (plan.pixel_bytes) {
  case 1:
    return count_pixels<1>(plan, p, pixels, tally);
  case 2:
    return count_pixels<2>(plan, p, pixels, tally);
  case 3:
    return count_pixels<3>(plan, p, pixels, tally);
  default:
    return count_pixels<4>(plan, p, pixels, tally);
  }
}

void merge_copies(const BytePlan& plan, ByteTally& tally) {
  for (uint32_t c = 0; c < plan.n_places; c++) {
    Buckets& buckets = tally.buckets[plan.places[c].buckets];
    for (uint32_t b = 0; b < 4; b++)
      if (buckets.sizes[b] + buckets.counted[b] > 0)
        empty(buckets, b, tally.tables[plan.places[c].table] + 64 * b);
  }
}

} // namespace videohistogram::cpu::avx512
