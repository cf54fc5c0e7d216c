// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/unpack_functions.h"

namespace videohistogram::cpu {

namespace generic {
extern const UnpackFunctions unpack_functions;
}
namespace avx2 {
extern const UnpackFunctions unpack_functions;
}
namespace avx512 {
extern const UnpackFunctions unpack_functions;
}

} // namespace videohistogram::cpu
