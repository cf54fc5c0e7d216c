// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

/// Before a loop whose index must be known when compiling, so that arrays lie in registers.
#ifdef __CUDA_ARCH__
#define VIDEOHISTOGRAM_UNROLL _Pragma("unroll")
#else
#define VIDEOHISTOGRAM_UNROLL
#endif
