// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/fields.h"

#include <cmath>

namespace videohistogram::tools {

FieldFigures compare_fields(const FieldPlane* fields, size_t planes) {
  FieldFigures figures;
  figures.mse.fill(NAN);
  figures.ssim.fill(NAN);
  double similarity = 0, samples = 0;
  for (size_t p = 0; p < planes; p++) {
    const FieldPlane& plane = fields[p];
    // 0 / 0 is NaN.
    figures.mse[p] = static_cast<double>(plane.squares) / static_cast<double>(plane.samples);
    figures.ssim[p] =
        std::ldexp(static_cast<double>(plane.similarity), -32) / static_cast<double>(plane.windows);
    similarity += figures.ssim[p] * static_cast<double>(plane.samples);
    samples += static_cast<double>(plane.samples);
  }
  figures.ssim_all = similarity / samples;
  return figures;
}

double psnr_of(double mse, unsigned depth) {
  const double last = std::ldexp(1, static_cast<int>(depth)) - 1;
  return 10 * std::log10(last * last / mse);
}

} // namespace videohistogram::tools
