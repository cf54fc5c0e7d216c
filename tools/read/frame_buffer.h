// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decoded frames as buffers of GStreamer, in the formats that are counted.
#pragma once

#include "tools/read/declared_colours.h"
#include "tools/read/gst_pointers.h"
#include "tools/read/pixel_formats.h"
#include "tools/read/video_reader.h"

#include <gst/gst.h>

namespace videohistogram::tools {

/// Thread-safety: one thread.
class FrameBuffers {
public:
  /// Whether R, G and B stay these in buffers, or become Y'CbCr, as figures need it.
  enum class Rgb { converted, kept };
  /// Parts that `overrides` states take the place of those of the file. `marks_fields`: buffers
  /// have the flags of interlaced video. Where the file does not say that all of its frames are
  /// interlaced, these flags say it of each frame; without them all are progressive.
  explicit FrameBuffers(const ColourStatement& overrides = {}, Rgb rgb = Rgb::converted,
                        bool marks_fields = false)
      : overrides_(overrides), rgb_(rgb), marks_fields_(marks_fields) {}

  /// The buffer of a frame, without times. Stored samples are those of the frame itself, without a
  /// copy. Throws ReadError for a format that cannot be counted.
  BufferPtr make(const AVFrame& frame);
  /// What is counted beside the buffer of make(), from the stored samples.
  struct Side {
    BufferPtr buffer; ///< null: nothing
    CapsPtr caps;
    const char* channels = nullptr;
  };
  /// Of frames that are divided Cb and Cr; of R, G and B what needs these.
  Side make_side(const AVFrame& frame, const VideoReader& reader);
  /// The caps of a frame. Throws ReadError for a format that cannot be counted.
  CapsPtr caps_of(const AVFrame& frame, const VideoReader& reader) const;

private:
  BufferPtr make_unmarked(const AVFrame& frame);
  void mark_fields(GstBuffer& buffer, const AVFrame& frame) const;
  FramePtr convert(const AVFrame& frame, AVPixelFormat to);
  CountedForm form_of(const AVFrame& frame, Rgb rgb) const;
  CapsPtr caps_of(const AVFrame& frame, const VideoReader& reader, const CountedForm& form) const;

  const ColourStatement overrides_;
  const Rgb rgb_;
  const bool marks_fields_;
  ScalerPtr scaler_;
};

} // namespace videohistogram::tools
