// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/error.h"
#include "core/format.h"
#include "core/memory_place.h"
#include "core/quantity.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <optional>
#include <string>

namespace videohistogram {

/// The caps of frames.
struct FrameCaps {
  FrameCaps() { gst_video_info_init(&info); }

  std::shared_ptr<GstCaps> caps; ///< without DMA_DRM, see drm_format.h; null: none yet
  /// Of the format UNKNOWN if the caps are invalid. All parts of the colorimetry are unknown here:
  /// frame_colours() has them.
  GstVideoInfo info;
  MemoryKind memory = MemoryKind::host;                    ///< in which the frames lie
  std::optional<GstVideoContentLightLevel> declared_light; ///< `content-light-level` of the caps
};
/// Reads caps, also invalid ones.
FrameCaps read_caps(GstCaps* caps);

/// The caps of all countable formats that this GStreamer knows, of any size and frame rate, in the
/// memory of each of frame_sources and in other memory that can be mapped, each with and without
/// pictures that are attached as a GstVideoOverlayComposition. `has`: whether a format is among
/// them; null: all are. The caller owns the caps.
GstCaps* make_caps_of_sources(bool (*has)(const FormatInfo& format) = nullptr);

/// As make_caps_of_sources(), and caps whose buffers are fields. The caller owns the caps.
GstCaps* make_caps_of_frames_and_fields();

/// Takes caps, and adds those of DMABuf memory whose format is named as of drm_format.h.
GstCaps* with_drm_formats(GstCaps* caps);

/// A size in pixels.
struct PixelSize {
  uint32_t width = 0, height = 0;
};
/// That of frames, or of fields if a buffer is a field.
PixelSize size_of(const GstVideoInfo& info);

/// The width of a pixel on the display, in heights of a pixel.
double pixel_aspect(const GstVideoInfo& info);

/// The format of frames of `info`. invalid_argument if such frames cannot be counted.
Expected<const FormatInfo*> countable_format(const GstVideoInfo& info);

/// The colours of frames. Each part is known but the matrix of has_matrix().
struct FrameColours {
  GstVideoColorimetry colorimetry{};
  /// The parts that the caps or the property `colorimetry` state; the others were assumed.
  GstVideoHistogramColorFlags declared = GST_VIDEO_HISTOGRAM_COLOR_NONE;
  int matrix_code = 0; ///< without has_matrix(): the matrix, as ITU-T H.273 numbers it

  /// False if GStreamer does not know the matrix, so that nothing can be computed with it.
  bool has_matrix() const { return colorimetry.matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN; }
  bool declares(GstVideoHistogramColorFlags part) const { return (declared & part) != 0; }
  bool operator==(const FrameColours& other) const {
    return gst_video_colorimetry_is_equal(&colorimetry, &other.colorimetry) &&
           declared == other.declared && matrix_code == other.matrix_code;
  }
};

/// The parts of colours that the property `colorimetry` overrides; a part that is 0 is not. Error:
/// invalid_argument; the message says what is accepted.
Expected<GstVideoColorimetry> parse_colorimetry(const std::string& text);

/// What is wrong with that text for frames of `format`, as text for a WARNING: parts that cannot be
/// overridden stay those of the caps.
std::optional<std::string> colorimetry_warning(const std::string& text, const FormatInfo& format);

/// The colours of frames of valid caps, where `overrides` is the text of the property
/// `colorimetry`. Text that parse_colorimetry() refuses overrides nothing.
FrameColours frame_colours(const FrameCaps& caps, const std::string& overrides);

/// The weights of LUMA. They follow the colour primaries: the matrix of RGB caps is always RGB.
LumaWeights luma_weights(const FrameColours& colours);

/// How signals become light: SDR unless the transfer is PQ or HLG.
Transfer transfer_of(const FrameColours& colours);

/// How the colours of frames are computed: matrix, range, transfer and primaries.
ColourSpec colour_spec(const FrameColours& colours, const FormatInfo& format);

} // namespace videohistogram
