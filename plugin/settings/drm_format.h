// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <string>
#include <vector>

namespace videohistogram {

/// Caps of GStreamer 1.24 and later name the format of DMABuf memory `DMA_DRM`, and in `drm-format`
/// the kernel's code of the format and, after a colon, its modifier, which tells how pixels are
/// ordered. Without a modifier, and with modifier 0, rows of pixels are linear: such a frame is one
/// of a format of GStreamer's.
constexpr const char* drm_format = "DMA_DRM";

/// The `drm-format`s of linear frames that can be counted.
std::vector<std::string> countable_drm_formats();

/// The `drm-format` of fixed caps, which keep the text; null: they have another format.
const char* drm_format_of(const GstCaps* caps);

/// The caps of the same frames without DMA_DRM; null if `caps` have another format, or frames that
/// are not linear or cannot be counted. The caller owns the caps.
GstCaps* without_drm(GstCaps* caps);

} // namespace videohistogram
