// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/axis.h"
#include "plugin/settings/frame_caps.h"

#include <string>

namespace videohistogram::scope {

/// The colours of frames for the titles of scopes: "BT.2020 PQ limited 10 bit". Parts that the caps
/// do not declare are marked: "BT.601 assumed, limited, 8 bit", "BT.601 limited assumed, 8 bit" if
/// both are assumed.
std::string describe(const FrameColours& colours, const FormatInfo& format);

} // namespace videohistogram::scope
