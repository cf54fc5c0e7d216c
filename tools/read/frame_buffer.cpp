// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/frame_buffer.h"

#include "core/format.h"
#include "tools/read/declared_video.h"
#include "tools/read/field_flags.h"

#include <gst/video/video.h>

extern "C" {
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <new>
#include <numeric>
#include <vector>

namespace videohistogram::tools {

namespace {

GstVideoFormat gst_format(const char* name) {
  return gst_video_format_from_string(name);
}

/// A reference to the memory of a frame as memory of GStreamer, which must not write into it.
GstMemory* wrap(const AVBufferRef& buffer) {
  AVBufferRef* const reference = av_buffer_ref(&buffer);
  if (!reference)
    throw std::bad_alloc();
  return gst_memory_new_wrapped(GST_MEMORY_FLAG_READONLY, reference->data, reference->size, 0,
                                reference->size, reference, [](gpointer data) {
                                  auto* owned = static_cast<AVBufferRef*>(data);
                                  av_buffer_unref(&owned);
                                });
}

/// A buffer with these planes of a frame, and one memory per buffer of the frame. A frame whose
/// rows run from the bottom to the top has negative strides.
BufferPtr wrap(const AVFrame& frame, const char* name, const std::vector<int>& planes, int height) {
  BufferPtr buffer(gst_buffer_new());
  gsize offsets[GST_VIDEO_MAX_PLANES] = {};
  gint strides[GST_VIDEO_MAX_PLANES] = {};
  std::vector<std::pair<const AVBufferRef*, size_t>> wrapped; // and where they begin
  size_t size = 0;
  for (size_t i = 0; i < planes.size(); i++) {
    const int plane = planes[i];
    const AVBufferRef* const memory =
        av_frame_get_plane_buffer(const_cast<AVFrame*>(&frame), plane);
    if (!memory)
      throw ReadError{ReadError::Cause::unsuitable, "a frame without memory"};
    auto known = std::find_if(wrapped.begin(), wrapped.end(), [memory](const auto& entry) {
      return entry.first->data == memory->data;
    });
    if (known == wrapped.end()) {
      gst_buffer_append_memory(buffer.get(), wrap(*memory));
      known = wrapped.insert(known, {memory, size});
      size += memory->size;
    }
    offsets[i] = known->second + static_cast<size_t>(frame.data[plane] - memory->data);
    strides[i] = frame.linesize[plane];
  }
  gst_buffer_add_video_meta_full(buffer.get(), GST_VIDEO_FRAME_FLAG_NONE, gst_format(name),
                                 static_cast<guint>(frame.width), static_cast<guint>(height),
                                 static_cast<guint>(planes.size()), offsets, strides);
  return buffer;
}

/// The planes of a frame as they are.
BufferPtr wrap(const AVFrame& frame, const char* name) {
  std::vector<int> planes(find_format(name)->n_planes);
  std::iota(planes.begin(), planes.end(), 0);
  return wrap(frame, name, planes, frame.height);
}

/// The component of FFmpeg's formats that has a quantity.
int component_of(Quantity quantity) {
  return quantity == Quantity::cb ? 1 : quantity == Quantity::cr ? 2 : 0;
}

/// Copies all samples but alpha, each shifted to the left.
BufferPtr repack(const AVFrame& frame, const CountedForm& form) {
  const AVPixFmtDescriptor* const description = av_pix_fmt_desc_get(format_of(frame));
  const FormatInfo& format = *find_format(form.format);
  GstVideoInfo info;
  gst_video_info_set_format(&info, gst_format(form.format), static_cast<guint>(frame.width),
                            static_cast<guint>(frame.height));
  BufferPtr buffer(gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&info), nullptr));
  GstMapInfo map;
  if (!buffer || !gst_buffer_map(buffer.get(), &map, GST_MAP_WRITE))
    throw std::bad_alloc();
  const uint8_t* planes[4] = {frame.data[0], frame.data[1], frame.data[2], frame.data[3]};
  std::vector<uint16_t> row(static_cast<size_t>(frame.width));
  for (unsigned g = 0; g < format.n_sample_planes; g++) {
    const SamplePlane& plane = format.sample_planes[g];
    const uint32_t width = plane.width_of(static_cast<uint32_t>(frame.width)),
                   height = plane.height_of(static_cast<uint32_t>(frame.height));
    for (unsigned c = 0; c < plane.n_components; c++) {
      uint8_t* line =
          map.data + GST_VIDEO_INFO_PLANE_OFFSET(&info, plane.plane) + plane.components[c].byte;
      for (uint32_t y = 0; y < height; y++) {
        av_read_image_line2(row.data(), planes, frame.linesize, description, 0, static_cast<int>(y),
                            component_of(plane.components[c].channel), static_cast<int>(width), 0,
                            sizeof(uint16_t));
        for (uint32_t x = 0; x < width; x++) {
          const auto value = static_cast<uint16_t>(row[x] << form.shift);
          if (format.sample_bytes > 1)
            GST_WRITE_UINT16_LE(line + x * plane.pixel_bytes, value);
          else
            line[x * plane.pixel_bytes] = static_cast<uint8_t>(value);
        }
        line += GST_VIDEO_INFO_PLANE_STRIDE(&info, plane.plane);
      }
    }
  }
  gst_buffer_unmap(buffer.get(), &map);
  return buffer;
}

[[noreturn]] void refuse(const AVFrame& frame) {
  const char* const name = av_get_pix_fmt_name(format_of(frame));
  throw ReadError{ReadError::Cause::unsuitable, std::string("frames of the pixel format ") +
                                                    (name ? name : "unknown") +
                                                    " cannot be counted"};
}

} // namespace

/// As FFmpeg's filter scale, with which its filter graphs convert before signalstats.
FramePtr FrameBuffers::convert(const AVFrame& frame, AVPixelFormat to) {
  FramePtr copy(av_frame_alloc());
  copy->width = frame.width;
  copy->height = frame.height;
  copy->format = to;
  if (av_frame_get_buffer(copy.get(), 0) < 0)
    throw std::bad_alloc();
  scaler_.reset(sws_getCachedContext(scaler_.release(), frame.width, frame.height, format_of(frame),
                                     frame.width, frame.height, to, SWS_BICUBIC, nullptr, nullptr,
                                     nullptr));
  if (!scaler_)
    throw ReadError{ReadError::Cause::unsuitable, std::string("libswscale does not convert ") +
                                                      av_get_pix_fmt_name(format_of(frame))};
  int *from_table = nullptr, *to_table = nullptr, from_range = 0, to_range = 0, brightness = 0,
      contrast = 0, saturation = 0;
  sws_getColorspaceDetails(scaler_.get(), &from_table, &from_range, &to_table, &to_range,
                           &brightness, &contrast, &saturation);
  if (frame.color_range != AVCOL_RANGE_UNSPECIFIED)
    from_range = frame.color_range == AVCOL_RANGE_JPEG;
  sws_setColorspaceDetails(scaler_.get(), from_table, from_range, to_table, to_range, brightness,
                           contrast, saturation);
  sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, copy->data, copy->linesize);
  return copy;
}

CountedForm FrameBuffers::form_of(const AVFrame& frame, Rgb rgb) const {
  CountedForm form = counted_form(format_of(frame));
  if (rgb == Rgb::converted)
    return form;
  if (form.treatment == Treatment::divided) // as a picture, whose chroma may be interpolated
    form.treatment = Treatment::converted;
  if (form.treatment != Treatment::converted || !is_rgb(format_of(frame)))
    return form;
  const bool is_deep = form.depth > 8;
  form.format = is_deep ? "RGBA64_LE" : "RGB";
  form.copy = is_deep ? AV_PIX_FMT_RGBA64LE : AV_PIX_FMT_RGB24;
  return form;
}

BufferPtr FrameBuffers::make(const AVFrame& frame) {
  BufferPtr buffer = make_unmarked(frame);
  mark_fields(*buffer, frame);
  return buffer;
}

void FrameBuffers::mark_fields(GstBuffer& buffer, const AVFrame& frame) const {
  if (!marks_fields_)
    return;
  const FieldFlags fields = field_flags(frame);
  if (fields.interlaced)
    GST_BUFFER_FLAG_SET(&buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
  if (fields.top_first)
    GST_BUFFER_FLAG_SET(&buffer, GST_VIDEO_BUFFER_FLAG_TFF);
  if (frame.repeat_pict == 1) // one field; greater numbers repeat the frame
    GST_BUFFER_FLAG_SET(&buffer, GST_VIDEO_BUFFER_FLAG_RFF);
}

BufferPtr FrameBuffers::make_unmarked(const AVFrame& frame) {
  const CountedForm form = form_of(frame, rgb_);
  switch (form.treatment) {
  case Treatment::stored:
    return wrap(frame, form.format);
  case Treatment::repacked:
    return repack(frame, form);
  case Treatment::divided:
    return wrap(frame, form.format, {0, 0, 0}, frame.height);
  case Treatment::converted:
    return wrap(*convert(frame, form.copy), form.format);
  case Treatment::refused:
    break;
  }
  refuse(frame);
}

FrameBuffers::Side FrameBuffers::make_side(const AVFrame& frame, const VideoReader& reader) {
  Side side;
  if (form_of(frame, rgb_).treatment == Treatment::divided) {
    const int height = AV_CEIL_RSHIFT(frame.height, 1);
    const CountedForm form = form_of(frame, rgb_);
    side.buffer = wrap(frame, form.format, {1, 1, 2}, height);
    side.caps = caps_of(frame, reader, form);
    gst_caps_set_simple(side.caps.get(), "height", G_TYPE_INT, height, nullptr);
    side.channels = "cb+cr+sat+hue+diff";
  } else if (is_rgb(format_of(frame))) {
    const CountedForm form = form_of(frame, Rgb::kept);
    side.buffer = wrap(*convert(frame, form.copy), form.format);
    side.caps = caps_of(frame, reader, form);
    side.channels = "range+maxrgb";
  }
  if (side.buffer)
    mark_fields(*side.buffer, frame);
  return side;
}

CapsPtr FrameBuffers::caps_of(const AVFrame& frame, const VideoReader& reader) const {
  return caps_of(frame, reader, form_of(frame, rgb_));
}

CapsPtr FrameBuffers::caps_of(const AVFrame& frame, const VideoReader& reader,
                              const CountedForm& form) const {
  ColourStatement colours =
      combine(overrides_, combine(statement_of(frame), statement_of(reader.file().stated())));
  if (form.format && find_format(form.format)->is_rgb()) {
    colours.matrix = AVCOL_SPC_RGB;
  } else if (form.treatment == Treatment::converted &&
             (is_rgb(format_of(frame)) || form.copy == AV_PIX_FMT_GRAY8)) {
    // The copy that is counted has colours of its own.
    const bool is_gray = form.copy == AV_PIX_FMT_GRAY8;
    colours.range = is_gray ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    colours.matrix = is_gray ? AVCOL_SPC_UNSPECIFIED : AVCOL_SPC_SMPTE170M;
  }
  if (form.treatment == Treatment::refused)
    refuse(frame);
  CapsPtr caps(gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, form.format, "width",
                                   G_TYPE_INT, frame.width, "height", G_TYPE_INT, frame.height,
                                   "colorimetry", G_TYPE_STRING, colorimetry_text(colours).c_str(),
                                   nullptr));
  const AVCodecParameters& stream = *reader.file().stream().codecpar;
  const bool is_interlaced =
      stream.field_order != AV_FIELD_UNKNOWN && stream.field_order != AV_FIELD_PROGRESSIVE;
  // A frame of HEVC that is marked as interlaced is one field.
  const bool has_fields = marks_fields_ && stream.codec_id != AV_CODEC_ID_HEVC;
  gst_caps_set_simple(caps.get(), "interlace-mode", G_TYPE_STRING,
                      marks_fields_ && !has_fields ? "progressive"
                      : is_interlaced              ? "interleaved"
                      : has_fields                 ? "mixed"
                                                   : "progressive",
                      nullptr);
  const AVRational rate = reader.rate();
  const bool has_rate = rate.num > 0 && rate.den > 0;
  gst_caps_set_simple(caps.get(), "framerate", GST_TYPE_FRACTION, has_rate ? rate.num : 0,
                      has_rate ? rate.den : 1, nullptr);
  const AVRational aspect = pixel_aspect(reader, frame);
  gst_caps_set_simple(caps.get(), "pixel-aspect-ratio", GST_TYPE_FRACTION, aspect.num, aspect.den,
                      nullptr);
  if (form.shift > 0)
    gst_caps_set_simple(caps.get(), sample_depth_field, G_TYPE_INT, form.depth, nullptr);
  if (const int matrix = foreign_matrix(colours))
    gst_caps_set_simple(caps.get(), "x-matrix-h273", G_TYPE_INT, matrix, nullptr);
  return caps;
}

} // namespace videohistogram::tools
