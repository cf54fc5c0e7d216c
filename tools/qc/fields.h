// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's filters psnr and ssim print of the top field of a frame beside its bottom field.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace videohistogram::tools {

/// A plane of the two fields. Fields have half of the rows of the frame, rounded down.
struct FieldPlane {
  uint64_t squares = 0;   ///< the sum of the squared differences of samples
  uint64_t samples = 0;   ///< of one field
  int64_t similarity = 0; ///< the sum of SSIM over the windows, in 2^-32
  uint64_t windows = 0;
};

/// NaN: there are no samples, or no windows.
struct FieldFigures {
  std::array<double, 3> mse, ssim; ///< of Y, Cb and Cr
  double ssim_all;                 ///< SSIM by the samples of all planes
};

/// `planes` is 1 (gray) or 3.
FieldFigures compare_fields(const FieldPlane* fields, size_t planes);

/// In dB; infinite if the fields are equal.
double psnr_of(double mse, unsigned depth);

} // namespace videohistogram::tools
