// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/cpu_decoder.h"

#include "tools/read/read_error.h"

extern "C" {
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

#include <cstring>

namespace videohistogram::tools {

namespace {

/// Written into the memory of a frame before decoding, at the start of every 16 bytes of every 16th
/// row, so that each macroblock of luma has one. A mark that is there afterwards shows a part that
/// was not decoded. Some decoders leave such parts without a word.
constexpr uint64_t mark = 0x9e3779b97f4a7c15;
constexpr size_t mark_distance = 16; // bytes, and rows

/// The least multiple of mark_distance that is not below.
constexpr size_t next_mark(size_t place) {
  return (place + mark_distance - 1) / mark_distance * mark_distance;
}

/// Calls a function with each place of a mark in these rows and columns of a buffer, which count
/// from its start; `columns` in bytes.
template <class Use>
void each_mark(const AVBufferRef& buffer, size_t stride, size_t row, size_t end_row, size_t column,
               size_t end_column, Use&& use) {
  for (size_t y = next_mark(row); y < end_row && (y + 1) * stride <= buffer.size;
       y += mark_distance) {
    uint8_t* const line = buffer.data + y * stride;
    for (size_t x = next_mark(column); x + sizeof mark <= end_column; x += mark_distance)
      use(line + x);
  }
}

/// Small frames have no marks, since few of them or parts of them would be seen.
bool has_room_for_marks(const AVFrame& frame) {
  constexpr int smallest = 64;
  return frame.width >= smallest && frame.height >= smallest;
}

/// Gets memory for a frame that holds marks, and zeros beside them if `clear`.
int get_buffer(AVCodecContext* codec, AVFrame* frame, int flags, bool clear) {
  const int result = avcodec_default_get_buffer2(codec, frame, flags);
  for (int i = 0; result >= 0 && i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) {
    const AVBufferRef& buffer = *frame->buf[i];
    if (clear)
      std::memset(buffer.data, 0, buffer.size);
    if (frame->linesize[i] <= 0 || !has_room_for_marks(*frame))
      continue;
    const auto stride = static_cast<size_t>(frame->linesize[i]);
    each_mark(buffer, stride, 0, buffer.size / stride, 0, stride,
              [](uint8_t* place) { std::memcpy(place, &mark, sizeof mark); });
  }
  return result;
}

int get_marked_buffer(AVCodecContext* codec, AVFrame* frame, int flags) {
  return get_buffer(codec, frame, flags, !has_room_for_marks(*frame));
}

int get_cleared_buffer(AVCodecContext* codec, AVFrame* frame, int flags) {
  return get_buffer(codec, frame, flags, true);
}

/// Whether a mark is left in what a frame shows. `erase`: makes zeros of such marks.
bool has_marks(AVFrame& frame, bool erase) {
  const AVPixFmtDescriptor* const description =
      av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  bool any = false;
  for (int plane = 0; description && plane < 4 && frame.data[plane]; plane++) {
    const AVBufferRef* const buffer = av_frame_get_plane_buffer(&frame, plane);
    if (!buffer || frame.linesize[plane] <= 0)
      continue;
    const bool is_chroma = plane == 1 || plane == 2;
    const int height =
        is_chroma ? AV_CEIL_RSHIFT(frame.height, description->log2_chroma_h) : frame.height;
    const int bytes =
        av_image_get_linesize(static_cast<AVPixelFormat>(frame.format), frame.width, plane);
    const auto stride = static_cast<size_t>(frame.linesize[plane]);
    const auto offset = static_cast<size_t>(frame.data[plane] - buffer->data);
    const size_t row = offset / stride, column = offset % stride;
    each_mark(*buffer, stride, row, row + static_cast<size_t>(height), column,
              column + static_cast<size_t>(bytes), [&](uint8_t* place) {
                uint64_t value = 0;
                std::memcpy(&value, place, sizeof value);
                if (value != mark)
                  return;
                any = true;
                if (erase)
                  std::memset(place, 0, sizeof mark);
              });
  }
  return any;
}

/// FFmpeg's own decoder of AV1 has no part in software. It is found where no other one is there.
bool needs_gpu(const AVCodec& codec) {
  return std::strcmp(codec.name, "av1") == 0;
}

} // namespace

CpuDecoder::CpuDecoder(const AVStream& stream, int threads, DecoderLog& log) : log_(log) {
  const AVCodec* const codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (!codec || needs_gpu(*codec))
    throw ReadError{ReadError::Cause::no_decoder,
                    "no decoder for " + codec_name_of(*stream.codecpar)};
  prepare(*codec, stream, log);
  codec_->thread_count = threads == repeatable ? 1 : threads;
  codec_->get_buffer2 = threads == repeatable ? get_cleared_buffer : get_marked_buffer;
  open();
}

void CpuDecoder::send(const AVPacket* packet) {
  const uint64_t before = log_.number();
  const int result = avcodec_send_packet(codec_.get(), packet);
  if (result < 0 && result != AVERROR_EOF && log_.number() == before)
    log_.note("a packet that cannot be decoded");
}

/// With one thread nobody else uses the memory of the frame now.
void CpuDecoder::note_gaps(AVFrame& frame) {
  const bool is_repeatable = codec_->get_buffer2 == get_cleared_buffer;
  if (!has_marks(frame, is_repeatable))
    return;
  has_gaps_ = true;
  frame.flags |= AV_FRAME_FLAG_CORRUPT;
  if (log_.number() == noted_)
    log_.note("a frame that is decoded in part");
}

CpuDecoder::Result CpuDecoder::receive(AVFrame& frame) {
  for (;;) {
    const uint64_t before = log_.number();
    const int result = avcodec_receive_frame(codec_.get(), &frame);
    if (result == 0) {
      note_gaps(frame);
      noted_ = log_.number();
      return Result::frame;
    }
    if (result == AVERROR(EAGAIN))
      return Result::needs_packet;
    if (result == AVERROR_EOF)
      return Result::ended;
    if (log_.number() == before) // another frame may follow the one that cannot be decoded
      log_.note("a frame that cannot be decoded");
  }
}

} // namespace videohistogram::tools
