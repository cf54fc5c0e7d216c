// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

/// Marks functions that run on the host and in kernels. Files that call those with floating-point
/// numbers are compiled without contraction (-ffp-contract=off, nvcc's -fmad=false), so that host
/// and device round alike.
#ifdef VIDEOHISTOGRAM_COMPILED_FOR_DEVICES // by the build
#define VIDEOHISTOGRAM_HOST_DEVICE __host__ __device__
#else
#define VIDEOHISTOGRAM_HOST_DEVICE
#endif
