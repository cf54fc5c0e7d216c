// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of SumsFunctions, compiled once for each set of instructions: see core/vectors.h.
//
// Numbers are widened by taking even and odd ones apart, which moves nothing between lanes. A row
// is added up in chunks, after which no counter has overflown.
#include "cpu/kernels/sums/sums_functions.h"

#include "core/vectors.h"

#include <cstddef>
#include <cstring>

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

typedef Full<uint8_t> Bytes;
typedef Full<uint16_t> Halves;
typedef Full<uint32_t> Singles;
typedef Full<uint64_t> Longs;
typedef Full<double> Doubles;

/// Bytes of a row that are added up without a flush. A counter of 16 bits then has at most 64 times
/// two numbers of 9 bits.
constexpr uint32_t chunk_bytes = 64 * vector_size;

template <class Lanes>
inline Lanes larger_of(Lanes a, Lanes b) {
  return a > b ? a : b;
}
template <class Lanes>
inline Lanes smaller_of(Lanes a, Lanes b) {
  return a < b ? a : b;
}
/// |a - b| of unsigned numbers.
template <class Lanes>
inline Lanes distance_of(Lanes a, Lanes b) {
  return larger_of(a, b) - smaller_of(a, b);
}

/// The same bits as lanes of another width.
template <class To, class From>
inline To as(From v) {
  return reinterpret_cast<To>(v);
}

// Sums of neighbours, in lanes of twice the width.
inline Halves even(Bytes v) {
  return as<Halves>(v) & uint16_t{0xff};
}
inline Halves odd(Bytes v) {
  return as<Halves>(v) >> uint16_t{8};
}
inline Singles even(Halves v) {
  return as<Singles>(v) & 0xffffu;
}
inline Singles odd(Halves v) {
  return as<Singles>(v) >> 16u;
}
inline Longs even(Singles v) {
  return as<Longs>(v) & uint64_t{0xffffffff};
}
inline Longs odd(Singles v) {
  return as<Longs>(v) >> uint64_t{32};
}
template <class Lanes>
inline auto fold(Lanes v) {
  return even(v) + odd(v);
}

/// The sum of all lanes.
inline uint64_t total(Longs v) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < lanes<uint64_t>; i++)
    sum += v[i];
  return sum;
}
inline uint64_t total(Singles v) {
  return total(fold(v));
}
inline uint64_t total(Halves v) {
  return total(fold(v));
}

/// Adds all bytes.
inline Longs add_bytes(Longs sums, Bytes v) {
#if defined(__AVX512BW__)
  return sums + as<Longs>(_mm512_sad_epu8(as<__m512i>(v), _mm512_setzero_si512()));
#elif defined(__AVX2__)
  return sums + as<Longs>(_mm256_sad_epu8(as<__m256i>(v), _mm256_setzero_si256()));
#elif defined(__SSE2__)
  return sums + as<Longs>(_mm_sad_epu8(as<__m128i>(v), _mm_setzero_si128()));
#else
  return sums + fold(fold(fold(v)));
#endif
}

/// Calls step(at, load) for each vector of a row of `size` bytes; load(row) is the vector of a row,
/// with zeros after its end.
template <class Step>
[[gnu::always_inline]] inline void for_vectors(size_t size, const Step& step) {
  size_t at = 0;
  for (; size - at >= vector_size; at += vector_size)
    step(at, [at](const uint8_t* row) { return load<Bytes>(row + at); });
  if (at < size)
    step(at, [at, size](const uint8_t* row) {
      Bytes v{};
      std::memcpy(&v, row + at, size - at);
      return v;
    });
}

/// Calls add(first, size) for each chunk of a row.
template <class Add>
[[gnu::always_inline]] inline void for_chunks(size_t size, const Add& add) {
  for (size_t first = 0; first < size; first += chunk_bytes)
    add(first, size - first < chunk_bytes ? size - first : size_t{chunk_bytes});
}

// Rows of bytes.

uint64_t sum_bytes(const uint8_t* row, uint32_t n) {
  Longs sums{};
  for_vectors(n, [&](size_t, const auto& vector) { sums = add_bytes(sums, vector(row)); });
  return total(sums);
}

uint64_t distance_bytes(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(n, [&](size_t, const auto& vector) {
    sums = add_bytes(sums, distance_of(vector(a), vector(b)));
  });
  return total(sums);
}

/// Adds the squares of numbers of up to 15 bits.
inline Ints add_squares(Ints sums, Halves v) {
  return add_products(sums, as<Ints>(v), as<Ints>(v));
}

uint64_t square_bytes(const uint8_t* a, const uint8_t* b, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(n, [&](size_t first, size_t size) {
    Ints sums{};
    for_vectors(size, [&](size_t, const auto& vector) {
      const Bytes d = distance_of(vector(a + first), vector(b + first));
      sums = add_squares(add_squares(sums, even(d)), odd(d));
    });
    sum += total(as<Singles>(sums));
  });
  return sum;
}

/// Adds the even and the odd numbers of a vector to two vectors of counters.
template <class Numbers>
inline void add_vector(Numbers v, uint8_t* counters) {
  const auto add = [](uint8_t* at, auto numbers) {
    store(at, load<decltype(numbers)>(at) + numbers);
  };
  add(counters, even(v));
  add(counters + vector_size, odd(v));
}

void add_byte_columns(const uint8_t* row, uint32_t n, uint8_t* counters) {
  for_vectors(n,
              [&](size_t at, const auto& vector) { add_vector(vector(row), counters + 2 * at); });
}

/// Counters are vectors of even and of odd columns, in turn.
template <class Counter>
void take_counters(const uint8_t* counters, uint32_t n, int64_t* columns) {
  constexpr uint32_t in_vector = lanes<Counter>;
  for (uint32_t x = 0; x < n; x++) {
    const uint32_t vector = x / (2 * in_vector) * 2 + x % 2, lane = x / 2 % in_vector;
    columns[x] += load<Counter>(counters + (size_t{vector} * in_vector + lane) * sizeof(Counter));
  }
}

CombSums comb_bytes(const CombRows& rows, uint32_t n) {
  CombSums sums{};
  const bool two = rows.before[0] != nullptr;
  for_chunks(n, [&](size_t first, size_t size) {
    const uint8_t* const now[3] = {rows.now[0] + first, rows.now[1] + first, rows.now[2] + first};
    Halves present{}, before{}, same{};
    if (!two) {
      for_vectors(size, [&](size_t, const auto& vector) {
        const Bytes above = vector(now[0]), here = vector(now[1]), below = vector(now[2]);
        same += distance_of<Halves>(even(above) + even(below), even(here) << uint16_t{1}) +
                distance_of<Halves>(odd(above) + odd(below), odd(here) << uint16_t{1});
      });
    } else {
      const uint8_t* const then[3] = {rows.before[0] + first, rows.before[1] + first,
                                      rows.before[2] + first};
      for_vectors(size, [&](size_t, const auto& vector) {
        const Bytes above = vector(now[0]), here = vector(now[1]), below = vector(now[2]);
        const Bytes was_above = vector(then[0]), was = vector(then[1]), was_below = vector(then[2]);
        const auto add = [&](const auto& part) {
          const Halves around = part(above) + part(below), twice = part(here) << uint16_t{1};
          const Halves was_around = part(was_above) + part(was_below), was_twice = part(was)
                                                                                   << uint16_t{1};
          present += distance_of(around, was_twice);
          before += distance_of(was_around, twice);
          same += distance_of(around, twice);
        };
        add([](Bytes v) { return even(v); });
        add([](Bytes v) { return odd(v); });
      });
    }
    sums.present += total(present);
    sums.before += total(before);
    sums.same += total(same);
  });
  return sums;
}

/// Stores whole numbers as doubles.
inline void store_doubles(double* to, Ints v) {
  constexpr uint32_t half = lanes<double>;
  Vector<int32_t, half> parts[2];
  std::memcpy(parts, &v, sizeof v);
  store(to, __builtin_convertvector(parts[0], Doubles));
  store(to + half, __builtin_convertvector(parts[1], Doubles));
}

/// Stores whole numbers below 2^52 as doubles: with the exponent of 2^52, they are its last bits.
inline void store_doubles(double* to, Longs v) {
  const Longs bits = v | uint64_t{0x4330000000000000};
  store(to, as<Doubles>(bits) - 4503599627370496.0);
}

void block_bytes(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to) {
  const Ints ones = of_all<Ints>(0x00010001);
  for_vectors(4 * size_t{n_blocks}, [&](size_t at, const auto& vector) {
    Halves t_sums{}, b_sums{};
    Ints squares{}, products{};
    for (uint32_t row = 0; row < 4; row++) {
      const ptrdiff_t offset = static_cast<ptrdiff_t>(row) * stride;
      const Bytes of_t = vector(t + offset), of_b = vector(b + offset);
      const Halves te = even(of_t), tod = odd(of_t), be = even(of_b), bo = odd(of_b);
      t_sums += te + tod;
      b_sums += be + bo;
      squares = add_squares(add_squares(squares, te), tod);
      squares = add_squares(add_squares(squares, be), bo);
      products = add_products(products, as<Ints>(te), as<Ints>(be));
      products = add_products(products, as<Ints>(tod), as<Ints>(bo));
    }
    const size_t block = at / 4;
    store_doubles(to.t + block, add_products(Ints{}, as<Ints>(t_sums), ones));
    store_doubles(to.b + block, add_products(Ints{}, as<Ints>(b_sums), ones));
    store_doubles(to.squares + block, squares);
    store_doubles(to.product + block, products);
  });
}

void mark_bytes_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks) {
  const Bytes least = of_all<Bytes>(static_cast<uint8_t>(low)),
              most = of_all<Bytes>(static_cast<uint8_t>(high));
  for_vectors(n, [&](size_t at, const auto& vector) {
    const Bytes v = vector(row);
    store(marks + at, as<Bytes>((v < least) | (v > most)) & uint8_t{1});
  });
}

/// Adds up entries of a table, which are at most 2^24, in counters of 32 bits.
template <class Read>
inline uint64_t look_up(uint32_t n, const uint32_t* table, const Read& read) {
  uint64_t sum = 0;
  while (n > 0) {
    const uint32_t now = n < 256 ? n : 256;
    uint32_t sums[4] = {}, x = 0;
    for (; now - x >= 4; x += 4) {
      sums[0] += table[read(x)];
      sums[1] += table[read(x + 1)];
      sums[2] += table[read(x + 2)];
      sums[3] += table[read(x + 3)];
    }
    for (; x < now; x++)
      sums[0] += table[read(x)];
    sum += uint64_t{sums[0]} + sums[1] + sums[2] + sums[3];
    read.advance(now);
    n -= now;
  }
  return sum;
}

struct ReadBytes {
  mutable const uint8_t* row;

  uint32_t operator()(uint32_t x) const { return row[x]; }
  void advance(uint32_t n) const { row += n; }
};
struct ReadWords {
  mutable const uint8_t* row;

  uint32_t operator()(uint32_t x) const { return load<uint16_t>(row + 2 * size_t{x}); }
  void advance(uint32_t n) const { row += 2 * size_t{n}; }
};

#if defined(__AVX512VBMI__)
/// Each byte of 64 entries from a table of 256 bytes, in four registers.
inline Longs add_byte_of_entries(Longs sums, __m512i codes, __mmask64 high, __mmask64 used,
                                 const uint8_t* bytes) {
  const __m512i low_half = _mm512_permutex2var_epi8(load<__m512i>(bytes), codes,
                                                    load<__m512i>(bytes + 64)),
                high_half = _mm512_permutex2var_epi8(load<__m512i>(bytes + 128), codes,
                                                     load<__m512i>(bytes + 192));
  const __m512i found = _mm512_mask_blend_epi8(high, low_half, high_half);
  return add_bytes(sums, as<Bytes>(_mm512_maskz_mov_epi8(used, found)));
}

/// Looks up 64 codes at a time, byte by byte of their entries.
uint64_t look_up_bytes(const uint8_t* row, uint32_t n, const LightEntries& light) {
  if (!light.bytes)
    return look_up(n, light.entries, ReadBytes{row});
  Longs low{}, middle{}, high{};
  for (uint32_t at = 0; at < n; at += 64) {
    const __mmask64 used = n - at >= 64 ? ~__mmask64{0} : (__mmask64{1} << (n - at)) - 1;
    const __m512i codes = _mm512_maskz_loadu_epi8(used, row + at);
    const __mmask64 upper = _mm512_movepi8_mask(codes);
    low = add_byte_of_entries(low, codes, upper, used, light.bytes);
    middle = add_byte_of_entries(middle, codes, upper, used, light.bytes + 256);
    high = add_byte_of_entries(high, codes, upper, used, light.bytes + 512);
  }
  return total(low + (middle << uint64_t{8}) + (high << uint64_t{16}));
}
#else
uint64_t look_up_bytes(const uint8_t* row, uint32_t n, const LightEntries& light) {
  return look_up(n, light.entries, ReadBytes{row});
}
#endif

// Rows of words.

uint64_t sum_words(const uint8_t* row, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles sums{};
    for_vectors(size,
                [&](size_t, const auto& vector) { sums += fold(as<Halves>(vector(row + first))); });
    sum += total(sums);
  });
  return sum;
}

uint64_t distance_words(const uint8_t* a, const uint8_t* b, uint32_t n) {
  uint64_t sum = 0;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles sums{};
    for_vectors(size, [&](size_t, const auto& vector) {
      sums += fold(distance_of(as<Halves>(vector(a + first)), as<Halves>(vector(b + first))));
    });
    sum += total(sums);
  });
  return sum;
}

uint64_t square_words(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(2 * size_t{n}, [&](size_t, const auto& vector) {
    const Halves d = distance_of(as<Halves>(vector(a)), as<Halves>(vector(b)));
    sums += fold(even(d) * even(d)) + fold(odd(d) * odd(d));
  });
  return total(sums);
}

void add_word_columns(const uint8_t* row, uint32_t n, uint8_t* counters) {
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    add_vector(as<Halves>(vector(row)), counters + 2 * at);
  });
}

CombSums comb_words(const CombRows& rows, uint32_t n) {
  CombSums sums{};
  const bool two = rows.before[0] != nullptr;
  const uint8_t* const* const then = two ? rows.before : rows.now;
  for_chunks(2 * size_t{n}, [&](size_t first, size_t size) {
    Singles present{}, before{}, same{};
    for_vectors(size, [&](size_t, const auto& vector) {
      const auto read = [&](const uint8_t* row) { return as<Halves>(vector(row + first)); };
      const Halves above = read(rows.now[0]), here = read(rows.now[1]), below = read(rows.now[2]);
      const Halves was_above = read(then[0]), was = read(then[1]), was_below = read(then[2]);
      const auto add = [&](const auto& part) {
        const Singles around = part(above) + part(below), twice = part(here) << 1u;
        const Singles was_around = part(was_above) + part(was_below), was_twice = part(was) << 1u;
        present += distance_of(around, was_twice);
        before += distance_of(was_around, twice);
        same += distance_of(around, twice);
      };
      add([](Halves v) { return even(v); });
      add([](Halves v) { return odd(v); });
    });
    sums.present += total(present);
    sums.before += total(before);
    sums.same += total(same);
  });
  if (!two)
    sums.present = sums.before = 0;
  return sums;
}

void block_words(const uint8_t* t, const uint8_t* b, ptrdiff_t stride, uint32_t n_blocks,
                 const SsimBlockRow& to) {
  for_vectors(8 * size_t{n_blocks}, [&](size_t at, const auto& vector) {
    Singles t_sums{}, b_sums{};
    Longs squares{}, products{};
    for (uint32_t row = 0; row < 4; row++) {
      const ptrdiff_t offset = static_cast<ptrdiff_t>(row) * stride;
      const Halves of_t = as<Halves>(vector(t + offset)), of_b = as<Halves>(vector(b + offset));
      const Singles te = even(of_t), tod = odd(of_t), be = even(of_b), bo = odd(of_b);
      t_sums += te + tod;
      b_sums += be + bo;
      squares += fold(te * te) + fold(tod * tod) + fold(be * be) + fold(bo * bo);
      products += fold(te * be) + fold(tod * bo);
    }
    const size_t block = at / 8;
    store_doubles(to.t + block, fold(t_sums));
    store_doubles(to.b + block, fold(b_sums));
    store_doubles(to.squares + block, squares);
    store_doubles(to.product + block, products);
  });
}

void mark_words_outside(const uint8_t* row, uint32_t n, uint32_t low, uint32_t high,
                        uint8_t* marks) {
  const Halves least = of_all<Halves>(static_cast<uint16_t>(low)),
               most = of_all<Halves>(static_cast<uint16_t>(high));
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    const Halves v = as<Halves>(vector(row));
    const Halves outside = as<Halves>((v < least) | (v > most)) & uint16_t{1};
    store(marks + at / 2, __builtin_convertvector(outside, Vector<uint8_t, lanes<uint16_t>>));
  });
}

uint64_t look_up_words(const uint8_t* row, uint32_t n, const LightEntries& light) {
  return look_up(n, light.entries, ReadWords{row});
}

// Others.

void split_words(const uint8_t* words, uint32_t n, uint32_t shift, uint8_t* low, uint8_t* high) {
  for_vectors(2 * size_t{n}, [&](size_t at, const auto& vector) {
    typedef Vector<uint8_t, lanes<uint16_t>> Narrow;
    const Halves v = as<Halves>(vector(words));
    if (low)
      store(low + at / 2, __builtin_convertvector(v & uint16_t{255}, Narrow));
    if (high)
      store(high + at / 2, __builtin_convertvector(v >> static_cast<uint16_t>(shift), Narrow));
  });
}

/// Marks where |above - here| and |below - here| exceed |below - above| by more than 4 on average.
inline Bytes differing(Bytes above, Bytes here, Bytes below) {
  const Bytes a = distance_of(above, here), b = distance_of(below, here),
              across = distance_of(below, above);
  const Bytes average = (a & b) + ((a ^ b) >> uint8_t{1});
  return as<Bytes>(larger_of(average, across) - across > uint8_t{4});
}

uint64_t count_outliers(const uint8_t* const rows[5], bool far, uint32_t n, uint8_t* marks) {
  if (n < 3)
    return 0;
  for_vectors(n, [&](size_t at, const auto& vector) {
    const Bytes here = vector(rows[2]);
    Bytes mark = differing(vector(rows[1]), here, vector(rows[3]));
    if (far)
      mark &= differing(vector(rows[0]), here, vector(rows[4]));
    store(marks + at, mark & uint8_t{1});
  });
  Longs sums{};
  for_vectors(n - 2, [&](size_t, const auto& vector) {
    sums = add_bytes(sums, vector(marks) & vector(marks + 1) & vector(marks + 2));
  });
  return total(sums);
}

void double_marks(const uint8_t* a, const uint8_t* b, uint32_t n, uint8_t* doubled) {
  typedef Vector<uint8_t, lanes<uint16_t>> Narrow;
  for (uint32_t i = 0; i < n; i += lanes<uint16_t>) {
    const Halves v = __builtin_convertvector(load<Narrow>(a + i) | load<Narrow>(b + i), Halves);
    store(doubled + 2 * size_t{i}, v | v << uint16_t{8});
  }
}

uint64_t count_either(const uint8_t* a, const uint8_t* b, uint32_t n) {
  Longs sums{};
  for_vectors(n,
              [&](size_t, const auto& vector) { sums = add_bytes(sums, vector(a) | vector(b)); });
  return total(sums);
}

/// All factors are whole numbers below 2^53, so that only the two products and the quotient are
/// rounded. The sum with 1.5 * 2^52 rounds to whole numbers as llrint() does.
inline Vector<int64_t, lanes<double>> window(const SsimBlockRow& upper, const SsimBlockRow& lower,
                                             uint32_t i, double c1, double c2) {
  const auto add = [&](const double* above, const double* below) {
    return load<Doubles>(above + i) + load<Doubles>(above + i + 1) + load<Doubles>(below + i) +
           load<Doubles>(below + i + 1);
  };
  const Doubles t = add(upper.t, lower.t), b = add(upper.b, lower.b);
  const Doubles both = t * b, squares = t * t + b * b;
  const Doubles similar = 2 * both + c1, different = squares + c1;
  const Doubles covariance = 2 * (64 * add(upper.product, lower.product) - both) + c2;
  const Doubles variance = 64 * add(upper.squares, lower.squares) - squares + c2;
  const Doubles q = (similar * covariance) / (different * variance);
  constexpr double magic = 6755399441055744.0;
  typedef Vector<int64_t, lanes<double>> Numbers;
  return as<Numbers>(q * 4294967296.0 + magic) - as<Numbers>(of_all<Doubles>(magic));
}

int64_t add_windows(const SsimBlockRow& upper, const SsimBlockRow& lower, uint32_t n, double c1,
                    double c2) {
  Vector<int64_t, lanes<double>> sums{};
  uint32_t i = 0;
  for (; n - i >= lanes<double>; i += lanes<double>)
    sums += window(upper, lower, i, c1, c2);
  int64_t sum = 0;
  for (uint32_t lane = 0; lane < lanes<double>; lane++)
    sum += sums[lane];
  if (i < n) {
    const auto last = window(upper, lower, i, c1, c2);
    for (uint32_t lane = 0; lane < n - i; lane++)
      sum += last[lane];
  }
  return sum;
}

/// The luminance and the red of a pixel.
struct IrisPixel {
  int64_t luminance, red;

  IrisPixel(const uint8_t* const colours[3], uint32_t i, const uint32_t* light) {
    const int64_t r = light[colours[0][i]], g = light[colours[1][i]], b = light[colours[2][i]];
    luminance = 2126 * r + 7152 * g + 722 * b;
    red = r >= 4 * (g + b) ? r - g - b : 0; // 4 (g + b) is at least g + b
  }
};

void add_iris(const IrisColours& colours, uint32_t n, const uint32_t* light, int64_t sums[4]) {
  int64_t luminance = 0, red = 0, luminance_changed = 0, red_changed = 0;
  const bool two = colours.before[0] != nullptr;
  for (uint32_t i = 0; i < n; i++) {
    const IrisPixel now(colours.now, i, light);
    luminance += now.luminance;
    red += now.red;
    if (two) {
      const IrisPixel before(colours.before, i, light);
      luminance_changed += now.luminance != before.luminance ? 1 : 0;
      red_changed += now.red != before.red ? 1 : 0;
    }
  }
  sums[0] += luminance;
  sums[1] += luminance_changed;
  sums[2] += red;
  sums[3] += red_changed;
}

} // namespace

constexpr SumsFunctions sums_functions = {
    {sum_bytes, distance_bytes, square_bytes, add_byte_columns, take_counters<uint16_t>, comb_bytes,
     block_bytes, mark_bytes_outside, look_up_bytes},
    {sum_words, distance_words, square_words, add_word_columns, take_counters<uint32_t>, comb_words,
     block_words, mark_words_outside, look_up_words},
    split_words,
    count_outliers,
    double_marks,
    count_either,
    add_windows,
    add_iris};

} // namespace videohistogram::cpu::INSTRUCTION_SET
