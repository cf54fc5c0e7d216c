/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The curves between signals, 0 to 1, and light, of PQ (SMPTE ST 2084) and HLG (ITU-R BT.2100).
 * Plain C, which the library and the scopes share. */
#pragma once

#include <math.h>

#define PQ_M1 (2610.0 / 16384)
#define PQ_M2 (2523.0 / 4096 * 128)
#define PQ_C1 (3424.0 / 4096)
#define PQ_C2 (2413.0 / 4096 * 32)
#define PQ_C3 (2392.0 / 4096 * 32)
/* Rounded so that a signal of 1 would give 1.00000002. */
#define HLG_A 0.17883277
#define HLG_B 0.28466892
#define HLG_C 0.55991073

/* SMPTE ST 2084: the EOTF, from the signal to nits. */
static inline double pq_eotf(double signal) {
  const double root = pow(signal, 1 / PQ_M2);
  const double light = root > PQ_C1 ? root - PQ_C1 : 0;

  return 10000 * pow(light / (PQ_C2 - PQ_C3 * root), 1 / PQ_M1);
}

/* The inverse, of 0 to 10000 nits. */
static inline double pq_inverse_eotf(double nits) {
  const double power = pow(nits / 10000, PQ_M1);

  return pow((PQ_C1 + PQ_C2 * power) / (1 + PQ_C3 * power), PQ_M2);
}

/* ITU-R BT.2100, HLG: the inverse OETF, from the signal to scene light in [0, 1]. */
static inline double hlg_scene_light(double signal) {
  const double scene =
      signal <= 0.5 ? signal * signal / 3 : (exp((signal - HLG_C) / HLG_A) + HLG_B) / 12;

  return scene < 1 ? scene : 1;
}

/* The OETF, from scene light in [0, 1] to the signal. */
static inline double hlg_oetf(double scene) {
  return scene <= 1.0 / 12 ? sqrt(3 * scene) : HLG_A * log(12 * scene - HLG_B) + HLG_C;
}
