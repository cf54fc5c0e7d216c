// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

namespace videohistogram::scope {

/// Takes caps; returns equal ones that name formats of Y'CbCr before others, since only these have
/// a vectorscope. The order of caps features stays, and that of formats of one kind.
GstCaps* put_ycbcr_first(GstCaps* caps);

} // namespace videohistogram::scope
