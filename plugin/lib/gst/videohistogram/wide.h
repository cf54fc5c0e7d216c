/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of count x weight, which pass 64 bits after some hours of film. By hand because 32-bit
 * machines have no 128-bit integer. */
#pragma once

#include <glib.h>

typedef struct {
  guint64 high, low;
} Wide;

/* sum += count * weight. Never overflows for 65536 bins or fewer whose counts sum to 64 bits. */
static inline void wide_add_product(Wide* sum, guint64 count, guint32 weight) {
  guint64 low = (count & 0xffffffff) * weight;
  guint64 high = (count >> 32) * weight;
  guint64 term = low + (high << 32);

  sum->low += term;
  sum->high += (high >> 32) + (term < low) + (sum->low < term);
}

/* sum / divisor, rounded down; the remainder is put where it is asked for. The quotient has to fit
 * 64 bits, as a mean of weights does. Long division, bit by bit. */
static inline guint64 wide_divide(Wide sum, guint64 divisor, guint64* remainder) {
  guint64 rest = sum.high; /* less than divisor, or the quotient would not fit */
  guint64 quotient = 0;
  gint bit;

  for (bit = 63; bit >= 0; bit--) {
    gboolean carry = rest >> 63;

    rest = (rest << 1) | ((sum.low >> bit) & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= G_GUINT64_CONSTANT(1) << bit;
    }
  }
  *remainder = rest;
  return quotient;
}
