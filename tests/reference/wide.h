// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <type_traits>

namespace videohistogram::reference {

/// A signed integer of 128 bits in two's complement, for compilers that have none. Like theirs,
/// quotients are rounded towards zero; the result of an overflow has no meaning.
class TwoWords {
public:
  constexpr TwoWords() = default;
  template <class Int, class = std::enable_if_t<std::is_integral_v<Int>>>
  constexpr TwoWords(Int value) // NOLINT: as implicit as between the compiler's integers
      : high_(value < 0 ? ~uint64_t{0} : 0), low_(static_cast<uint64_t>(value)) {}

  constexpr explicit operator uint64_t() const { return low_; }
  constexpr explicit operator int64_t() const { return static_cast<int64_t>(low_); }

  friend constexpr TwoWords operator+(const TwoWords& a, const TwoWords& b) {
    const uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
  }
  friend constexpr TwoWords operator-(const TwoWords& a) {
    return {~a.high_ + (a.low_ == 0 ? 1 : 0), ~a.low_ + 1};
  }
  friend constexpr TwoWords operator-(const TwoWords& a, const TwoWords& b) { return a + -b; }
  friend constexpr TwoWords operator*(const TwoWords& a, const TwoWords& b) {
    const uint64_t a0 = a.low_ & half, a1 = a.low_ >> 32, b0 = b.low_ & half, b1 = b.low_ >> 32;
    const uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & half);
    return {a.high_ * b.low_ + a.low_ * b.high_ + a1 * b1 + (middle >> 32) + (other >> 32),
            other << 32 | (low & half)};
  }
  friend constexpr TwoWords operator/(const TwoWords& a, const TwoWords& b) {
    TwoWords rest;
    const TwoWords quotient = divide(magnitude(a), magnitude(b), rest);
    return is_negative(a) != is_negative(b) ? -quotient : quotient;
  }
  friend constexpr TwoWords operator%(const TwoWords& a, const TwoWords& b) {
    TwoWords rest;
    divide(magnitude(a), magnitude(b), rest);
    return is_negative(a) ? -rest : rest;
  }
  /// 0 < `bits` < 128. Rounds down.
  friend constexpr TwoWords operator>>(const TwoWords& a, int bits) {
    const uint64_t sign = is_negative(a) ? ~uint64_t{0} : 0;
    const auto high = static_cast<int64_t>(a.high_);
    if (bits >= 64)
      return {sign, static_cast<uint64_t>(high >> (bits - 64))};
    return {static_cast<uint64_t>(high >> bits), a.high_ << (64 - bits) | a.low_ >> bits};
  }
  /// 0 < `bits` < 64.
  friend constexpr TwoWords operator<<(const TwoWords& a, int bits) {
    return {a.high_ << bits | a.low_ >> (64 - bits), a.low_ << bits};
  }
  TwoWords& operator+=(const TwoWords& other) { return *this = *this + other; }
  TwoWords& operator-=(const TwoWords& other) { return *this = *this - other; }

  friend constexpr bool operator==(const TwoWords& a, const TwoWords& b) {
    return a.high_ == b.high_ && a.low_ == b.low_;
  }
  friend constexpr bool operator!=(const TwoWords& a, const TwoWords& b) { return !(a == b); }
  friend constexpr bool operator<(const TwoWords& a, const TwoWords& b) {
    return a.high_ == b.high_ ? a.low_ < b.low_
                              : static_cast<int64_t>(a.high_) < static_cast<int64_t>(b.high_);
  }
  friend constexpr bool operator>(const TwoWords& a, const TwoWords& b) { return b < a; }
  friend constexpr bool operator<=(const TwoWords& a, const TwoWords& b) { return !(b < a); }
  friend constexpr bool operator>=(const TwoWords& a, const TwoWords& b) { return !(a < b); }

private:
  static constexpr uint64_t half = 0xFFFFFFFF;

  constexpr TwoWords(uint64_t high, uint64_t low) : high_(high), low_(low) {}

  static constexpr bool is_negative(const TwoWords& a) { return a.high_ >> 63 != 0; }
  static constexpr TwoWords magnitude(const TwoWords& a) { return is_negative(a) ? -a : a; }
  /// The quotient of numbers that are not negative, bit by bit. `rest`: 0 before.
  static constexpr TwoWords divide(const TwoWords& a, const TwoWords& b, TwoWords& rest) {
    TwoWords quotient;
    for (int bit = 127; bit >= 0; bit--) {
      quotient = quotient << 1;
      rest = rest << 1;
      rest.low_ |= (bit >= 64 ? a.high_ : a.low_) >> (bit % 64) & 1;
      if (rest >= b) {
        rest = rest - b;
        quotient.low_ |= 1;
      }
    }
    return quotient;
  }

  uint64_t high_ = 0, low_ = 0;
};

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 Wide;
#else
typedef TwoWords Wide;
#endif

} // namespace videohistogram::reference
