// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of Sum::sobel, Sum::hstep and Sum::vstep, which launch_sums_kernels() launches after
// the others.
#pragma once

#include "cuda/kernels/sums/sums_kernel.h"

namespace videohistogram::cuda {

/// As prepare_sums_kernels().
cudaError_t prepare_gradient_kernels(DeviceProperties& device);

/// As launch_sums_kernels(), by up to two kernels. They need no scratch.
cudaError_t launch_gradient_kernels(const SumsLaunch& launch, cudaStream_t stream);

} // namespace videohistogram::cuda
